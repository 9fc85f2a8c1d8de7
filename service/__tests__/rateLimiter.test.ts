import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from '../src/routes/createRateLimiter.ts';

function limiterWithClock() {
  const clock = { now: 0 };
  return { clock, admit: createRateLimiter({ burst: 2, perSecond: 0.5 }, () => clock.now) };
}

test('after the burst the caller is told when the next request is welcome, and then it is', () => {
  const { clock, admit } = limiterWithClock();
  assert.equal(admit('a').kind, 'admitted');
  assert.equal(admit('a').kind, 'admitted');
  assert.deepEqual(admit('a'), { kind: 'limited', retryAfterSeconds: 2 });
  clock.now = 1_999;
  assert.deepEqual(admit('a'), { kind: 'limited', retryAfterSeconds: 1 });
  clock.now = 2_000;
  assert.equal(admit('a').kind, 'admitted');
  assert.equal(admit('a').kind, 'limited');
});

test('callers don’t share a bucket', () => {
  const { admit } = limiterWithClock();
  admit('a');
  admit('a');
  assert.equal(admit('a').kind, 'limited');
  assert.equal(admit('b').kind, 'admitted');
});

test('a rest refills no more than the burst', () => {
  const { clock, admit } = limiterWithClock();
  clock.now = 3_600_000;
  assert.deepEqual(
    ['a', 'a', 'a'].map((caller) => admit(caller).kind),
    ['admitted', 'admitted', 'limited']
  );
});

test('a clock set back takes nothing away', () => {
  const { clock, admit } = limiterWithClock();
  clock.now = 10_000;
  admit('a');
  clock.now = 0;
  assert.equal(admit('a').kind, 'admitted');
});

test('a flood of callers pushes out the one not seen for longest', () => {
  const { admit } = limiterWithClock();
  admit('old');
  admit('old');
  assert.equal(admit('old').kind, 'limited');
  for (let caller = 0; caller < 10_000; caller += 1) admit(`caller ${caller}`);
  assert.equal(admit('old').kind, 'admitted');
});
