import type { Queries } from '../base/Database.ts';
import type { Figure } from './figures.ts';
import { readRollups, type RankedRow, type RollupQuestion } from './readRollups.ts';

/** By what links are listed, beside their revenue, and the figure of the roll-ups that it is. */
export const COUNTED = {
  clicks: 'clicks',
  installs: 'installs',
  buyers: 'buyers',
  purchases: 'purchase',
} as const satisfies Record<string, Figure>;

/** Days of the app's time zone, and whose a sale is. */
export type CountedDays = Pick<RollupQuestion, 'appId' | 'from' | 'to' | 'attribution'>;

/** What these links brought; a link without anything is left out. */
export async function readLinkCounts(
  queries: Queries,
  days: CountedDays,
  codes: readonly string[]
): Promise<RankedRow[]> {
  if (codes.length === 0) return [];
  return readRollups(queries, { ...days, isByDay: false, by: 'link', filters: { link: codes } });
}
