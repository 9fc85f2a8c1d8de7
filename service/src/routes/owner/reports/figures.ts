import { z } from '@hono/zod-openapi';
import { EVENTS, type Figure } from '../../../storage/counts/figures.ts';
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

/** As statistics list them. */
const NAMES = [...EVENTS].sort();

export const writeSums = (sums: readonly [string, bigint][]) =>
  sums.map(([currency, sum]) => ({ currency: currency === '' ? null : currency, sum: writeMicros(sum) }));

/**
 * Adds rows up: so many of each kind, and so much money in each currency. In a row of one name, that is what events of
 * the app's own are called.
 */
export function writeFigures(rows: readonly Counted[], ownName = 'other'): FiguresWire {
  const count = (figure: Figure) => countOf(rows, figure);
  const counts = Object.fromEntries(COUNT_NAMES.map((name) => [name, count(COUNTS[name])])) as Record<Count, number>;
  return {
    ...counts,
    confirmedRevenue: writeSums(sumsOf(rows, ['confirmed'])),
    conversion: counts.visitors === 0 ? null : counts.installs / counts.visitors,
    events: NAMES.filter((name) => rows.some(({ figures }) => figures[name] !== undefined)).map((name) => ({
      name: name === 'other' ? ownName : name,
      count: count(name),
      sums: writeSums(sumsOf(rows, [name])),
    })),
    revenue: writeSums(sumsOf(rows, REVENUE_EVENTS)),
  };
}
