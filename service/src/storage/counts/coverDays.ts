import { DAY_MS } from '../../values/durations.ts';

/** Days such as 2026-01-31, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Rows to read: those of days, or of months by their first days. Those with a minus are subtracted. */
export interface Part extends Days {
  grain: 'day' | 'month';
  sign: '' | '-';
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

function monthAfter(time: number, months: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

export const eachDay = (days: Days): Part[] => [{ ...days, grain: 'day', sign: '' }];

/**
 * Covers some days with the fewest rows: months, and at both edges the wanted days of a month, or the month less its
 * other days. Future days have no rows, so a range until today costs hardly more than its months.
 */
export function coverDays({ from, to }: Days): Part[] {
  const parts: Part[] = [];
  const put = (grain: Part['grain'], sign: Part['sign'], start: number, end: number) => {
    if (start < end) parts.push({ grain, sign, from: dayOf(start), to: dayOf(end - DAY_MS) });
  };
  const [start, end] = [timeOf(from), timeOf(to) + DAY_MS];
  let firstMonth: number | null = null;
  let monthsEnd = 0;
  for (let month = monthAfter(start, 0); month < end; month = monthAfter(month, 1)) {
    const next = monthAfter(month, 1);
    const [first, last] = [Math.max(start, month), Math.min(end, next)];
    if (2 * (last - first) > next - month) {
      firstMonth ??= month;
      monthsEnd = next;
      put('day', '-', month, first);
      put('day', '-', last, next);
    } else {
      put('day', '', first, last);
    }
  }
  put('month', '', firstMonth ?? monthsEnd, monthsEnd);
  return parts;
}
