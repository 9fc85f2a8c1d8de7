/**
 * Counts installs as buyers, each once, where its first purchase is counted. An earlier purchase that comes late
 * replaces the first one, and a new link of the first one moves the buyer. A first purchase stays the first after
 * retention deleted it. It is looked up for each install separately: somebody may have bought a thousand times.
 */
export const noteBuyers = String.raw`
CREATE OR REPLACE FUNCTION note_buyers(of_app text, install_ids text[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  firsts buyers[];
  known buyers[];
  changed text[];
BEGIN
  PERFORM lock_each('buyer', of_app, install_ids, 'alone');
  firsts := ARRAY(
    SELECT ROW(of_app, first.install_id, first.id, first.occurred_at, first.installed_at, first.origin, first.brought,
      first.audience)::buyers
    FROM (SELECT DISTINCT install_id FROM unnest(install_ids) AS install_id) AS given CROSS JOIN LATERAL (
      SELECT install_id, id, occurred_at, installed_at, origin, brought, audience FROM events
      WHERE events.app_id = of_app AND events.install_id = given.install_id AND events.name = 'purchase'
      ORDER BY occurred_at, id LIMIT 1
    ) AS first
  );
  IF cardinality(firsts) = 0 THEN RETURN; END IF;
  known := ARRAY(SELECT ROW(buyers.*)::buyers FROM buyers WHERE app_id = of_app AND install_id = ANY(install_ids));
  changed := ARRAY(
    SELECT first.install_id FROM unnest(firsts) AS first LEFT JOIN unnest(known) AS buyer ON buyer.install_id = first.install_id
    WHERE buyer.install_id IS NULL OR (first.at, first.event_id) < (buyer.at, buyer.event_id)
      OR (first.event_id = buyer.event_id AND first IS DISTINCT FROM buyer)
  );
  IF cardinality(changed) = 0 THEN RETURN; END IF;
  firsts := ARRAY(SELECT first FROM unnest(firsts) AS first WHERE first.install_id = ANY(changed) ORDER BY first.install_id);
  PERFORM count_buyers(of_app, -1, ARRAY(SELECT buyer FROM unnest(known) AS buyer WHERE buyer.install_id = ANY(changed)));
  INSERT INTO buyers SELECT * FROM unnest(firsts) ON CONFLICT (app_id, install_id) DO UPDATE SET event_id = excluded.event_id,
    at = excluded.at, installed_at = excluded.installed_at, origin = excluded.origin, brought = excluded.brought,
    audience = excluded.audience;
  PERFORM count_buyers(of_app, 1, firsts);
END $$`;

/** Removes buyers whose first purchase is one of these events. The caller counts what they bought next. */
export const dropBuyers = String.raw`
CREATE OR REPLACE FUNCTION drop_buyers(of_app text, install_ids text[], event_ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  former buyers[] := ARRAY(
    SELECT ROW(buyers.*)::buyers FROM buyers
    WHERE app_id = of_app AND install_id = ANY(install_ids) AND event_id = ANY(event_ids)
  );
BEGIN
  PERFORM count_buyers(of_app, -1, former);
  DELETE FROM buyers WHERE app_id = of_app AND install_id = ANY(install_ids) AND event_id = ANY(event_ids);
END $$`;
