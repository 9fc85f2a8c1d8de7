import type { Queries } from './Database.ts';
import { COUNT, type Figure } from './rollups/figures.ts';
import { readRollups, type RollupQuestion } from './rollups/readRollups.ts';

/** What the list of links shows of each link. */
export interface LinkCounts {
  clicks: number;
  installs: number;
  purchases: number;
}

export type Counted = keyof LinkCounts;

export const COUNTED: readonly Counted[] = ['clicks', 'installs', 'purchases'];

/** Days of the app's time zone. */
export type CountedDays = Pick<RollupQuestion, 'appId' | 'from' | 'to'>;

export const FIGURE_OF: Readonly<Record<Counted, Figure>> = {
  clicks: 'clicks',
  installs: 'installs',
  purchases: 'purchase',
};

/** The counts of these links; a link without any is left out. */
export async function readLinkCounts(
  queries: Queries,
  days: CountedDays,
  codes: readonly string[]
): Promise<Map<string, LinkCounts>> {
  if (codes.length === 0) return new Map();
  const rows = await readRollups(queries, {
    ...days,
    attribution: 'last',
    isByDay: false,
    by: 'link',
    filters: { link: codes },
  });
  const count = (figures: (typeof rows)[number]['figures'], counted: Counted) =>
    Number(figures[FIGURE_OF[counted]] ?? 0);
  return new Map(
    rows
      .filter(({ unit }) => unit === COUNT)
      .map(({ value, figures }) => [
        value ?? '',
        {
          clicks: count(figures, 'clicks'),
          installs: count(figures, 'installs'),
          purchases: count(figures, 'purchases'),
        },
      ])
  );
}
