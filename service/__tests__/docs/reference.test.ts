import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { writeReference } from '../../checks/writeReference.ts';
import { DEFINITIONS } from '../../src/values/definitions.ts';

const PAGE = new URL('../../reference.md', import.meta.url);
const ATTRIBUTION = new URL('../../../docs/attribution.md', import.meta.url);

test('reference.md says what the code says', async () => {
  const reference = await writeReference();
  if (process.env.UPDATE_TEXTS) writeFileSync(PAGE, reference);
  assert.equal(readFileSync(PAGE, 'utf8'), reference, '`npm run reference` in service/ writes it again');
});

test('the reference describes every variable and every endpoint', async () => {
  const reference = await writeReference();
  const bare = reference.match(/^\| `[A-Z].*\| {2}\|$/gm) ?? [];
  assert.deepEqual(bare, []);
});

test('docs/attribution.md defines every number in the words of the code', () => {
  const page = readFileSync(ATTRIBUTION, 'utf8');
  const rows = Object.entries(DEFINITIONS).map(([name, words]) => `| \`${name}\` | ${words} |\n`);
  const written = page.replace(/(?<=\| number \| definition \|\n\| --- \| --- \|\n)(\| .*\n)+/, rows.join(''));
  if (process.env.UPDATE_TEXTS) writeFileSync(ATTRIBUTION, written);
  assert.equal(readFileSync(ATTRIBUTION, 'utf8'), written, '`npm run reference` in service/ writes it again');
  assert.ok(rows.every((row) => written.includes(row)));
});
