import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { createLoopWatch } from '../../src/server/createLoopWatch.ts';

test('a process that works without a pause is busy, and one that waits is not', async () => {
  const isBusy = createLoopWatch(5_000, 0.9);
  for (const since = performance.now(); performance.now() - since < 100;);
  // The loop has to turn once for its work to be counted. A timer would let it wait, and a busy machine wakes it late.
  await turn();
  for (const since = performance.now(); performance.now() - since < 100;);
  assert.equal(isBusy(), true);
  // However long it was kept from working, it is idle once it has waited for long enough.
  while (isBusy()) await sleep(100);
});
