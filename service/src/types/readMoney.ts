/** What the column `amount` has room for before the point. */
const LARGEST = 1e15;

/** Plain decimals: no exponent, no group separators, a point and not a comma. */
const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,30})?$/;

const CURRENCY = /^[a-z]{3}$/i;

export interface Money {
  /** A number as text, which the database reads without rounding it to a binary fraction. */
  amount: string;
  /** Three capital letters; null if there are none. */
  currency: string | null;
}

function amountOf(value: unknown): string | null {
  // Written as JSON writes it: 59.9 is "59.9", and only what is tiny has an exponent.
  if (typeof value === 'number') return Math.abs(value) < LARGEST ? String(value) : null;
  return typeof value === 'string' && DECIMAL.test(value) ? value : null;
}

/** The money in an event's data: `total`, or else `value`, in `currency`. */
export function readMoney(data: unknown): Money | null {
  if (typeof data !== 'object' || data === null) return null;
  const { total, value, currency } = data as Record<string, unknown>;
  const amount = amountOf(total) ?? amountOf(value);
  if (amount === null) return null;
  const isCode = typeof currency === 'string' && CURRENCY.test(currency);
  return { amount, currency: isCode ? currency.toUpperCase() : null };
}

/** Without the zeros that a column adds: 59.9 for 59.900000. */
export function trimAmount(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
