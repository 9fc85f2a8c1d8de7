const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exactTimes = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const clockTimes = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
/** A day is no moment: it has the same name in every zone. */
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDays = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const daysOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function formatWith(format: Intl.DateTimeFormat, iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : format.format(time);
}

/** In the reader's zone, as all of these. */
export const formatTime = (iso: string) => formatWith(times, iso);
export const formatExactTime = (iso: string) => formatWith(exactTimes, iso);
export const formatClockTime = (iso: string) => formatWith(clockTimes, iso);
export const formatDate = (iso: string) => formatWith(dates, iso);

/** Of a day such as 2026-01-31. */
export const formatDay = (day: string) => formatWith(days, day);
export const formatLongDay = (day: string) => formatWith(longDays, day);
export const formatDayOfYear = (day: string) => formatWith(daysOfYear, day);

/** An hour of a day, in the zone of the app. */
export const formatHour = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }).format(Date.parse(iso));

/** How long something took, by its largest unit. */
export function formatDuration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}
