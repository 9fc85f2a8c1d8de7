import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatMoney,
  formatOfHundred,
  formatPerHundred,
  formatPoints,
  formatShare,
  formatShares,
  formatShortMoney,
} from '../../../dashboard/src/ui/numbers.ts';

test('a share has two digits, and is never rounded to nothing or to everything', () => {
  const shares = [0, 1 / 400, 0.0079, 0.147, 0.5, 399 / 400, 0.99999, 1].map(formatShare);
  assert.deepEqual(shares, ['0%', '0.25%', '0.79%', '15%', '50%', '99.7%', '99.9%', '100%']);
  assert.equal(formatOfHundred(0.998), '99.8');
});

test('more than 100 of every 100 keep all their digits', () => {
  assert.equal(formatPerHundred(1.388), '138.8');
});

test('the change of a number per 100 is the difference of what is shown', () => {
  const [now, before] = [0.34035, 0.34964];
  assert.deepEqual([now, before].map(formatPerHundred), ['34.0', '35.0']);
  assert.equal(formatPoints(now, before), '-1.0 points');
});

test('shares of the same whole add up to 100 percent, and none of them is nothing if it is something', () => {
  for (const counts of [
    [541, 270, 23, 21],
    [1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1],
    [2, 0, 1, 0],
  ]) {
    const shares = formatShares(counts);
    const sum = shares.reduce((sum, share) => sum + Math.round(10 * Number.parseFloat(share)), 0);
    assert.equal(sum, 1_000, shares.join());
  }
  assert.deepEqual(formatShares([2, 1]), ['67%', '33%']);
  assert.deepEqual(formatShares([576, 281, 22, 21]), ['64.0%', '31.2%', '2.5%', '2.3%']);
  assert.deepEqual(formatShares([399, 1]), ['99.8%', '0.2%']);
  assert.deepEqual(formatShares([9_999, 1]), ['>99.9%', '<0.1%']);
  assert.deepEqual(formatShares([0, 0]), ['0%', '0%']);
});

test('money on an axis is short, and says in what', () => {
  assert.deepEqual(
    [0, 0.5, 800, 1_200].map((sum) => formatShortMoney(sum, 'EUR').toLowerCase()),
    ['€0', '€0.5', '€800', '€1.2k']
  );
  assert.equal(formatShortMoney(800, null), '800');
});

test('a part of a sum has as many digits as its currency, and a whole sum has all of its own', () => {
  const part = (currency: string) => formatMoney(String(1_000 / 3), currency, {}).replace(/[^\d.]/g, '');
  assert.deepEqual(['EUR', 'JPY', 'KWD'].map(part), ['333.33', '333', '333.333']);
  assert.equal(formatMoney('0.123456', 'EUR'), '€0.123456');
});
