import { readMicros } from '../values/micros.ts';
import { COUNT, type Figure } from '../storage/counts/figures.ts';

/** What is added up of a RollupRow. */
export interface Counted {
  unit: string;
  figures: Partial<Record<Figure, string>>;
}

/** Events whose money is revenue: what comes in, and what goes back. */
export const REVENUE_EVENTS: readonly Figure[] = ['purchase', 'refund'];

/** Sorts by currency, the unknown one last. */
const byCurrency = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one === '' ? 1 : other === '' || one < other ? -1 : 1;

export const countOf = (rows: readonly Counted[], figure: Figure): number =>
  rows.reduce((sum, row) => (row.unit === COUNT ? sum + Number(row.figures[figure] ?? 0) : sum), 0);

/** The sum of these figures in each currency, sorted by currency. */
export function sumsOf(rows: readonly Counted[], figures: readonly Figure[]): [currency: string, sum: bigint][] {
  const sums = new Map<string, bigint>();
  for (const { unit, figures: counted } of rows) {
    if (unit === COUNT) continue;
    for (const figure of figures) {
      const amount = counted[figure];
      if (amount !== undefined) sums.set(unit, (sums.get(unit) ?? 0n) + readMicros(amount));
    }
  }
  return [...sums].sort(byCurrency);
}

/** The known currency with the largest revenue, positive or negative; null if there is none. */
export function mainCurrency(rows: readonly Counted[]): string | null {
  const size = (sum: bigint) => (sum < 0n ? -sum : sum);
  const known = sumsOf(rows, REVENUE_EVENTS).filter(([currency]) => currency !== '');
  const [main] = known.sort(([, one], [, other]) => (size(other) > size(one) ? 1 : -1));
  return main?.[0] ?? null;
}
