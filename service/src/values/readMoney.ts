/** Amounts have at most 15 digits before the point; the column `amount` has room for them. */
const LARGEST = 1e15;

/** Plain decimals: no exponent, no group separators, a point and not a comma. */
const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,30})?$/;

/**
 * The codes of ISO 4217 that are in use, from the Unicode data that Node keeps up to date: a list of our own would age.
 */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

export interface Money {
  /** A number as a string, which the database reads without rounding it to a binary fraction. */
  amount: string;
  /** A code of ISO 4217; null if none is given. */
  currency: string | null;
}

function amountOf(value: unknown): string | null {
  // A number is written as JSON writes it: 59.9 is "59.9", and only tiny numbers have an exponent.
  if (typeof value === 'number') return Math.abs(value) < LARGEST ? String(value) : null;
  return typeof value === 'string' && DECIMAL.test(value) ? value : null;
}

/** An event's money: `total`, or else `value`, in `currency`. Null without an amount, or for an unknown currency. */
export function readMoney(data: unknown): Money | null {
  if (typeof data !== 'object' || data === null) return null;
  const { total, value, currency } = data as Record<string, unknown>;
  const amount = amountOf(total) ?? amountOf(value);
  if (amount === null) return null;
  if (currency === undefined || currency === null) return { amount, currency: null };
  const code = typeof currency === 'string' ? currency.toUpperCase() : '';
  return CURRENCIES.has(code) ? { amount, currency: code } : null;
}

/** Removes the zeros that the column adds: 59.900000 becomes 59.9. */
export function trimAmount(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
