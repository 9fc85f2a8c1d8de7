import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { LOCKS } from '../base/locks.ts';

/**
 * On a host a code must mean one link, but two apps may share that host, and no index can enforce that. So a
 * transaction that gives hosts to apps waits for those that create links, and the other way round. The lock is held
 * until the transaction ends.
 */
export async function lockHosts(transaction: Queries, reason: 'to make links' | 'to change hosts'): Promise<void> {
  const lock = reason === 'to make links' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await transaction.execute(sql.raw(`SELECT ${lock}(${LOCKS.hosts})`));
}

/** Makes apps that share hosts create links one after the other. Locks are taken in one order, to avoid deadlocks. */
export async function lockCodesOf(transaction: Queries, hosts: readonly string[]): Promise<void> {
  for (const host of [...hosts].sort()) {
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(LOCKS.codes))}, hashtext(${host}))`);
  }
}
