import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../library.mjs';

/** The page that is checked. */
export const page = readFileSync(join(root, 'docs/hosting-by-hand.md'), 'utf8');

/** A fenced block whose first line is a comment of this form. */
const BLOCK = /^```\w*\n# checked: (.+)\n([\s\S]*?)^```$/gm;

/** The blocks of the page to run, by name. `take` notes which were used, so that none is forgotten. */
export function readBlocks() {
  const blocks = new Map();
  for (const [, name, text] of page.matchAll(BLOCK)) {
    if (blocks.has(name)) throw new Error(`docs/hosting-by-hand.md has two blocks “${name}”.`);
    blocks.set(name, text);
  }
  const untaken = new Set(blocks.keys());
  return {
    take(name) {
      if (!blocks.has(name)) throw new Error(`docs/hosting-by-hand.md has no block “${name}”.`);
      untaken.delete(name);
      return blocks.get(name);
    },
    untaken: () => [...untaken],
  };
}
