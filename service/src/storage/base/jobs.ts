import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { query } from './query.ts';

// A job belongs to one instance until its lease ends. A killed instance doesn't renew it, so others get the job then.
// No transaction is open while a job runs. All times are the database's, as the clocks of instances may differ.

interface Claim {
  name: string;
  /** A new id for each run. */
  holder: string;
  leaseMs: number;
  /** How long after the end of the last run the job is due again. */
  everyMs: number;
}

export type ClaimOutcome =
  | { kind: 'claimed' }
  /** Another run has the job, or it isn't due before `waitMs` have passed. */
  | { kind: 'refused'; waitMs: number; succeededAt: Date | null };

export interface StoredJob {
  isRunning: boolean;
  succeededAt: Date | null;
}

/** How a run ended. A run that was stopped is not finished, so the job stays due. */
export type RunEnd = 'succeeded' | 'failed' | 'stopped';

const interval = (ms: number): SQL => sql`(${ms}::float8 * interval '1 millisecond')`;

const SUCCEEDED = sql.raw('extract(epoch FROM succeeded_at)::float8 * 1000 AS succeeded');

const dateOf = (ms: number | null | undefined): Date | null => (typeof ms === 'number' ? new Date(ms) : null);

export async function claimJob(queries: Queries, { name, holder, leaseMs, everyMs }: Claim): Promise<ClaimOutcome> {
  // A run that ended in the future was before the database's clock was set back.
  const claimed = await query(queries)`
    INSERT INTO jobs (name, holder, leased_until) VALUES (${name}, ${holder}, now() + ${interval(leaseMs)})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
    WHERE (jobs.leased_until IS NULL OR jobs.leased_until <= now())
      AND (jobs.finished_at IS NULL OR jobs.finished_at > now() OR jobs.finished_at + ${interval(everyMs)} <= now())
    RETURNING name`;
  if (claimed.length > 0) return { kind: 'claimed' };
  const [row] = await query<{ wait: number | null; succeeded: number | null }>(queries)`
    SELECT extract(epoch FROM greatest(leased_until, finished_at + ${interval(everyMs)}) - now())::float8 * 1000 AS wait,
      ${SUCCEEDED} FROM jobs WHERE name = ${name}`;
  return { kind: 'refused', waitMs: Math.max(0, row?.wait ?? 0), succeededAt: dateOf(row?.succeeded) };
}

/** Returns whether the job still belongs to the holder. */
export async function renewJob(queries: Queries, { name, holder, leaseMs }: Omit<Claim, 'everyMs'>): Promise<boolean> {
  const renewed = await query(queries)`
    UPDATE jobs SET leased_until = now() + ${interval(leaseMs)}
    WHERE name = ${name} AND holder = ${holder} RETURNING 1`;
  return renewed.length > 0;
}

/** Frees the job. Returns when it last succeeded. */
export async function releaseJob(
  queries: Queries,
  { name, holder }: Pick<Claim, 'name' | 'holder'>,
  end: RunEnd
): Promise<Date | null> {
  const ended = {
    succeeded: sql`, finished_at = now(), succeeded_at = now()`,
    failed: sql`, finished_at = now()`,
    stopped: sql``,
  }[end];
  const [row] = await query<{ succeeded: number | null }>(queries)`
    UPDATE jobs SET holder = NULL, leased_until = NULL${ended}
    WHERE name = ${name} AND holder = ${holder} RETURNING ${SUCCEEDED}`;
  return dateOf(row?.succeeded);
}

/** The jobs that ever ran, by name. */
export async function listStoredJobs(queries: Queries): Promise<Map<string, StoredJob>> {
  const rows = await query<{ name: string; running: boolean; succeeded: number | null }>(queries)`
    SELECT name, coalesce(leased_until > now(), false) AS running, ${SUCCEEDED} FROM jobs`;
  return new Map(
    rows.map(({ name, running, succeeded }) => [name, { isRunning: running, succeededAt: dateOf(succeeded) }])
  );
}
