const counts = new Intl.NumberFormat();
const shortCounts = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const changes = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const perHundred = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const points = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** From a smaller number, a change in percent says nothing. */
const SMALL_BASE = 10;
/** Nor does a change by this many times the number, or more. */
const MAX_TIMES = 10;

/** Sums are exact to a millionth, and none of it is rounded away. */
const MAX_DECIMALS = 6;

export const formatCount = (count: number) => counts.format(count);

/** For the axis of a chart. */
export const formatShortCount = (count: number) => shortCounts.format(count);

/** Parts of a whole in two digits. Less than the whole is never rounded up to it. */
function createPartsFormat(style: 'percent' | 'decimal', whole: number) {
  const usual = new Intl.NumberFormat(undefined, {
    style,
    maximumSignificantDigits: 2,
    maximumFractionDigits: 0,
    roundingPriority: 'morePrecision',
  });
  const nearlyAll = new Intl.NumberFormat(undefined, { style, maximumFractionDigits: 1, roundingMode: 'floor' });
  return (part: number) => (part > 0.99 && part < 1 ? nearlyAll : usual).format(part * whole);
}

export const formatShare = createPartsFormat('percent', 1);

export const formatOfHundred = createPartsFormat('decimal', 100);

/**
 * Shares in percent that add up to 100; a count above zero is never shown as zero. If one share is below ten percent,
 * all have a decimal, as rounding a small share up for the sum would change it too much.
 */
export function formatShares(counts: readonly number[]): string[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return counts.map(() => formatShare(0));
  const decimals = counts.some((count) => count > 0 && count < all / 10) ? 1 : 0;
  const whole = 100 * 10 ** decimals;
  const format = new Intl.NumberFormat(undefined, { style: 'percent', minimumFractionDigits: decimals }).format;
  const exact = counts.map((count) => ({ count, part: Math.floor((whole * count) / all) }));
  const missing = whole - exact.reduce((sum, { part }) => sum + part, 0);
  const remainder = ({ count, part }: { count: number; part: number }) => (whole * count) / all - part;
  for (const each of exact.toSorted((one, other) => remainder(other) - remainder(one)).slice(0, missing))
    each.part += 1;
  return exact.map(({ count, part }) => {
    if (part === 0) return count > 0 ? `<${format(1 / whole)}` : formatShare(0);
    return part === whole && count < all ? `>${format((whole - 1) / whole)}` : format(part / whole);
  });
}

/** How sure a match is, rounded down: a fingerprint is never certain. */
export const formatConfidence = (confidence: number) => formatShare(Math.floor(confidence * 100) / 100);

/** How many of one group there are per 100 of another, which aren't the same people. */
export const formatPerHundred = (ratio: number) => perHundred.format(ratio * 100);

/** The change in percent; null from zero, or if it is too large to say anything. */
export function formatChange(now: number, before: number): string | null {
  if (before === 0 || Math.abs(now - before) >= MAX_TIMES * Math.abs(before)) return null;
  return changes.format((now - before) / Math.abs(before));
}

/** Whether a number is so small that we show it instead of a percentage. */
export const isSmallBase = (count: number) => count < SMALL_BASE;

/** The change of a number per 100: the difference of the two as they are shown. */
export const formatPoints = (now: number, before: number) =>
  `${points.format((Math.round(now * 1_000) - Math.round(before * 1_000)) / 10)} points`;

function formatterOf(currency: string | null, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  if (currency === null) return new Intl.NumberFormat(undefined, options);
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...options });
  } catch {
    return new Intl.NumberFormat(undefined, options);
  }
}

/** For the axis of a chart. */
export const formatShortMoney = (sum: number, currency: string | null) =>
  formatterOf(currency, { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }).format(sum);

/** An exact decimal with its currency, in all its digits. It stays a string, as a number would round long ones. */
export function formatMoney(
  sum: string,
  currency: string | null,
  options: Intl.NumberFormatOptions = { maximumFractionDigits: MAX_DECIMALS }
): string {
  const text = formatterOf(currency, options).format(sum as Intl.StringNumericLiteral);
  return currency === null ? `${text} without currency` : text;
}
