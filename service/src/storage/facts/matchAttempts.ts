import { desc, sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { isBehind, type ListPosition } from '../base/isBehind.ts';
import { createRowWriter } from '../base/createRowWriter.ts';
import { texts } from '../base/bind.ts';
import { query } from '../base/query.ts';
import {
  browserColumns,
  installsTable,
  matchAttemptsTable,
  type BrowserOfClick,
  type MatchAttempt,
} from '../schema/tables.ts';

/** What is known about an attempt, whether it succeeds or not. */
export type MatchNotes = Partial<
  Pick<
    MatchAttempt,
    'network' | 'wideNetwork' | 'platform' | 'confidence' | 'linked' | 'comparison' | 'guessConfidence' | 'guessIsRight'
  >
>;

export type NewMatchAttempt = Partial<Omit<MatchAttempt, 'id'>> &
  Pick<MatchAttempt, 'appId' | 'attemptedAt' | 'installId' | 'outcome' | 'matchedBy'>;

const writeAttempt = createRowWriter(matchAttemptsTable);

/** Stores attempts of one app. */
export async function addMatchAttempts(
  queries: Queries,
  attempts: readonly NewMatchAttempt[]
): Promise<readonly NewMatchAttempt[]> {
  const rows = JSON.stringify(attempts.map((attempt) => writeAttempt({ ...attempt, id: crypto.randomUUID() })));
  await queries.execute(sql`SELECT add_attempts(${attempts[0]?.appId}, ${rows}::json)`);
  return attempts;
}

interface AttemptRange {
  appId: string;
  from: Date;
  /** The first moment after the range. */
  to: Date;
}

interface AttemptFilter {
  outcome: string | null;
  installId: string | null;
  limit: number;
  /** Where the previous page ended. */
  after: ListPosition | null;
}

/** Lists attempts, the newest first, without their networks. An attempt that matched has the code of its link. */
export async function listMatchAttempts(
  queries: Queries,
  { appId, from, to }: AttemptRange,
  { outcome, installId, limit, after }: AttemptFilter
) {
  const attempt = matchAttemptsTable;
  return queries
    .select({
      id: attempt.id,
      attemptedAt: attempt.attemptedAt,
      outcome: attempt.outcome,
      installId: attempt.installId,
      platform: attempt.platform,
      matchedBy: attempt.matchedBy,
      confidence: attempt.confidence,
      delayMs: attempt.delayMs,
      link: sql<string | null>`coalesce(${installsTable.route}, ${installsTable.code})`,
    })
    .from(attempt)
    .leftJoin(installsTable, sql`outcome = 'matched' AND installs.app_id = ${appId} AND installs.id = install_id`)
    .where(
      sql`match_attempts.app_id = ${appId} AND attempted_at >= ${from} AND attempted_at < ${to}
        AND ${outcome === null ? sql`true` : sql`outcome = ${outcome}`}
        AND ${installId === null ? sql`true` : sql`install_id = ${installId}`}
        AND ${isBehind(attempt.attemptedAt, attempt.id, after)}`
    )
    .orderBy(desc(attempt.attemptedAt), desc(attempt.id))
    .limit(limit);
}

/** How many attempts had each outcome. Outcomes that none had are left out. */
export async function countMatchAttempts(
  queries: Queries,
  { appId, from, to }: AttemptRange,
  outcomes: readonly string[]
): Promise<{ outcome: string; matchedBy: string | null; count: number }[]> {
  return query<{ outcome: string; matchedBy: string | null; count: number }>(queries)`
    SELECT outcome, matched_by AS "matchedBy", count FROM unnest(${texts(outcomes)}) AS given (outcome), LATERAL (
      SELECT matched_by, count(*)::float8 AS count FROM match_attempts
      WHERE app_id = ${appId} AND match_attempts.outcome = given.outcome
        AND attempted_at >= ${from} AND attempted_at < ${to} GROUP BY 1
    ) AS counted`;
}

/** Clears the networks of at most `most` attempts of an app, up to `last`. Returns the number cleared. */
export async function clearTracesOfAttempts(
  queries: Queries,
  appId: string,
  last: Date,
  most: number
): Promise<number> {
  const cleared = await query(queries)`
    UPDATE match_attempts SET network = NULL, wide_network = NULL
    WHERE app_id = ${appId} AND attempted_at <= ${last} AND id = ANY(ARRAY(
      SELECT id FROM match_attempts
      WHERE app_id = ${appId} AND attempted_at <= ${last} AND network IS NOT NULL LIMIT ${most}
    )) RETURNING 1`;
  return cleared.length;
}

interface SampleRange extends AttemptRange {
  rows: number;
}

/** Enough to tell a crowd from a home; it bounds what one row of the sample costs. */
const MAX_VISITS_COUNTED = 100;

interface SampledClickRow extends BrowserOfClick {
  network: string;
  wideNetwork: string | null;
  at: number;
  visits: number;
}

/**
 * The first row at or after each of `rows` instants, which are spread evenly from the first row of the range on. So a
 * flood of a few minutes fills only a few minutes' share of a sample.
 */
function spread(table: 'clicks' | 'match_attempts', { appId, from, to, rows }: SampleRange): SQL {
  const at = table === 'clicks' ? 'created_at' : 'attempted_at';
  const [since, until] = [from, to].map((date) => sql`${date}::timestamptz`);
  const [ofTable, time] = [sql.raw(table), sql.raw(at)];
  return sql`
    SELECT each.id FROM (
      SELECT ${time} AS at FROM ${ofTable}
      WHERE app_id = ${appId} AND ${time} > ${since} AND ${time} <= ${until} ORDER BY ${time} LIMIT 1
    ) AS first, generate_series(0, ${rows}::int - 1) AS step, LATERAL (
      SELECT id FROM ${ofTable}
      WHERE app_id = ${appId} AND ${time} <= ${until}
        AND ${time} >= first.at + (${until} - first.at) * (step / ${rows}::float8)
      ORDER BY ${time} LIMIT 1
    ) AS each`;
}

/** Samples clicks, each with the number of visitors of its network. */
export async function sampleClicks(queries: Queries, range: SampleRange): Promise<SampledClickRow[]> {
  const { appId, from, to } = range;
  return query<SampledClickRow>(queries)`
    SELECT network, wide_network AS "wideNetwork", ${browserColumns},
      extract(epoch from created_at)::float8 * 1000 AS at,
      (
        SELECT sum(greatest(1, reports))::int FROM (
          -- A click whose page reported nothing looks like any other of its browser.
          SELECT count(DISTINCT nullif(substr(look, strpos(look, ' ') + 1), '- - -')) AS reports
          FROM (
            SELECT look, created_at FROM clicks
            WHERE app_id = ${appId} AND network = sample.network
              AND created_at > ${from} AND created_at <= ${to}
            ORDER BY created_at DESC LIMIT ${MAX_VISITS_COUNTED}
          ) AS neighbour
          GROUP BY split_part(look, ' ', 1), extract(epoch from created_at)::bigint / 3600
        ) AS browser_in_hour
      ) AS visits
    FROM clicks AS sample
    WHERE app_id = ${appId} AND created_at > ${from} AND created_at <= ${to} AND network IS NOT NULL AND id = ANY(ARRAY(${spread('clicks', range)}))`;
}

type SampledAttemptRow = Pick<MatchAttempt, 'platform' | 'matchedBy' | 'linked' | 'delayMs' | 'comparison'> & {
  network: string;
  wideNetwork: string | null;
};

export async function sampleAttempts(queries: Queries, range: SampleRange): Promise<SampledAttemptRow[]> {
  return query<SampledAttemptRow>(queries)`
    SELECT network, wide_network AS "wideNetwork", platform, matched_by AS "matchedBy", linked, delay_ms AS "delayMs", comparison
    FROM match_attempts WHERE app_id = ${range.appId} AND attempted_at > ${range.from}
      AND attempted_at <= ${range.to} AND network IS NOT NULL AND id = ANY(ARRAY(${spread('match_attempts', range)}))`;
}
