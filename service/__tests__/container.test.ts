import assert from 'node:assert/strict';
import { readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const folder = path.resolve(import.meta.dirname, '..');
const linesOf = (name: string) =>
  readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** What the container file copies from this folder; .dockerignore doesn't apply to copies from another stage. */
const sources = linesOf('Dockerfile')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(/\s+/).slice(1, -1));

test('.dockerignore leaves out everything except what it names', () => {
  const [first, ...rest] = linesOf('.dockerignore');
  assert.equal(first, '*');
  // With patterns or a second exclusion, the next test would have to know Docker's rules.
  assert.deepEqual(
    rest.filter((line) => !/^![\w.-]+$/.test(line)),
    []
  );
});

test('everything that the container file copies gets past .dockerignore, and exists', () => {
  const kept = new Set(linesOf('.dockerignore').map((line) => line.slice(1)));
  assert.ok(sources.length > 0);
  assert.deepEqual(
    sources.filter((source) => !kept.has(source) || !existsSync(path.join(folder, source))),
    []
  );
});
