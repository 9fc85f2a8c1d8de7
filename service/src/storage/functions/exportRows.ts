import { EXPORTED, type Exported } from './noteDeletions.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What an export says of a row, by the names that lists have for it. A file is sent around, so there are no addresses. */
const FIELDS: Record<Exported, Record<string, string>> = {
  clicks: {
    id: 'id',
    link: 'code',
    route: 'route',
    query: 'query',
    campaign: 'campaign',
    source: 'source',
    medium: 'medium',
    country: 'country',
    device: 'device',
    systemVersion: 'system_version',
    browser: 'browser',
    language: 'language',
    createdAt: time('created_at'),
    storeTappedAt: time('store_tapped_at'),
    claimedAt: time('claimed_at'),
    claimedBy: 'claimed_by',
  },
  events: {
    id: 'id',
    name: 'name',
    // Text, and no jsonb: that refuses the escape \\u0000.
    data: 'data::json',
    installId: 'install_id',
    platform: 'platform',
    timestamp: time('logged_at'),
    receivedAt: time('received_at'),
    occurredAt: time('occurred_at'),
    userId: 'user_id',
    link: 'code',
    amount: 'trim_scale(amount)::text',
    currency: 'currency',
    renewalOf: 'renewal_of',
  },
  installs: {
    id: 'id',
    link: 'code',
    route: 'route',
    query: 'query',
    campaign: 'campaign',
    source: 'source',
    medium: 'medium',
    clickId: 'click_id',
    matchedBy: 'matched_by',
    confidence: 'confidence',
    matchedAt: time('matched_at'),
    clickedAt: `CASE WHEN click_id IS NOT NULL THEN ${time('since')} END`,
  },
};

const rowId = (arrived: string, position: string) => `${arrived} || '-' || ${position} AS "row"`;

const lineOf = (columns: string) => `(SELECT row_to_json(fields)::text FROM (SELECT ${columns}) AS fields)`;

const line = (table: Exported) => {
  const fields = Object.entries(FIELDS[table]).map(([name, value]) => `${value} AS "${name}"`);
  return lineOf([rowId('arrived', 'position'), ...fields].join(', '));
};

/** Behind the place of the last row that was read, and before what a transaction under way may still store. */
const within = (place: string) =>
  `arrived >= after_arrived AND arrived < end_of_all AND (${place}) > (${[
    'after_arrived',
    'after_step',
    'after_row',
    'after_position',
  ].join(', ')})`;

const rowsOf = (table: Exported) => `
  RETURN QUERY
    SELECT concat_ws(' ', each.arrived, each.step, each.deleted, each.position), each.line FROM (
      (
        SELECT arrived, 0 AS step, arrived AS deleted, position, ${line(table)} AS line FROM ${table}
        WHERE app_id = of_app AND ${within('arrived, 0, arrived, position')} ORDER BY arrived, position LIMIT most
      )
      UNION ALL
      (
        SELECT arrived, 1, row_arrived, row_position, ${lineOf(`${rowId('row_arrived', 'row_position')}, true AS deleted`)}
        FROM deletions WHERE app_id = of_app AND kind = '${table}'
          AND ${within('arrived, 1, row_arrived, row_position')} ORDER BY arrived, row_arrived, row_position LIMIT most
      )
    ) AS each ORDER BY each.arrived, each.step, each.deleted, each.position LIMIT most`;

/**
 * The next rows of an export, in the order in which they arrived, and what was deleted, each as a line of JSON with its place.
 * A transaction that isn't over may still store rows that come before others, so nothing is read behind the oldest one.
 */
export const exportRows: SqlFunction = {
  name: 'export_rows',
  definition: `(of_app text, of_kind text, after_arrived bigint, after_step int, after_row bigint, after_position int, most int)
    RETURNS TABLE (place text, "line" text) ${PLPGSQL} AS $$
    #variable_conflict use_column
    DECLARE
      end_of_all bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        + coalesce((SELECT first FROM arrivals WHERE arrivals.app_id = of_app), 0);
    BEGIN
      ${EXPORTED.map((table) => `IF of_kind = '${table}' THEN ${rowsOf(table)}; END IF;`).join('\n      ')}
    END $$`,
};
