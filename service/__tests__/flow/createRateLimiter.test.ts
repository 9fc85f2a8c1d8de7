import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from '../../src/flow/createRateLimiter.ts';

function limiterWithClock() {
  const clock = { now: 0 };
  const admitShares = createRateLimiter({ burst: 2, perSecond: 0.5 }, () => clock.now);
  const admit = (caller: string) => admitShares([caller, 1]);
  return { clock, admit };
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

test('a request that costs a third has three times the limit, and what one share can’t pay costs the other nothing', () => {
  const admit = createRateLimiter({ burst: 10, perSecond: 0.1 }, () => 0);
  const admitted = Array.from({ length: 40 }, (_, guess) => admit([`home ${guess}`, 1], ['street', 1 / 3]).kind);
  assert.equal(admitted.filter((kind) => kind === 'admitted').length, 30);
  assert.deepEqual(admit(['home 40', 1], ['street', 1 / 3]), { kind: 'limited', retryAfterSeconds: 4 });
  const own = Array.from({ length: 11 }, () => admit(['home 40', 1]).kind);
  assert.equal(own.filter((kind) => kind === 'admitted').length, 10);
});

test('a share of less than one request is one request at a time', () => {
  const clock = { now: 0 };
  const admit = createRateLimiter({ burst: 3, perSecond: 1 }, () => clock.now);
  assert.equal(admit(['a', 50]).kind, 'admitted');
  assert.deepEqual(admit(['a', 50]), { kind: 'limited', retryAfterSeconds: 3 });
  clock.now = 3_000;
  assert.equal(admit(['a', 50]).kind, 'admitted');
});
