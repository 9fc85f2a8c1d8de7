import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minified } from './bundle.mjs';
import { installTools, peerEntry, ROOT } from './tools.mjs';

const gzipped = async (entry) => gzipSync(await minified(entry), { level: 9 }).length;

/** Bytes of the main entry, minified and gzipped, peers left out. */
export async function measureSize() {
  installTools();
  return { ours: await gzipped(join(ROOT, 'src/index.ts')), peer: await gzipped(peerEntry()) };
}
