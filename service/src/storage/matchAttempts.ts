import { and, desc, eq, gte, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { createRowWriter } from './createRowWriter.ts';
import { rowsOf } from './rowsOf.ts';
import {
  browserColumns,
  installsTable,
  matchAttemptsTable,
  type BrowserOfClick,
  type MatchAttempt,
} from './recordTables.ts';

/** What is known about an attempt, whether it succeeds or not. */
export type MatchNotes = Partial<
  Pick<
    MatchAttempt,
    'network' | 'wideNetwork' | 'platform' | 'confidence' | 'linked' | 'comparison' | 'guessConfidence' | 'guessIsRight'
  >
>;

export type NewMatchAttempt = Partial<Omit<MatchAttempt, 'sequence'>> &
  Pick<MatchAttempt, 'appId' | 'attemptedAt' | 'installId' | 'outcome' | 'matchedBy'>;

const writeAttempt = createRowWriter(matchAttemptsTable);

/** Uses one statement that is the same for any number of attempts. */
export async function addMatchAttempts(
  queries: Queries,
  attempts: readonly NewMatchAttempt[]
): Promise<readonly NewMatchAttempt[]> {
  const rows = JSON.stringify(attempts.map(writeAttempt));
  await queries.execute(sql`
    INSERT INTO match_attempts (app_id, attempted_at, install_id, network, wide_network, platform, outcome, matched_by, confidence,
      linked, delay_ms, comparison, guess_confidence, guess_is_right)
    SELECT app_id, attempted_at, install_id, network, wide_network, platform, outcome, matched_by, confidence,
      linked, delay_ms, comparison, guess_confidence, guess_is_right
    FROM json_populate_recordset(NULL::match_attempts, ${rows}::json)`);
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
  after: { attemptedAt: Date; sequence: number } | null;
}

/** Lists attempts, the newest first, without their networks. An attempt that matched has the code of its link. */
export async function listMatchAttempts(
  queries: Queries,
  { appId, from, to }: AttemptRange,
  { outcome, installId, limit, after }: AttemptFilter
) {
  const attempt = matchAttemptsTable;
  const isBehind =
    after &&
    and(
      // The index can start here.
      lte(attempt.attemptedAt, after.attemptedAt),
      or(lt(attempt.attemptedAt, after.attemptedAt), lt(attempt.sequence, after.sequence))
    );
  return queries
    .select({
      sequence: attempt.sequence,
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
    .leftJoin(
      installsTable,
      and(
        eq(attempt.outcome, 'matched'),
        eq(installsTable.appId, attempt.appId),
        eq(installsTable.id, attempt.installId)
      )
    )
    .where(
      and(
        eq(attempt.appId, appId),
        gte(attempt.attemptedAt, from),
        lt(attempt.attemptedAt, to),
        outcome === null ? undefined : eq(attempt.outcome, outcome),
        installId === null ? undefined : eq(attempt.installId, installId),
        isBehind ?? undefined
      )
    )
    .orderBy(desc(attempt.attemptedAt), desc(attempt.sequence))
    .limit(limit);
}

export async function countMatchAttempts<Outcome extends string>(
  queries: Queries,
  { appId, from, to }: AttemptRange,
  outcomes: readonly Outcome[]
): Promise<{ outcome: Outcome; count: number }[]> {
  const result = await queries.execute(sql`
    SELECT outcome, (
      SELECT count(*) FROM match_attempts
      WHERE app_id = ${appId} AND match_attempts.outcome = given.outcome
        AND attempted_at >= ${from.toISOString()}::timestamptz AND attempted_at < ${to.toISOString()}::timestamptz
    )::float8 AS count
    FROM json_array_elements_text(${JSON.stringify(outcomes)}::json) AS given (outcome)`);
  return rowsOf(result);
}

/** Clears the networks of at most `most` of the attempts until `last`; gives the number cleared. */
export async function clearTracesOfAttempts(queries: Queries, last: Date, most: number): Promise<number> {
  const cleared = await queries.execute(sql`
    UPDATE match_attempts SET network = NULL, wide_network = NULL WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM match_attempts
      WHERE attempted_at <= ${last.toISOString()}::timestamptz AND network IS NOT NULL LIMIT ${most}
    )) RETURNING 1`);
  return rowsOf(cleared).length;
}

/** Deletes the keys of periods that began until `last`. */
export async function deleteNetworkKeysUntil(queries: Queries, last: Date): Promise<void> {
  await queries.execute(sql`DELETE FROM network_keys WHERE starts_at <= ${last.toISOString()}::timestamptz`);
}

export interface SampleRange {
  appId: string;
  from: Date;
  to: Date;
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
  const [name, id, at] = table === 'clicks' ? [table, 'id', 'created_at'] : [table, 'sequence', 'attempted_at'];
  const [since, until] = [from, to].map((date) => sql`${date.toISOString()}::timestamptz`);
  const [ofTable, key, time] = [sql.raw(name), sql.raw(id), sql.raw(at)];
  return sql`
    SELECT each.${key} FROM (
      SELECT ${time} AS at FROM ${ofTable}
      WHERE app_id = ${appId} AND ${time} > ${since} AND ${time} <= ${until} ORDER BY ${time} LIMIT 1
    ) AS first, generate_series(0, ${rows}::int - 1) AS step, LATERAL (
      SELECT ${key} FROM ${ofTable}
      WHERE app_id = ${appId} AND ${time} <= ${until}
        AND ${time} >= first.at + (${until} - first.at) * (step / ${rows}::float8)
      ORDER BY ${time} LIMIT 1
    ) AS each`;
}

/** Samples clicks, each with the number of visitors of its network. */
export async function sampleClicks(queries: Queries, range: SampleRange): Promise<SampledClickRow[]> {
  const { appId, from, to } = range;
  const result = await queries.execute(sql`
    SELECT network, wide_network AS "wideNetwork", ${browserColumns},
      extract(epoch from created_at)::float8 * 1000 AS at,
      (
        SELECT sum(greatest(1, reports))::int FROM (
          -- A click whose page reported nothing looks like any other of its browser.
          SELECT count(DISTINCT nullif(substr(look, strpos(look, ' ') + 1), '- - -')) AS reports
          FROM (
            SELECT look, created_at FROM clicks
            WHERE app_id = ${appId} AND network = sample.network
              AND created_at > ${from.toISOString()}::timestamptz AND created_at <= ${to.toISOString()}::timestamptz
            ORDER BY created_at DESC LIMIT ${MAX_VISITS_COUNTED}
          ) AS neighbour
          GROUP BY split_part(look, ' ', 1), extract(epoch from created_at)::bigint / 3600
        ) AS browser_in_hour
      ) AS visits
    FROM clicks AS sample WHERE network IS NOT NULL AND id IN (${spread('clicks', range)})`);
  return rowsOf(result);
}

type SampledAttemptRow = Pick<MatchAttempt, 'platform' | 'matchedBy' | 'linked' | 'delayMs' | 'comparison'> & {
  network: string;
  wideNetwork: string | null;
};

export async function sampleAttempts(queries: Queries, range: SampleRange): Promise<SampledAttemptRow[]> {
  const result = await queries.execute(sql`
    SELECT network, wide_network AS "wideNetwork", platform, matched_by AS "matchedBy", linked, delay_ms AS "delayMs", comparison
    FROM match_attempts WHERE network IS NOT NULL AND sequence IN (${spread('match_attempts', range)})`);
  return rowsOf(result);
}
