/**
 * The keys of advisory locks that functions take, of an app or of something in it. No two kinds share a seed. Whoever
 * takes several takes them in this order, behind those of storage/base/locks.ts, and several of one kind in the order
 * of their keys, so nobody deadlocks.
 *
 * - arrivals: whoever stores rows of the app (shared), and whoever lets its numbers start again: see `arrival`.
 * - server events: whoever stores events from the app's server.
 * - install: whoever stores events of an install (shared), and whoever stores its links: see `lock_each`.
 * - buyer: whoever counts an install as a buyer. Nothing is locked after it.
 * - names: whoever adds the day's names of the app, in a transaction of its own.
 */
export const lockKey = String.raw`
CREATE OR REPLACE FUNCTION lock_key(kind text, app_id text, id text DEFAULT '') RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended(app_id || ' ' || id, CASE WHEN kind = 'arrivals' THEN 1 WHEN kind = 'server events' THEN 2
    WHEN kind = 'install' THEN 3 WHEN kind = 'buyer' THEN 4 WHEN kind = 'names' THEN 5 END)
$$`;

/**
 * Locks installs of an app, or buyers, until the end of the transaction. Whoever stores events of an install (shared)
 * waits for whoever stores a link that it opened or was matched to (alone), and the other way round. Without that, two
 * statements that run at the same time don't see what the other one writes, and the event would never get its link.
 * Locking must be a separate statement, because what a statement sees is settled before it waits. Only functions take
 * these locks. They are called outside of transactions, so they run and lock where the app's rows are.
 */
export const lockEach = String.raw`
CREATE OR REPLACE FUNCTION lock_each(kind text, of_app text, install_ids text[], how text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE key bigint;
BEGIN
  FOR key IN
    SELECT DISTINCT lock_key(kind, of_app, id) FROM unnest(install_ids) AS id WHERE id IS NOT NULL ORDER BY 1
  LOOP
    IF how = 'alone' THEN PERFORM pg_advisory_xact_lock(key); ELSE PERFORM pg_advisory_xact_lock_shared(key); END IF;
  END LOOP;
END $$`;
