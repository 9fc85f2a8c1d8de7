import { useAddress } from './useAddress.ts';

/** From one day to another, in a time zone. */
export interface Days {
  from: string;
  to: string;
  timezone: string;
}

const RANGES = [1, 7, 30, 90] as const;
type Range = (typeof RANGES)[number];

const DEFAULT_RANGE: Range = 30;

const NAMES: Readonly<Record<Range, string>> = { 1: 'Today', 7: '7 days', 30: '30 days', 90: '90 days' };

export const RANGE_OPTIONS = RANGES.map((range) => ({ value: String(range), name: NAMES[range] }));

/** A day of the reader's calendar, such as 2026-01-31. */
function dayOf(date: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Where the browser knows no name that the service knows, too, days begin and end in UTC. */
function readTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return /^[A-Za-z]/.test(timeZone) && timeZone !== 'Etc/Unknown' ? timeZone : 'UTC';
}

function lastDays(range: number): Days {
  const today = new Date();
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (range - 1));
  return { from: dayOf(first), to: dayOf(today), timezone: readTimezone() };
}

/** The days that are looked at, as chosen in the address. */
export function useDays() {
  const { params, set } = useAddress();
  const range = RANGES.find((known) => String(known) === params.get('days')) ?? DEFAULT_RANGE;
  return {
    range: String(range),
    days: lastDays(range),
    choose: (value: string) => set({ days: value === String(DEFAULT_RANGE) ? null : value }),
  };
}
