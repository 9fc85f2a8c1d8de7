import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coverDays, type Part } from '../../../src/storage/counts/coverDays.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST = Date.parse('2023-12-01T00:00:00Z');

const textOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function daysBetween({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) days.push(textOf(time));
  return days;
}

/** A month's row has all days of the month, wherever in it a part begins or ends. */
function daysOf({ grain, ...days }: Part): string[] {
  if (grain === 'day') return daysBetween(days);
  const starts = daysBetween(days).filter((day) => day.endsWith('-01'));
  return starts.flatMap((from) => {
    const [year = 0, month = 0] = from.split('-').map(Number);
    return daysBetween({ from, to: textOf(Date.UTC(year, month, 0)) });
  });
}

test('each day of a range is counted once, and at each edge at most half a month is read by day', () => {
  fc.assert(
    fc.property(fc.nat(800), fc.nat(800), (start, length) => {
      const range = { from: textOf(FIRST + start * DAY_MS), to: textOf(FIRST + (start + length) * DAY_MS) };
      const parts = coverDays(range);
      const counts = new Map<string, number>();
      for (const part of parts) {
        for (const day of daysOf(part)) counts.set(day, (counts.get(day) ?? 0) + (part.sign === '-' ? -1 : 1));
      }
      const counted = [...counts].filter(([, count]) => count !== 0).sort();
      assert.deepEqual(
        counted,
        daysBetween(range).map((day) => [day, 1])
      );
      const byDay = parts.filter(({ grain }) => grain === 'day').flatMap(daysOf);
      assert.ok(byDay.length <= 30, `${byDay.length} days`);
    }),
    { seed: 7 }
  );
});

test('a year until the 18th reads the month of today whole, less its days to come', () => {
  assert.deepEqual(coverDays({ from: '2025-11-19', to: '2026-11-18' }), [
    { grain: 'day', sign: '', from: '2025-11-19', to: '2025-11-30' },
    { grain: 'day', sign: '-', from: '2026-11-19', to: '2026-11-30' },
    { grain: 'month', sign: '', from: '2025-12-01', to: '2026-11-30' },
  ]);
});
