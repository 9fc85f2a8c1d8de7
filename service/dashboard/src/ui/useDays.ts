import { createContext, use } from 'react';
import { toLocalTime } from './times.ts';
import { useAddress } from './useAddress.ts';
import { DAY_MS } from '../../../src/values/durations.ts';

/** Both days are included. */
export interface Days {
  from: string;
  to: string;
}

/** Moves back with a negative number. */
export const moveDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const last = (days: number) => (today: string) => ({ from: moveDay(today, 1 - days), to: today });

/** Returns the first day of the week, month or quarter that is `count` after the one of `day`. */
type Start = (day: string, count: number) => string;

/** Weeks begin on Monday. */
const weekStart: Start = (day, weeks) => moveDay(day, 7 * weeks - ((new Date(day).getUTCDay() + 6) % 7));

const monthStart: Start = (day, months) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
};

const quarterStart: Start = (day, quarters) => monthStart(day, 3 * quarters - ((Number(day.slice(5, 7)) - 1) % 3));

const current = (start: Start) => (today: string) => ({ from: start(today, 0), to: today });

const previous = (start: Start) => (today: string) => ({ from: start(today, -1), to: moveDay(start(today, 0), -1) });

const RANGES: Readonly<Record<string, { name: string; daysOf: (today: string) => Days }>> = {
  1: { name: 'Today', daysOf: last(1) },
  7: { name: '7 days', daysOf: last(7) },
  30: { name: '30 days', daysOf: last(30) },
  90: { name: '90 days', daysOf: last(90) },
  yesterday: { name: 'Yesterday', daysOf: previous(moveDay) },
  'this-week': { name: 'This week', daysOf: current(weekStart) },
  'last-week': { name: 'Last week', daysOf: previous(weekStart) },
  'this-month': { name: 'This month', daysOf: current(monthStart) },
  'last-month': { name: 'Last month', daysOf: previous(monthStart) },
  'this-quarter': { name: 'This quarter', daysOf: current(quarterStart) },
  'last-quarter': { name: 'Last quarter', daysOf: previous(quarterStart) },
};

/** What a page shows if its address names no days. */
export const DefaultRange = createContext('30');

/** Shown side by side; the others are in a menu. */
const SHORT = ['1', '7', '30', '90'];

export const rangeName = (value: string) => RANGES[value]?.name ?? value;

const optionOf = (value: string) => ({ value, name: rangeName(value) });

export const SHORT_RANGES = SHORT.map(optionOf);
export const LONG_RANGES = Object.keys(RANGES)
  .filter((value) => !SHORT.includes(value))
  .map(optionOf);

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export const countDays = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** As many days, right before these. */
export const daysBefore = (days: Days): Days => ({
  from: moveDay(days.from, -countDays(days)),
  to: moveDay(days.from, -1),
});

/** Today in a zone. This locale writes days as the service does. */
export const todayIn = (timezone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date());

/** Whether days that end today include the day of a moment, so nothing can have happened before them. */
export const isSince = (iso: string, { from, to }: Days, today: string, timezone: string) =>
  to >= today && toLocalTime(iso, timezone) >= from;

/** The days that the page shows, as chosen in the address, in the time zone of the app. */
export function useDays(timezone: string) {
  const { params, set } = useAddress();
  const initial = use(DefaultRange);
  const today = todayIn(timezone);
  const [from, to] = [params.get('from'), params.get('to')];
  const own = isDay(from) && isDay(to) && from <= to ? { from, to } : null;
  const given = params.get('days') ?? initial;
  const range = RANGES[given] ? given : initial;
  const days = own ?? RANGES[range]?.daysOf(today) ?? last(30)(today);
  return {
    days,
    today,
    /** The name of a range; null for days of one's own. */
    range: own ? null : range,
    choose: (value: string) => set({ from: null, to: null, days: value === initial ? null : value }),
    chooseOwn: (chosen: Days) => set({ ...chosen, days: null }),
  };
}
