import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { query } from './query.ts';

/** A statement that deletes more would hold its locks for longer than a request should wait. */
const MAX_ROWS = 5_000;

/** The tables whose old rows are deleted, the column with a row's age, and the columns that identify a row. */
const AGES = {
  clicks: { age: 'created_at', key: 'id' },
  match_attempts: { age: 'attempted_at', key: 'id' },
  events: { age: 'received_at', key: 'received_at, position, arrived' },
  opens: { age: 'opened_at', key: 'install_id, opened_at, code' },
  installs: { age: 'matched_at', key: 'id' },
  changes: { age: 'at', key: 'at, id' },
  shares: { age: 'expires_at', key: 'id' },
};

/**
 * Repeats a statement that changes at most `most` rows and returns their number, until it changes fewer. Returns the
 * total. Throws if the signal is aborted; another call then continues.
 */
export async function untilDone(change: (most: number) => Promise<number>, signal?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    signal?.throwIfAborted();
    const changed = await change(MAX_ROWS);
    done += changed;
    if (changed < MAX_ROWS) return done;
  }
}

/** Deletes an app's rows up to and including `last`. */
export async function deleteUntil(
  queries: Queries,
  appId: string,
  name: keyof typeof AGES,
  last: Date,
  signal?: AbortSignal
): Promise<void> {
  const { age, key } = AGES[name];
  const [table, time, keys] = [sql.raw(name), sql.raw(age), sql.raw(key)];
  const isOld = sql`${time} <= ${last}`;
  await untilDone(async (most) => {
    const deleted = await query(queries)`
      DELETE FROM ${table} WHERE app_id = ${appId} AND ${isOld} AND (${keys}) IN (
        SELECT ${keys} FROM ${table} WHERE app_id = ${appId} AND ${isOld} LIMIT ${most}
      ) RETURNING 1`;
    return deleted.length;
  }, signal);
}
