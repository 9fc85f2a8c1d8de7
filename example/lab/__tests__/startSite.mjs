import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { freePort } from '../../../scripts/freePort.mjs';

const buildScript = fileURLToPath(new URL('../../buildSite.mjs', import.meta.url));
export const siteFolder = fileURLToPath(new URL('../../dist/lab', import.meta.url));

/** GitHub puts the pages of a project into a folder, too. */
const FOLDER = 'some/folder';

const PATIENCE_MS = 60_000;

async function untilServed(url) {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > until) throw new Error(`Nobody serves ${url}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The lab as any static host serves it: Python's file server has none of our code. */
export async function startSite() {
  await promisify(execFile)(process.execPath, [buildScript]);
  const root = await mkdtemp(path.join(tmpdir(), 'deferred-link-site-'));
  await mkdir(path.dirname(path.join(root, FOLDER)), { recursive: true });
  await symlink(siteFolder, path.join(root, FOLDER));

  const port = await freePort();
  const args = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', root];
  const child = spawn('python3', args, { stdio: 'ignore' });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}/${FOLDER}/`;
  await untilServed(url);

  return {
    url,
    async stop() {
      child.kill();
      await closed;
      await rm(root, { recursive: true, force: true });
    },
  };
}
