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

/** The last days until today, in the time zone of the app, such as 2026-01-02 to 2026-01-31. */
function lastDays(range: number, timezone: string): Days {
  // This locale writes days as the service does.
  const to = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date());
  const first = new Date(to);
  first.setUTCDate(first.getUTCDate() - (range - 1));
  return { from: first.toISOString().slice(0, 10), to, timezone };
}

/** The days that are looked at, as chosen in the address. */
export function useDays(timezone = 'UTC') {
  const { params, set } = useAddress();
  const range = RANGES.find((known) => String(known) === params.get('days')) ?? DEFAULT_RANGE;
  return {
    range: String(range),
    days: lastDays(range, timezone),
    choose: (value: string) => set({ days: value === String(DEFAULT_RANGE) ? null : value }),
  };
}
