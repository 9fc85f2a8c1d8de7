import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';

/** A statement that deletes more would hold its locks for longer than a request should wait. */
const MAX_ROWS = 5_000;

/** The tables whose rows go when they are old, and what tells how old they are. */
const AGES = {
  clicks: 'created_at',
  match_attempts: 'attempted_at',
  events: 'received_at',
  opens: 'opened_at',
  installs: 'matched_at',
  sessions: 'expires_at',
};

/**
 * Repeats a statement that changes some rows at a time and gives their number, until it finds fewer than it may change.
 * Gives the number of all. If it is cut off, it can be called again.
 */
export async function untilDone(change: (most: number) => Promise<number>): Promise<number> {
  let done = 0;
  for (;;) {
    const changed = await change(MAX_ROWS);
    done += changed;
    if (changed < MAX_ROWS) return done;
  }
}

export async function deleteUntil(queries: Queries, name: keyof typeof AGES, last: Date): Promise<void> {
  const [table, age] = [sql.raw(name), sql.raw(AGES[name])];
  await untilDone(async (most) => {
    const deleted = await queries.execute(sql`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${age} <= ${last.toISOString()}::timestamptz LIMIT ${most}
      )) RETURNING 1`);
    return rowsOf(deleted).length;
  });
}
