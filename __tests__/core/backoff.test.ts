import fc from 'fast-check';
import { backoff, retryAfter } from '../../src/core/backoff';

test.each([
  [1, 0, 1000],
  [1, 1, 2000],
  [2, 1, 4000],
  [3, 0.5, 4500],
  [8, 1, 256_000],
  [9, 1, 300_000],
  [5000, 1, 300_000],
  [5000, 0, 1000],
])('after %d failures and with a draw of %d the wait is %d ms', (failures, random, delay) => {
  expect(backoff(failures, random)).toBe(delay);
});

test('every wait lies between a second and five minutes, and the longest never shrinks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const delay = backoff(failures, random);
      expect(delay).toBeGreaterThanOrEqual(1000);
      expect(delay).toBeLessThanOrEqual(300_000);
      expect(backoff(failures + 1, 1)).toBeGreaterThanOrEqual(backoff(failures, 1));
    })
  );
});

test.each([
  [null, null],
  ['', null],
  ['soon', null],
  ['7', 7000],
  [' 7 ', 7000],
  ['0.5', 1000],
  ['0', 1000],
  ['-3', 1000],
  ['86400', 300_000],
  ['Infinity', 300_000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', null],
])('Retry-After: %s asks for %p ms', (header, delay) => {
  expect(retryAfter(header)).toBe(delay);
});

test('no header asks for less than a second or more than five minutes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (header) => {
      const delay = retryAfter(header);
      expect(delay === null || (delay >= 1000 && delay <= 300_000)).toBe(true);
    })
  );
});
