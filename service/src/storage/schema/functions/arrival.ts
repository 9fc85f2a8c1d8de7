/**
 * The number that rows get which this transaction stores for an app: the transaction's id, behind all numbers that rows
 * got on other servers (`export_epoch`). Exports read rows in the order of these numbers, and only up to those of the
 * oldest transaction under way, so they miss nothing. With its position in the transaction, it is also what a row is
 * known by. It is the first lock that a function takes.
 */
export const arrival = String.raw`
CREATE OR REPLACE FUNCTION arrival(of_app text) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(lock_key('arrivals', of_app));
  RETURN pg_current_xact_id()::text::bigint + coalesce((SELECT first FROM arrivals WHERE arrivals.app_id = of_app), 0);
END $$`;
