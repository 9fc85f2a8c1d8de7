import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limitTime } from '../../src/values/limitTime.ts';

const NEVER = new AbortController().signal;

const aborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve));

test('a time limit that nobody listens to ends, though its memory is collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { signal } = limitTime(100, NEVER);
  for (let waited = 0; waited < 200; waited += 20) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.throws(() => signal.throwIfAborted(), signal.reason);
});

test('a time limit ends early when the work has to stop, and at once if it had to stop before', async () => {
  const stopping = new AbortController();
  const { signal } = limitTime(60_000, stopping.signal);
  const isAborted = aborted(signal);
  stopping.abort();
  await isAborted;
  assert.ok(limitTime(60_000, stopping.signal).signal.aborted);
});
