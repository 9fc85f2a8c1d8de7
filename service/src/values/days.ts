import { DAY_MS, HOUR_MS } from './durations.ts';

const QUARTER_MS = 15 * 60 * 1000;

/** No place on earth is further from UTC. */
const MAX_OFFSET_MS = 15 * HOUR_MS;

/** Returns a function from a time to its day in a time zone, such as 2026-01-31; null if there is no such zone. */
export function createCalendar(timezone: string): ((time: number) => string) | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    // 01/31/2026
    const write = (text: string) => `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`;
    return (time) => write(format.format(time));
  } catch {
    return null;
  }
}

/** A time zone in which days are counted, from a time on: see `day_of` in the database. */
export interface Zone {
  since: number;
  timeZone: string;
}

/** Returns such a function for zones that follow each other, the earliest first. */
export function joinCalendars(zones: readonly Zone[]): (time: number) => string {
  const calendars = zones.map(({ since, timeZone }) => ({ since, dayOf: createCalendar(timeZone) }));
  return (time) => {
    const dayOf = calendars.findLast(({ since }) => since <= time)?.dayOf;
    return dayOf ? dayOf(time) : new Date(time).toISOString().slice(0, 10);
  };
}

/**
 * Whether this process and the database agree on the days of this zone. An offset such as +05:30 is refused, as
 * PostgreSQL reads it with the opposite sign.
 */
export const isTimeZone = (name: string): boolean => /^[A-Za-z][\w+\-/]*$/.test(name) && createCalendar(name) !== null;

export function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * When a day begins: at the first quarter of an hour in it. That need not be midnight, because some zones change their
 * clocks at midnight. In all zones days begin at a quarter of an hour of UTC.
 */
export function startOfDay(day: string, dayOf: (time: number) => string): number {
  const midnight = Date.parse(day);
  let before = midnight - MAX_OFFSET_MS;
  let within = midnight + MAX_OFFSET_MS;
  while (within - before > QUARTER_MS) {
    const middle = before + Math.floor((within - before) / 2 / QUARTER_MS) * QUARTER_MS;
    if (dayOf(middle) < day) before = middle;
    else within = middle;
  }
  return within;
}
