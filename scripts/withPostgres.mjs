import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** Debian keeps the server's tools out of the path, one folder a version. */
const DEBIAN = '/usr/lib/postgresql';

function findTools() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  return [...process.env.PATH.split(delimiter), ...versions].find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Runs `work` with the address of a PostgreSQL of its own, which is gone afterwards. */
export async function withPostgres(work) {
  const tools = findTools();
  if (!tools) throw new Error('PostgreSQL is needed: `apt-get install postgresql`, or initdb in the path.');
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'deferred-link-postgres-'));
  const tool = (name, ...args) => run(join(tools, name), args, { cwd: folder, isQuiet: true, ...user });
  const data = join(folder, 'data');
  const port = await freePort();
  try {
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
    tool('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '-E', 'UTF8');
    tool('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', `-h 127.0.0.1 -p ${port} -k ${folder}`, 'start');
    try {
      return await work(`postgres://postgres@127.0.0.1:${port}/postgres`);
    } finally {
      tool('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
