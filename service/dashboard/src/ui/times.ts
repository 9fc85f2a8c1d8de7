/** A day is no moment: it has the same name in every zone. */
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDays = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const daysOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

function formatWith(format: Intl.DateTimeFormat, iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : format.format(time);
}

/** In a zone, whose name it includes. */
export const formatTime = (iso: string, timeZone: string) =>
  formatWith(
    new Intl.DateTimeFormat(undefined, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    }),
    iso
  );

export const formatDate = (iso: string, timeZone: string) =>
  formatWith(new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone }), iso);

/** In the format of a browser's datetime field; empty for what is not a time. */
export function toLocalTime(iso: string, timeZone: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return '';
  // This locale writes 2026-01-31 23:59.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(time)
    .replace(' ', 'T');
}

/** The moment that such a field names in a zone; null for none. */
export function fromLocalTime(text: string, timeZone: string): string | null {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return null;
  // The offset of the zone at that time may differ from the one at the first guess.
  let moment = wanted;
  for (let tries = 0; tries < 2; tries += 1) {
    moment += wanted - Date.parse(`${toLocalTime(new Date(moment).toISOString(), timeZone)}Z`);
  }
  return new Date(moment).toISOString();
}

/** Of a day such as 2026-01-31. */
export const formatDay = (day: string) => formatWith(days, day);
export const formatLongDay = (day: string) => formatWith(longDays, day);
export const formatDayOfYear = (day: string) => formatWith(daysOfYear, day);

/** An hour of a day, in the zone of the app. */
export const formatHour = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }).format(Date.parse(iso));
