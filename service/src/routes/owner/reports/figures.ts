import { z } from '@hono/zod-openapi';
import { COUNT, EVENTS, type Figure } from '../../../storage/counts/figures.ts';
import { countOf, REVENUE_EVENTS, sumsOf, type Counted } from '../../../operations/sums.ts';
import { COUNT_NAMES, COUNTS, DEFINITIONS, type Count } from '../../../values/definitions.ts';
import { writeMicros } from '../../../values/micros.ts';

export const sumsSchema = z.array(
  z.object({
    currency: z
      .string()
      .nullable()
      .openapi({ description: 'Null if the events named no valid currency.', example: 'EUR' }),
    sum: z.string().openapi({ description: 'An exact decimal.', example: '59.9' }),
  })
);

const countSchema = (name: Count) => z.int().openapi({ description: DEFINITIONS[name] });

export const figuresSchema = z
  .object({
    ...(Object.fromEntries(COUNT_NAMES.map((name) => [name, countSchema(name)])) as Record<
      Count,
      ReturnType<typeof countSchema>
    >),
    revenue: sumsSchema.openapi({ description: DEFINITIONS.revenue }),
    confirmedRevenue: sumsSchema.openapi({ description: DEFINITIONS.confirmedRevenue }),
    conversion: z
      .number()
      .nullable()
      .openapi({ description: `${DEFINITIONS.conversion} Null without visitors.` }),
    events: z.array(
      z.object({
        name: z.string().openapi({
          description:
            'A name of LinkEventNames, or `other` for all of the app’s own; in a row of one name, that name.',
        }),
        count: z.int(),
        sums: sumsSchema,
      })
    ),
  })
  .openapi('Figures');

export type FiguresWire = z.output<typeof figuresSchema>;

/** In the order in which answers list them. */
const NAMES = [...EVENTS].sort();

export const writeSums = (sums: readonly [string, bigint][]) =>
  sums.map(([currency, sum]) => ({ currency: currency === '' ? null : currency, sum: writeMicros(sum) }));

const has = (rows: readonly Counted[], figure: Figure) => rows.some(({ figures }) => figures[figure] !== undefined);

/**
 * Adds rows up: counts, and sums in each currency. `ownName` is what the app's own events are called: in a row of one
 * name, that name.
 */
export function writeFigures(rows: readonly Counted[], ownName = 'other'): FiguresWire {
  // Separate, because most names have no money: an answer of 1,000 rows looks for 30 names in each.
  const counted = rows.filter(({ unit }) => unit === COUNT);
  const paid = rows.filter(({ unit }) => unit !== COUNT);
  const counts = Object.fromEntries(COUNT_NAMES.map((name) => [name, countOf(counted, COUNTS[name])])) as Record<
    Count,
    number
  >;
  // Not by a spread, which takes V8 several times as long.
  return Object.assign(counts, {
    confirmedRevenue: writeSums(sumsOf(paid, ['confirmed'])),
    conversion: counts.visitors === 0 ? null : counts.installs / counts.visitors,
    events: NAMES.filter((name) => has(counted, name) || has(paid, name)).map((name) => ({
      name: name === 'other' ? ownName : name,
      count: countOf(counted, name),
      sums: has(paid, name) ? writeSums(sumsOf(paid, [name])) : [],
    })),
    revenue: writeSums(sumsOf(paid, REVENUE_EVENTS)),
  });
}
