import { LOCK_SEEDS } from '../locks.ts';

/**
 * Locks the installs of `rows`, which are of one app, until the end of the transaction. Whoever stores events of an
 * install waits for whoever stores a link that it opened or was matched to, and the other way round. Without that, two
 * statements that run at the same time don't see what the other one writes, and the event would never get its link. The
 * lock must be a separate statement, because what a statement sees is settled before it waits. Locks are taken in one
 * order, so two transactions can't deadlock. Only functions take them, which are called outside of transactions: then they
 * run where the app's rows are, and lock there.
 */
export function lockInstalls(purpose: 'to add events' | 'to add links', rows: string): string {
  const lock = purpose === 'to add events' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  return `PERFORM ${lock}(key) FROM (
    SELECT DISTINCT hashtextextended(of_app || ' ' || install_id, ${LOCK_SEEDS.installs}) AS key
    FROM ${rows} WHERE install_id IS NOT NULL ORDER BY key
  ) AS keys`;
}
