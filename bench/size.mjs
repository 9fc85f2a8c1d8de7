import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minified } from './bundle.mjs';
import { installTools, peerEntry, ROOT } from './tools.mjs';

const gzipped = async (entry) => gzipSync(await minified(entry), { level: 9 }).length;

/** Bytes of the built main entry, minified and gzipped, peers left out. */
export async function measureSize() {
  installTools();
  const entry = join(ROOT, 'lib/module/index.js');
  if (!existsSync(entry)) throw new Error('There is no build to measure. Run `npm run build` first.');
  return { ours: await gzipped(entry), peer: await gzipped(peerEntry()) };
}
