const counts = new Intl.NumberFormat();
const shortCounts = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumSignificantDigits: 2 });
const ratios = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });

/** Sums have micros at the most, and none of them is rounded away. */
const MAX_DECIMALS = 6;

export const formatCount = (count: number) => counts.format(count);

/** For the axis of a chart. */
export const formatShortCount = (count: number) => shortCounts.format(count);

export const formatShare = (share: number) => shares.format(share);

/** How sure a match is, rounded down: a fingerprint is never certain. */
export const formatConfidence = (confidence: number) => shares.format(Math.floor(confidence * 100) / 100);

export const formatRatio = (ratio: number) => ratios.format(ratio);

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
