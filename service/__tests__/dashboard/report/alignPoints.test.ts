import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignPoints } from '../../../dashboard/src/report/alignPoints.ts';
import { formatHour } from '../../../dashboard/src/ui/times.ts';

const ZONE = 'Europe/Vienna';

/** The hours of a day in Vienna. */
const hoursOf = (start: string, count: number) =>
  Array.from({ length: count }, (_, hour) => new Date(Date.parse(start) + hour * 3_600_000).toISOString());

test('an hour is beside the same hour of a day on which clocks changed', () => {
  const nameOf = (iso: string) => formatHour(iso, ZONE);
  for (const [day, hours, dayBefore, hoursBefore] of [
    ['2026-10-26T00:00+01:00', 24, '2026-10-25T00:00+02:00', 25],
    ['2026-10-25T00:00+02:00', 25, '2026-10-24T00:00+02:00', 24],
    ['2026-03-30T00:00+02:00', 24, '2026-03-29T00:00+01:00', 23],
  ] as const) {
    const points = hoursOf(day, hours);
    const aligned = alignPoints(points, hoursOf(dayBefore, hoursBefore), nameOf);
    assert.equal(aligned.length, hours);
    for (const [place, before] of aligned.entries()) {
      const name = nameOf(points[place] ?? '');
      if (before !== undefined) assert.equal(nameOf(before), name);
      // That hour was skipped.
      else assert.deepEqual([day.slice(0, 10), place], ['2026-03-30', 2]);
    }
  }
});
