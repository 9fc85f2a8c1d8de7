import { z } from '@hono/zod-openapi';
import type { Fact } from '../../../storage/linkStatistics.ts';
import { writeMicros } from '../../../values/micros.ts';
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

/** Events whose money is revenue: what comes in, and what goes back. */
export const REVENUE_EVENTS: readonly (string | null)[] = ['purchase', 'refund'];

/** Currencies in the order of their letters, the unknown one last. */
const byCurrency = ([one]: readonly [string | null, unknown], [other]: readonly [string | null, unknown]) =>
  one === null ? 1 : other === null || one < other ? -1 : 1;

type Sums = Map<string | null, bigint>;

const addTo = (sums: Sums, { currency, micros }: Fact) => {
  if (micros !== null) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(micros));
};

const writeSums = (sums: Sums) =>
  [...sums].sort(byCurrency).map(([currency, sum]) => ({ currency, sum: writeMicros(sum) }));

/** Adds facts up: so many of each kind, and so much money in each currency. */
export function writeFigures(facts: readonly Fact[]) {
  const counts = { clicks: 0, installs: 0, opens: 0 };
  const events = new Map<string, { count: number; sums: Sums }>();
  const revenue: Sums = new Map();
  for (const fact of facts) {
    if (fact.what === 'event') {
      const name = fact.name ?? '';
      const event = events.get(name) ?? { count: 0, sums: new Map<string | null, bigint>() };
      event.count += fact.count;
      addTo(event.sums, fact);
      events.set(name, event);
      if (REVENUE_EVENTS.includes(name)) addTo(revenue, fact);
    } else counts[fact.what] += fact.count;
  }
  return {
    ...counts,
    events: [...events]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { count, sums }]) => ({ name, count, sums: writeSums(sums) })),
    revenue: writeSums(revenue),
  };
}
