import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const startScript = fileURLToPath(new URL('../../start.mjs', import.meta.url));

/**
 * The lab as `npm run example` starts it, on a free port and with a database of its own, whose code isn't optimised:
 * that takes longer than tests run it.
 */
export async function startServer() {
  const folder = await mkdtemp(path.join(tmpdir(), 'deferred-link-lab-'));
  const child = spawn(process.execPath, ['--liftoff-only', startScript], {
    env: { ...process.env, PORT: '0', DATA_FOLDER: folder, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  let output = '';
  const closed = new Promise((resolve) => child.once('close', resolve));
  const printed = (line) =>
    new Promise((resolve, reject) => {
      const read = () => {
        const found = line.exec(output);
        if (found) resolve(found[1]);
      };
      read();
      child.stdout.on('data', read);
      void closed.then(() => reject(new Error(`The lab did not start:\n${output}`)));
    });
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));

  const url = await printed(/Lab: (http:\/\/127\.0\.0\.1:\d+)/);
  const early = { status: (await fetch(url)).status, isReady: output.includes('Its dashboard') };
  await printed(/Its dashboard: (\S+)/);

  return {
    url,
    /** The page, asked for as soon as its address was printed. */
    early,
    /** Ends it as Ctrl-C does; the exit code tells whether that went well. */
    async stop() {
      child.kill('SIGINT');
      const code = await closed;
      await rm(folder, { recursive: true, force: true });
      return { code, output };
    },
  };
}
