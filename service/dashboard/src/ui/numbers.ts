const counts = new Intl.NumberFormat();
const shortCounts = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumSignificantDigits: 2 });
const changes = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const perHundred = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });
const points = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** From fewer, a change in percent says nothing. */
const SMALL_BASE = 10;
/** To more than this many times as much, neither. */
const MAX_TIMES = 10;

/** Sums have micros at the most, and none of them is rounded away. */
const MAX_DECIMALS = 6;

export const formatCount = (count: number) => counts.format(count);

/** For the axis of a chart. */
export const formatShortCount = (count: number) => shortCounts.format(count);

export const formatShare = (share: number) => shares.format(share);

/** How sure a match is, rounded down: a fingerprint is never certain. */
export const formatConfidence = (confidence: number) => shares.format(Math.floor(confidence * 100) / 100);

/** How many of one there are for 100 of another that aren't the same people. */
export const formatPerHundred = (ratio: number) => perHundred.format(ratio * 100);

/** How much more or less it is than before; null from a base that is too small for that. */
export function formatChange(now: number, before: number): string | null {
  if (before === 0 || Math.abs(now - before) >= MAX_TIMES * Math.abs(before)) return null;
  return changes.format((now - before) / Math.abs(before));
}

/** Whether a number is so small that we show it instead of a percentage. */
export const isSmallBase = (count: number) => count < SMALL_BASE;

/** The change of a number per 100. */
export const formatPoints = (now: number, before: number) => points.format((now - before) * 100);

function formatterOf(currency: string | null): Intl.NumberFormat {
  const decimals = { maximumFractionDigits: MAX_DECIMALS };
  if (currency === null) return new Intl.NumberFormat(undefined, decimals);
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...decimals });
  } catch {
    return new Intl.NumberFormat(undefined, decimals);
  }
}

/** An exact decimal with its currency. It stays text all the way, as a number would round long ones. */
export function formatMoney(sum: string, currency: string | null): string {
  const text = formatterOf(currency).format(sum as Intl.StringNumericLiteral);
  return currency === null ? `${text} without currency` : text;
}
