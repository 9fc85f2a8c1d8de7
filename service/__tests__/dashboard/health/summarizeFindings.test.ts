import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarizeFindings } from '../../../dashboard/src/health/summarizeFindings.ts';

const verdicts = (bad: number, unknown: number) =>
  (['good', ...Array<'bad'>(bad).fill('bad'), ...Array<'unknown'>(unknown).fill('unknown')] as const).map(
    (verdict) => ({ verdict })
  );

test('a summary of the findings counts what is wrong, and what is unknown', () => {
  for (const [bad, unknown, text] of [
    [0, 0, 'Nothing is wrong.'],
    [1, 0, '1 thing is wrong.'],
    [2, 0, '2 things are wrong.'],
    [0, 1, 'Nothing is wrong, but 1 thing is unset or could not be checked.'],
    [0, 4, 'Nothing is wrong, but 4 things are unset or could not be checked.'],
    [1, 1, '1 thing is wrong, and 1 thing is unset or could not be checked.'],
    [3, 2, '3 things are wrong, and 2 things are unset or could not be checked.'],
  ] as const) {
    assert.equal(summarizeFindings(verdicts(bad, unknown)), text);
  }
});
