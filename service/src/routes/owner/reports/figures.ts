import { z } from '@hono/zod-openapi';
import { COUNT, type Figure } from '../../../storage/rollups/figures.ts';
import { EVENT_NAMES } from '../../../values/eventNames.ts';
import { readMicros, writeMicros } from '../../../values/micros.ts';
import { OTHER_PATHS } from '../../../values/linkPaths.ts';
import { nextCursorSchema } from '../../wire/schemas.ts';

const sumsSchema = z.array(
  z.object({
    currency: z
      .string()
      .nullable()
      .openapi({ description: 'Null if the events named no valid currency.', example: 'EUR' }),
    sum: z.string().openapi({ description: 'An exact decimal.', example: '59.9' }),
  })
);

const figuresSchema = z
  .object({
    clicks: z.int(),
    installs: z
      .int()
      .openapi({ description: 'Installs that were matched; without a link, attempts that matched nothing.' }),
    opens: z.int().openapi({ description: 'How often the link opened an installed app.' }),
    events: z.array(
      z.object({
        name: z.string().openapi({ description: 'One of the eighteen, or `other`.' }),
        count: z.int(),
        sums: sumsSchema,
      })
    ),
    revenue: sumsSchema.openapi({ description: 'Purchases less refunds.' }),
  })
  .openapi('Figures');

const dayFiguresSchema = figuresSchema.extend({ day: z.iso.date() }).openapi('FiguresOfDay');

const linkFiguresSchema = figuresSchema
  .extend({
    link: z
      .object({
        code: z.string().openapi({
          description: `The path of a path link; \`${OTHER_PATHS}\` for those that weren’t counted one by one.`,
        }),
        shortUrl: z.url().nullable(),
        title: z.string().nullable(),
        destination: z.string().nullable().openapi({ description: 'Null if the link was deleted.' }),
        disabled: z.boolean(),
      })
      .nullable()
      .openapi({ description: 'Null for everything that belongs to no link.' }),
    days: z.array(dayFiguresSchema).optional(),
  })
  .openapi('FiguresOfLink');

export const statisticsSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string(),
    total: figuresSchema,
    organic: figuresSchema.optional().openapi({ description: 'The part of the total that belongs to no link.' }),
    days: z
      .array(dayFiguresSchema)
      .optional()
      .openapi({ description: 'All days of the range, including days without anything.' }),
    links: z.array(linkFiguresSchema).optional(),
    order: z.object({ by: z.string(), currency: z.string().nullable().optional() }).optional(),
    nextCursor: nextCursorSchema.optional(),
  })
  .openapi('Statistics');

export type StatisticsWire = z.output<typeof statisticsSchema>;

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
const NAMES = [...EVENT_NAMES, 'other'].sort() as (Figure & string)[];

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

const writeSums = (sums: readonly [string, bigint][]) =>
  sums.map(([currency, sum]) => ({ currency: currency === '' ? null : currency, sum: writeMicros(sum) }));

/** Adds rows up: so many of each kind, and so much money in each currency. */
export function writeFigures(rows: readonly Counted[]) {
  const count = (...figures: Figure[]) =>
    rows.reduce(
      (sum, row) =>
        row.unit === COUNT ? figures.reduce((part, figure) => part + Number(row.figures[figure] ?? 0), sum) : sum,
      0
    );
  return {
    clicks: count('clicks'),
    installs: count('installs', 'without_link', 'unsure'),
    opens: count('opens'),
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
