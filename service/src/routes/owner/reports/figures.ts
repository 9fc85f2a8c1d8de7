import { z } from '@hono/zod-openapi';
import { COUNT, type Figure } from '../../../storage/rollups/figures.ts';
import { DEFINITIONS, type Defined } from '../../../values/definitions.ts';
import { EVENT_NAMES } from '../../../values/eventNames.ts';
import { readMicros, writeMicros } from '../../../values/micros.ts';

export const sumsSchema = z.array(
  z.object({
    currency: z
      .string()
      .nullable()
      .openapi({ description: 'Null if the events named no valid currency.', example: 'EUR' }),
    sum: z.string().openapi({ description: 'An exact decimal.', example: '59.9' }),
  })
);

const counted = (figure: Defined) => z.int().openapi({ description: DEFINITIONS[figure] });

export const figuresSchema = z
  .object({
    clicks: counted('clicks'),
    visitors: counted('visitors'),
    storeTaps: counted('storeTaps'),
    installs: counted('installs'),
    bought: counted('bought'),
    withoutLink: counted('withoutLink'),
    unsure: counted('unsure'),
    opens: counted('opens'),
    buyers: counted('buyers'),
    purchases: counted('purchases'),
    revenue: sumsSchema.openapi({ description: DEFINITIONS.revenue }),
    confirmedPurchases: counted('confirmedPurchases'),
    confirmedRevenue: sumsSchema.openapi({ description: DEFINITIONS.confirmedRevenue }),
    conversion: z
      .number()
      .nullable()
      .openapi({ description: `${DEFINITIONS.conversion} Null without visitors.` }),
    events: z.array(
      z.object({
        name: z.string().openapi({ description: 'A name of LinkEventNames, or `other`.' }),
        count: z.int(),
        sums: sumsSchema,
      })
    ),
  })
  .openapi('Figures');

export type FiguresWire = z.output<typeof figuresSchema>;

/** The values of each key, in their order. */
export function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** Rows of roll-ups that are added up: see RollupRow. */
export interface Counted {
  unit: string;
  figures: Partial<Record<Figure, string>>;
}

/** As statistics list them. */
const NAMES = [...EVENT_NAMES, 'other'].sort() as Figure[];

/** Events whose money is revenue: what comes in, and what goes back. */
const REVENUE_EVENTS: readonly Figure[] = ['purchase', 'refund'];

/** Currencies in the order of their letters, the unknown one last. */
const byCurrency = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one === '' ? 1 : other === '' || one < other ? -1 : 1;

/** The sum of some figures, by currency. */
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

export const writeSums = (sums: readonly [string, bigint][]) =>
  sums.map(([currency, sum]) => ({ currency: currency === '' ? null : currency, sum: writeMicros(sum) }));

/** Adds rows up: so many of each kind, and so much money in each currency. */
export function writeFigures(rows: readonly Counted[]): FiguresWire {
  const count = (figure: Figure) =>
    rows.reduce((sum, row) => (row.unit === COUNT ? sum + Number(row.figures[figure] ?? 0) : sum), 0);
  const [visitors, installs] = [count('visitors'), count('installs')];
  return {
    clicks: count('clicks'),
    visitors,
    storeTaps: count('store_taps'),
    installs,
    bought: count('bought'),
    withoutLink: count('without_link'),
    unsure: count('unsure'),
    opens: count('opens'),
    buyers: count('buyers'),
    purchases: count('purchase'),
    confirmedPurchases: count('confirmed'),
    confirmedRevenue: writeSums(sumsOf(rows, ['confirmed'])),
    conversion: visitors === 0 ? null : installs / visitors,
    events: NAMES.filter((name) => rows.some(({ figures }) => figures[name] !== undefined)).map((name) => ({
      name,
      count: count(name),
      sums: writeSums(sumsOf(rows, [name])),
    })),
    revenue: writeSums(sumsOf(rows, REVENUE_EVENTS)),
  };
}

/** The known currency with the largest revenue; null if there is none. */
export function mainCurrency(rows: readonly Counted[]): string | null {
  const size = (sum: bigint) => (sum < 0n ? -sum : sum);
  const known = sumsOf(rows, REVENUE_EVENTS).filter(([currency]) => currency !== '');
  const [main] = known.sort(([, one], [, other]) => (size(other) > size(one) ? 1 : -1));
  return main?.[0] ?? null;
}
