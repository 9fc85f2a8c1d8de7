import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPassing, Problem } from '../dashboard/src/api/Problem.ts';

test('the dashboard asks again where nobody answered, it was too much, or the service failed, and nowhere else', () => {
  const statuses = [0, 400, 401, 404, 409, 429, 500, 503];
  const passing = statuses.filter((status) => isPassing(new Problem({ status, code: 'x', message: 'x' })));
  assert.deepEqual(passing, [0, 429, 500, 503]);
  assert.equal(isPassing(new Error('503')), false);
});
