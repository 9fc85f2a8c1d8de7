import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCalendar, nextDay, startOfDay } from '../../src/values/days.ts';

test('a day begins when its zone says so, even where midnight doesn’t exist', () => {
  for (const [zone, day, start] of [
    ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['Europe/Vienna', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Vienna', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
    // Beirut's clocks go from midnight to one o'clock.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    // Samoa left this day out.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ] as const) {
    const dayOf = createCalendar(zone);
    assert.ok(dayOf);
    assert.equal(new Date(startOfDay(day, dayOf)).toISOString(), start);
  }
  assert.equal(createCalendar('Europe/Nowhere'), null);
  assert.equal(nextDay('2026-02-28'), '2026-03-01');
});
