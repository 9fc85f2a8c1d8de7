import { sql } from 'drizzle-orm';
import { bind } from '../base/bind.ts';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';
import { asList, hasAny, signed, sums, withNames, type Listed } from './columns.ts';
import { coverDays, eachDay, type Days, type Part } from './coverDays.ts';
import type { COHORT_DAYS, ORIGINS } from './figures.ts';
import { COHORT, COHORT_FIGURES, ZONES } from './project.ts';
import { isAmong, type RollupFilters } from './readRollups.ts';

const UNFOLDED = `delta AS (SELECT * FROM deltas WHERE app_id = :'app'), ${ZONES}, ${COHORT}`;

/** A figure of a cohort: how many installs, how many of them bought or came back, and for how much. */
export type CohortFigure = 'installs' | `${'buyers' | 'revenue' | 'returned'}_${(typeof COHORT_DAYS)[number]}`;

export interface CohortRow {
  /** The day of the install, in the app's time zone; null if days weren't asked for. */
  day: string | null;
  /** The value of the dimension asked for. */
  value: string | null;
  /** `count`, or the currency of the sums; '' if it is unknown. */
  unit: string;
  /** Exact decimals as strings; a figure that is left out is zero. */
  figures: Partial<Record<CohortFigure, string>>;
}

export interface CohortQuestion {
  appId: string;
  /** The first and the last day of installs. */
  from: string;
  to: string;
  by: 'day' | (typeof ORIGINS)[number];
  filters: Pick<RollupFilters, (typeof ORIGINS)[number]>;
}

/**
 * Installs by their day, and what became of them, always under the link that brought them. Buyers and revenue count
 * within that many times 24 hours of the install. An install has returned if it logged an event or opened a link on the
 * calendar day that many days after its own.
 */
export async function readCohorts(
  queries: Queries,
  { appId, from, to, by, filters }: CohortQuestion
): Promise<CohortRow[]> {
  const asked = Object.entries(filters);
  const isByKey = by !== 'day' || asked.length > 0;
  const passes = asked.map(([name, values]) => isAmong(name, values));
  const isOfLinks = sql.raw(isByKey ? 'key <> 0' : 'key = 0');
  const within = (days: Days) => sql`day >= ${days.from}::date AND day <= ${days.to}::date AND ${isOfLinks}`;
  const columns = (sign?: Part['sign']) => sql.raw(`day, key, unit, ${signed(COHORT_FIGURES, sign)}`);
  const range: Days = { from, to };
  const stored = (by === 'day' ? eachDay(range) : coverDays(range)).map(
    (part) => sql`
        SELECT ${columns(part.sign)} FROM cohorts WHERE app_id = ${appId} AND grain = ${part.grain} AND ${within(part)}`
  );
  const result = await query<Listed<CohortRow>>(queries)`
    WITH ${bind(UNFOLDED, { app: appId })}
    SELECT day, value, unit, ${sql.raw(asList(COHORT_FIGURES))} AS figures FROM (
      SELECT ${by === 'day' ? sql`day::text` : sql`NULL::text`} AS day, ${by === 'day' ? sql`NULL::text` : sql.raw(by)} AS value, unit,
        ${sql.raw(sums(COHORT_FIGURES))}
      FROM (
        ${sql.join(stored, sql` UNION ALL `)}
        UNION ALL SELECT ${columns()} FROM cohort WHERE ${within(range)}
      ) AS each
      ${isByKey ? sql`JOIN rollup_keys ON rollup_keys.app_id = ${appId} AND rollup_keys.id = each.key` : sql``}
      ${passes.length > 0 ? sql`WHERE ${sql.join(passes, sql` AND `)}` : sql``}
      GROUP BY 1, 2, 3 HAVING ${sql.raw(hasAny(COHORT_FIGURES))}
    ) AS answer ORDER BY day, value, unit`;
  return withNames<CohortRow>(result, COHORT_FIGURES);
}
