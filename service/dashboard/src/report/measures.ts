import type { FiguresWire as Figures } from '../../../src/routes/owner/reports/figures.ts';
import { DEFINITIONS } from '../../../src/values/definitions.ts';
import { formatChange, formatCount, formatMoney, formatPerHundred, formatPoints, isSmallBase } from '../ui/numbers.ts';

export const MEASURES = ['visitors', 'installs', 'buyers', 'revenue', 'conversion'] as const;

export type Measure = (typeof MEASURES)[number];

export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  visitors: 'Visitors',
  installs: 'Installs',
  buyers: 'Buyers',
  revenue: 'Revenue',
  conversion: 'Installs per 100 visitors',
};

export const definitionOf = (measure: Measure) => DEFINITIONS[measure];

/** Smaller changes are rounded to zero: half a percent, and half of a tenth of a point. */
const LEAST_CHANGE = 0.005;
const LEAST_POINTS = 0.0005;

const revenueIn = ({ revenue }: Figures, currency: string | null) =>
  revenue.find((sum) => sum.currency === currency)?.sum ?? '0';

/** A number to draw and compare: revenue in this currency only; null for the conversion without visitors. */
export function numberOf(figures: Figures, measure: Measure, currency: string | null): number | null {
  return measure === 'revenue' ? Number(revenueIn(figures, currency)) : figures[measure];
}

export function textOf(figures: Figures, measure: Measure, currency: string | null): string {
  // Without any sale, no currency is known.
  if (measure === 'revenue' && figures.revenue.length === 0 && currency === null) return '0';
  if (measure === 'revenue') return formatMoney(revenueIn(figures, currency), currency);
  const number = figures[measure];
  if (number === null) return '–';
  return measure === 'conversion' ? formatPerHundred(number) : formatCount(number);
}

/**
 * The change since the days before: in words, and whether it is good; null if nothing can be compared. `was` is null
 * where the words say it.
 */
export function changeOf(
  now: Figures,
  before: Figures | undefined,
  measure: Measure,
  currency: string | null
): { text: string; was: string | null; tone: 'good' | 'bad' | 'quiet' } | null {
  if (!before) return null;
  const [one, other] = [numberOf(now, measure, currency), numberOf(before, measure, currency)];
  if (one === null || other === null) return null;
  // A change that is rounded to zero is none.
  const least = measure === 'conversion' ? LEAST_POINTS : LEAST_CHANGE * Math.abs(other);
  const tone = Math.abs(one - other) < least || one === other ? 'quiet' : one > other ? 'good' : 'bad';
  const was = `was ${textOf(before, measure, currency)}`;
  if (measure === 'conversion') {
    const bases = [now, before].flatMap(({ visitors, installs }) => [visitors, installs]);
    return bases.some(isSmallBase) ? null : { text: formatPoints(one, other), was, tone };
  }
  if (other === 0) return one === 0 ? null : { text: 'new', was: null, tone: 'quiet' };
  const isFromFew = measure === 'revenue' ? isSmallBase(before.purchases) : isSmallBase(other);
  const percent = isFromFew ? null : formatChange(one, other);
  return percent === null ? { text: was, was: null, tone } : { text: percent, was, tone };
}
