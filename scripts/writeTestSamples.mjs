import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './library.mjs';

/** Writes each sample of docs/testing.md into an app, as a test file. */
export function writeTestSamples(folder) {
  const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
  const samples = [...page.matchAll(/^```tsx\n([\s\S]*?)^```/gm)].map(([, text]) => text);
  if (samples.length === 0) throw new Error('docs/testing.md has no samples.');
  samples.forEach((text, i) => writeFileSync(join(folder, `docs-testing-${i + 1}.test.tsx`), text));
}
