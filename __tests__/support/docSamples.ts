import { transformSync } from '@babel/core';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/**
 * Runs the sample of a page that has this text, as it stands there, and gives what it exports. `load` is a test's own
 * `require`, so the sample gets the modules of the process that the test has started.
 */
export function runSample(page: string, text: string, load: (name: string) => unknown): unknown {
  const fences = readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/^```tsx?\n([\s\S]*?)^```/gm);
  const samples = [...fences].map(([, sample = '']) => sample).filter((sample) => sample.includes(text));
  if (samples.length !== 1) throw new Error(`${page} has ${samples.length} samples with “${text}”.`);
  const caller = { name: 'babel-jest', supportsStaticESM: false };
  const { code } = transformSync(samples[0] ?? '', { filename: join(ROOT, 'sample.tsx'), cwd: ROOT, caller }) ?? {};
  const module = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- it is our own text
  const run = new Function('require', 'module', 'exports', String(code)) as (...args: unknown[]) => void;
  run(load, module, module.exports);
  return module.exports;
}
