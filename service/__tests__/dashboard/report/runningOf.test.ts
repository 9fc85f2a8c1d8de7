import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { runningOf } from '../../../dashboard/src/report/runningOf.ts';

/** The hours of 17 March in Vienna. */
const hours = Array.from({ length: 24 }, (_, hour) => ({
  at: new Date(Date.parse('2026-03-16T23:00Z') + hour * 3_600_000).toISOString(),
}));
const days = ['2026-03-16', '2026-03-17', '2026-03-18'].map((at) => ({ at }));

const isTime = (time: string) => mock.timers.enable({ apis: ['Date'], now: Date.parse(time) });

afterEach(() => mock.timers.reset());

test('the hour that it is isn’t over, and of a day that is over none is running', () => {
  for (const [time, running] of [
    ['2026-03-16T22:59:59Z', null],
    ['2026-03-16T23:00:00Z', 0],
    ['2026-03-17T11:30:00Z', 12],
    ['2026-03-17T22:59:59Z', 23],
    ['2026-03-17T23:00:00Z', null],
    ['2026-03-18T11:00:00Z', null],
  ] as const) {
    isTime(time);
    assert.equal(runningOf({ points: hours, unit: 'hour' }, time.slice(0, 10)), running, time);
    mock.timers.reset();
  }
});

test('of days, today is running', () => {
  assert.equal(runningOf({ points: days, unit: 'day' }, '2026-03-17'), 1);
  assert.equal(runningOf({ points: days, unit: 'day' }, '2026-03-19'), null);
});
