import { LOCK_SEEDS } from '../locks.ts';
import { countRows } from '../rollups/countFacts.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const COLUMNS = 'event_id, at, installed_at, origin, brought, audience';

/** The first purchase of each install, found by itself: somebody may have bought a thousand times. */
const firstsOf = (installs: string) => `
  (SELECT DISTINCT install_id FROM unnest(${installs}) AS install_id) AS given
  CROSS JOIN LATERAL (
    SELECT app_id, install_id, id AS event_id, occurred_at AS at, installed_at, origin, brought, audience
    FROM events WHERE events.app_id = of_app AND events.install_id = given.install_id AND events.name = 'purchase'
    ORDER BY occurred_at, id LIMIT 1
  ) AS first`;

/** Nothing else is locked after this, so callers that hold other locks wait for each other, and don't deadlock. */
export const lockBuyers = (installs: string) => `PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended(of_app || ' ' || install_id, ${LOCK_SEEDS.buyers}) AS key FROM unnest(${installs}) AS install_id
        WHERE install_id IS NOT NULL ORDER BY key
      ) AS keys`;

/**
 * Counts installs as buyers, each once: with its first purchase, wherever that is counted. An earlier purchase that comes
 * late takes the place of the first one, and so does a new link of it. What retention deleted was the first nonetheless.
 */
export const countBuyers: SqlFunction = {
  name: 'count_buyers',
  definition: `(of_app text, install_ids text[]) RETURNS void ${PLPGSQL} AS $$
    DECLARE changed text[];
    BEGIN
      ${lockBuyers('install_ids')};
      changed := ARRAY(
        SELECT first.install_id FROM ${firstsOf('install_ids')}
        LEFT JOIN LATERAL (
          SELECT * FROM buyers WHERE buyers.app_id = of_app AND buyers.install_id = first.install_id OFFSET 0
        ) AS buyers ON true
        WHERE buyers.install_id IS NULL OR (first.at, first.event_id) < (buyers.at, buyers.event_id)
          OR (first.event_id = buyers.event_id AND (first.at, first.installed_at, first.origin, first.brought, first.audience)
            IS DISTINCT FROM (buyers.at, buyers.installed_at, buyers.origin, buyers.brought, buyers.audience))
      );
      IF cardinality(changed) = 0 THEN RETURN; END IF;
      ${countRows('buyers', -1, 'buyers.install_id = ANY(changed)')};
      INSERT INTO buyers (app_id, install_id, ${COLUMNS})
        SELECT first.app_id, first.install_id, ${COLUMNS} FROM ${firstsOf('changed')} ORDER BY first.install_id
        ON CONFLICT (app_id, install_id) DO UPDATE SET (${COLUMNS}) = (${COLUMNS.replace(/\w+/g, 'excluded.$&')});
      ${countRows('buyers', 1, 'buyers.install_id = ANY(changed)')};
    END $$`,
};
