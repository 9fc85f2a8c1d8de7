import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime, fromLocalTime, toLocalTime } from '../../../dashboard/src/ui/times.ts';

test('a time in a form is one of the app’s zone, also around a change of its clocks', () => {
  for (const [zone, local, iso] of [
    ['UTC', '2026-11-18T12:00', '2026-11-18T12:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-18T12:00', '2026-11-18T06:30:00.000Z'],
    ['America/New_York', '2026-03-08T01:30', '2026-03-08T06:30:00.000Z'],
    ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
    ['Europe/Vienna', '2026-10-25T03:30', '2026-10-25T02:30:00.000Z'],
  ] as const) {
    assert.equal(fromLocalTime(local, zone), iso, `${zone} ${local}`);
    assert.equal(toLocalTime(iso, zone), local);
  }
  assert.equal(fromLocalTime('', 'UTC'), null);
});

test('a moment names the zone it is in', () => {
  assert.match(formatTime('2026-11-18T06:30:00Z', 'Asia/Kolkata'), /12:00.*(GMT\+5:30|IST)/);
});
