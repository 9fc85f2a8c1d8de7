import { DEFINITIONS } from '../../../src/values/definitions.ts';
import { formatChange, formatCount, formatMoney, formatPoints, formatShare } from '../ui/numbers.ts';
import type { Figures } from './requests.ts';

export const MEASURES = ['visitors', 'installs', 'buyers', 'revenue', 'conversion'] as const;

export type Measure = (typeof MEASURES)[number];

export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  visitors: 'Visitors',
  installs: 'Installs',
  buyers: 'Buyers',
  revenue: 'Revenue',
  conversion: 'Conversion',
};

export const definitionOf = (measure: Measure) => DEFINITIONS[measure];

const revenueIn = ({ revenue }: Figures, currency: string | null) =>
  revenue.find((sum) => sum.currency === currency)?.sum ?? '0';

/** For a chart and a comparison: revenue in the main currency; conversion is null without visitors. */
export function numberOf(figures: Figures, measure: Measure, currency: string | null): number | null {
  return measure === 'revenue' ? Number(revenueIn(figures, currency)) : figures[measure];
}

export function textOf(figures: Figures, measure: Measure, currency: string | null): string {
  if (measure === 'revenue') return formatMoney(revenueIn(figures, currency), currency);
  const number = figures[measure];
  if (number === null) return '–';
  return measure === 'conversion' ? formatShare(number) : formatCount(number);
}

/** How it compares with the days before: in words, and whether that is more; null if nothing can be compared. */
export function changeOf(
  now: Figures,
  before: Figures | undefined,
  measure: Measure,
  currency: string | null
): { text: string; tone: 'good' | 'bad' | 'quiet' } | null {
  if (!before) return null;
  const [one, other] = [numberOf(now, measure, currency), numberOf(before, measure, currency)];
  if (one === null || other === null) return null;
  const text = measure === 'conversion' ? formatPoints(one, other) : formatChange(one, other);
  if (text === null) return one === 0 ? null : { text: 'new', tone: 'quiet' };
  return { text, tone: one > other ? 'good' : one < other ? 'bad' : 'quiet' };
}
