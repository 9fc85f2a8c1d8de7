import { join } from 'node:path';
import { minifiedBytes } from '../scripts/checkBudgets.mjs';
import { peerEntry, ROOT } from './tools.mjs';

/** Bytes of the main entry, minified and gzipped, peers left out. */
export const measureSize = async () => ({
  ours: await minifiedBytes(join(ROOT, 'src/index.ts')),
  peer: await minifiedBytes(peerEntry()),
});
