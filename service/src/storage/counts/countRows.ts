import { bind } from '../base/bind.ts';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';
import { EVENT_NAMES } from '../../values/eventNames.ts';

const OF_LIBRARY = `'${EVENT_NAMES.join("', '")}'`;

export interface CountedFigure {
  figure: string;
  /** `count`, or a currency as in roll-ups. */
  unit: string;
  value: string;
}

/** Counts what happened in some time from the rows themselves, not from what was counted when they were stored. */
const COUNT_ROWS = `
  WITH fact AS (
    SELECT figure, 'count' AS unit, 1::numeric AS value FROM clicks, LATERAL (VALUES
      ('clicks', true), ('visitors', visitor & 1 > 0), ('store_taps', store_tapped_at IS NOT NULL)
    ) AS each (figure, counts) WHERE counts AND app_id = :'app'
      AND created_at >= :'start'::timestamptz AND created_at < :'end'::timestamptz
    UNION ALL SELECT 'installs', 'count', 1 FROM installs WHERE app_id = :'app'
      AND matched_at >= :'start'::timestamptz AND matched_at < :'end'::timestamptz
    UNION ALL SELECT 'opens', 'count', 1 FROM opens WHERE app_id = :'app'
      AND opened_at >= :'start'::timestamptz AND opened_at < :'end'::timestamptz
    UNION ALL SELECT counted_as, 'count', 1 FROM match_attempts WHERE counted_as IS NOT NULL AND app_id = :'app'
      AND attempted_at >= :'start'::timestamptz AND attempted_at < :'end'::timestamptz
    UNION ALL SELECT 'buyers', 'count', 1 FROM buyers WHERE app_id = :'app'
      AND at >= :'start'::timestamptz AND at < :'end'::timestamptz
    UNION ALL SELECT 'bought', 'count', 1 FROM buyers WHERE app_id = :'app'
      AND installed_at >= :'start'::timestamptz AND installed_at < :'end'::timestamptz
    UNION ALL
    SELECT figure, unit, value FROM (
      SELECT *, CASE WHEN name IN (${OF_LIBRARY}) THEN name ELSE 'other' END AS called,
        platform = 'server' AND name IN ('purchase', 'refund') AS is_confirmed,
        CASE WHEN name = 'refund' THEN -abs(amount) ELSE amount END AS signed
      -- Nothing is received before it happens.
      FROM events WHERE app_id = :'app'
        AND occurred_at >= :'start'::timestamptz AND occurred_at < :'end'::timestamptz AND received_at >= :'start'::timestamptz
    ) AS event, LATERAL (VALUES
      (called, 'count', 1), (called, coalesce(currency, ''), signed),
      (CASE WHEN is_confirmed AND name = 'purchase' THEN 'confirmed' END, 'count', 1),
      (CASE WHEN is_confirmed THEN 'confirmed' END, coalesce(currency, ''), signed)
    ) AS each (figure, unit, value) WHERE figure IS NOT NULL AND value IS NOT NULL
  )
  SELECT figure, unit, sum(value)::text AS value FROM fact GROUP BY figure, unit`;

export async function countRows(queries: Queries, appId: string, start: Date, end: Date): Promise<CountedFigure[]> {
  const values = { app: appId, start: start.toISOString(), end: end.toISOString() };
  return query<CountedFigure>(queries)`${bind(COUNT_ROWS, values)}`;
}

/**
 * Whether clicks since a time may have been deleted with their link, for good. Their counts stay. Where a person was
 * forgotten, each click was replaced by one with the deletion's number: see forget_clicks.
 */
export async function hasLostClicks(queries: Queries, appId: string, since: Date): Promise<boolean> {
  // An hour earlier, because clicks may wait for the database and arrive in another order.
  const [row] = await query<{ hasLost: boolean }>(queries)`
    SELECT EXISTS (
      SELECT FROM deletions WHERE app_id = ${appId} AND kind = 'clicks'
        AND row_arrived >= coalesce((
          SELECT arrived FROM clicks WHERE app_id = ${appId} AND created_at < ${since}::timestamptz - interval '1 hour'
          ORDER BY created_at DESC LIMIT 1
        ), 0)
        AND NOT EXISTS (SELECT FROM clicks WHERE clicks.app_id = ${appId} AND clicks.arrived = deletions.arrived)
    ) AS "hasLost"`;
  return row?.hasLost ?? true;
}
