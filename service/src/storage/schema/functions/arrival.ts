/**
 * The number of all rows that this transaction stores for an app: the transaction's id, moved behind all numbers of
 * rows from other servers (`export_epoch`). Exports read rows in the order of these numbers, and only up to those of
 * the oldest transaction under way, so they miss nothing. With its position in the transaction, a row is identified by
 * it. Its lock is the first one that a function takes.
 */
export const arrival = String.raw`
CREATE OR REPLACE FUNCTION arrival(of_app text) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(lock_key('arrivals', of_app));
  RETURN pg_current_xact_id()::text::bigint + coalesce((SELECT first FROM arrivals WHERE arrivals.app_id = of_app), 0);
END $$`;
