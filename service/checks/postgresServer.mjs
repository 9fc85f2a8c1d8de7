import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../../scripts/freePort.mjs';

/** Debian keeps the server's tools out of the path, in one folder for each version. */
const DEBIAN = '/usr/lib/postgresql';

function findTools() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const tools = [...process.env.PATH.split(delimiter), ...versions].find((folder) =>
    existsSync(join(folder, 'initdb'))
  );
  if (!tools) throw new Error('PostgreSQL is needed: `apt-get install postgresql`, or initdb in the path.');
  // The tool in the path may be a symbolic link, without the other tools beside it.
  return dirname(realpathSync(join(tools, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Runs a tool to its end, without blocking; an error holds what it printed. */
function runTool(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (words += text));
    child.on('error', reject);
    // Not "close": the server that pg_ctl leaves behind keeps the streams open.
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}\n${words}`))));
  });
}

/**
 * Starts a new PostgreSQL on loopback, or a standby of another one. `settings` are those of postgresql.conf. The caller
 * has to stop it.
 */
export async function startPostgres({ settings = {}, standbyOf } = {}) {
  const tools = findTools();
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'deferred-link-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const tool = (name, ...args) => runTool(join(tools, name), args, { cwd: folder, ...user });
  const control = (...args) => tool('pg_ctl', '-D', data, '-w', ...args);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let isRunning = false;

  async function start() {
    const options = Object.entries(settings).map(([name, value]) => ` -c ${name}=${value}`);
    await control('-l', join(folder, 'log'), '-o', `-h 127.0.0.1 -p ${port} -k ${folder}${options.join('')}`, 'start');
    isRunning = true;
  }

  async function end(mode) {
    if (isRunning) await control('-m', mode, 'stop');
    isRunning = false;
  }

  try {
    if (standbyOf === undefined) {
      await tool('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '-E', 'UTF8');
    } else {
      const primary = `host=127.0.0.1 port=${standbyOf.port} user=postgres application_name=standby`;
      await tool('pg_basebackup', '-D', data, '-d', primary, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
    }
    await start();
  } catch (error) {
    remove();
    throw error;
  }
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => end('fast').finally(remove),
    kill: () => end('immediate'),
    restart: start,
    promote: () => control('promote'),
  };
}

/** Runs `work` with the address of a new PostgreSQL, and removes that afterwards. */
export async function withPostgres(work, settings = {}) {
  const server = await startPostgres({ settings });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
