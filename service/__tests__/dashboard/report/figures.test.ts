import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresWithout, isEmpty } from '../../../dashboard/src/report/figures.ts';
import { writeFigures } from '../../../src/routes/owner/reports/figures.ts';
import { COUNT, FIGURES } from '../../../src/storage/counts/figures.ts';

/** Something of each kind, in counts and in euros. */
const rowsOf = (most: number) =>
  [COUNT, 'EUR'].map((unit) => ({
    unit,
    figures: Object.fromEntries(FIGURES.map((figure, position) => [figure, String(most - position)])),
  }));

test('figures without a part of them are those of the rest, with its own conversion', () => {
  const [part, rest] = [rowsOf(100), rowsOf(200)];
  const whole = writeFigures([...part, ...rest]);
  assert.deepEqual(figuresWithout(whole, writeFigures(part)), writeFigures(rest));
  assert.ok(isEmpty(figuresWithout(whole, whole)));
});
