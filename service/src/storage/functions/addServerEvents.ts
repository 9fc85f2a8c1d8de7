import { LOCK_SEEDS } from '../locks.ts';
import { FROM_SERVER } from '../recordTables.ts';
import { countRows } from '../rollups/countFacts.ts';
import { ATTRIBUTION_DAYS, attributedLink, BROUGHT } from './attributedLink.ts';
import { ARRIVAL } from './arrival.ts';
import { noteDeletions } from './noteDeletions.ts';
import { lockInstalls } from './lockInstalls.ts';
import { tellEvents } from './tellWebhooks.ts';
import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';

const EVENTS = `json_to_recordset(given) AS given (
  batch int, position int, id text, install_id text, user_id text, name text, data text, logged_at float8, occurred_at float8,
  amount numeric, currency text, renewal_of text
)`;

const COLUMNS = `app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at, user_id, amount,
  currency, renewal_of, arrived, code, origin, brought, audience, installed_at`;

/** Those of phones that give way, those that this call has stored, and renewals that follow their purchase. */
const REPLACED = 'events.received_at = ANY(replaced_at) AND events.id = ANY(replaced)';
const ADDED = 'events.received_at = received AND events.arrived = arrival';
const MOVED = 'events.renewal_of = ANY(renewed) AND events.id = ANY(moved)';

/**
 * Stores events that an app's server sent, in batches, all or nothing, and returns how many of each batch were new. Anybody
 * can send events with a publishable key, so one from a phone that has the id of a server's event gives way to it.
 * Otherwise somebody who guesses the ids of orders could have them counted for a link of their own, with all renewals. A
 * renewal gets the link of its purchase, whichever of them comes first. Calls for the same app wait for each other, so a
 * purchase and its renewal that come at the same moment find each other. A late link of the purchase waits for the row
 * lock below, or its row lock is waited for: see `attribute_events`.
 */
export const addServerEvents: SqlFunction = {
  name: 'add_server_events',
  definition: `(of_app text, received timestamptz, given json) RETURNS TABLE (batch int, added int) ${PLPGSQL_BY_INDEX} AS $$
    #variable_conflict use_column
    DECLARE
      ${ARRIVAL};
      ${ATTRIBUTION_DAYS};
      first_touch timestamptz := (SELECT to_timestamp(min(occurred_at) / 1000) FROM ${EVENTS}) - make_interval(hours => 24 * days);
      last_touch timestamptz := received;
      ids text[] := ARRAY(SELECT DISTINCT id FROM ${EVENTS});
      keys uuid[] := ARRAY(SELECT event_key(id) FROM unnest(ids) AS id);
      -- Purchases whose renewals may have to follow them.
      sold text[] := ARRAY(
        SELECT id FROM ${EVENTS} WHERE name = 'purchase' AND renewal_of IS NULL
        UNION SELECT renewal_of FROM ${EVENTS} WHERE renewal_of IS NOT NULL
      );
      fresh uuid[];
      known_at timestamptz[];
      replaced text[];
      replaced_at timestamptz[];
      place int;
      added int[] := '{}';
      moved text[];
      renewed text[];
      movers text[];
      buying text[] := '{}';
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(of_app, ${LOCK_SEEDS.serverEvents}));
      ${lockInstalls('to add events', EVENTS)};
      IF cardinality(sold) > 0 THEN
        PERFORM FROM purchases WHERE app_id = of_app AND id = ANY(sold) ORDER BY id FOR SHARE;
      END IF;
      LOOP
        -- What phones sent under these ids gives way, as long as their ids are kept.
        known_at := ARRAY(SELECT received_at FROM event_ids WHERE app_id = of_app AND id = ANY(keys));
        replaced := '{}';
        IF cardinality(known_at) > 0 THEN
          replaced := ARRAY(
            SELECT id FROM events WHERE app_id = of_app AND received_at = ANY(known_at) AND id = ANY(ids)
              AND platform IS DISTINCT FROM '${FROM_SERVER}' ORDER BY id FOR UPDATE
          );
        END IF;
        -- One that was being stored was waited for in keep_event_ids, and is found in the next round.
        EXIT WHEN fresh IS NOT NULL AND cardinality(replaced) = 0;
        IF cardinality(replaced) > 0 THEN
          replaced_at := known_at;
          buying := buying || ARRAY(
            SELECT install_id FROM events WHERE app_id = of_app AND ${REPLACED} AND install_id IS NOT NULL
          );
          ${countRows('events', -1, REPLACED)};
          ${countRows('buyers', -1, 'buyers.install_id = ANY(buying) AND buyers.event_id = ANY(replaced)')};
          DELETE FROM buyers WHERE app_id = of_app AND install_id = ANY(buying) AND event_id = ANY(replaced);
          ${noteDeletions('events', REPLACED)};
          DELETE FROM event_ids WHERE app_id = of_app AND id IN (SELECT event_key(id) FROM unnest(replaced) AS id);
          DELETE FROM events WHERE app_id = of_app AND ${REPLACED};
        END IF;
        fresh := keep_event_ids(of_app, ids, array_fill(received, ARRAY[cardinality(ids)]));
        FOR place IN
          INSERT INTO events (${COLUMNS})
          SELECT of_app, event.id, event.position, event.install_id, '${FROM_SERVER}', event.name,
            event.data, event.logged_at, received, event.occurred_at, event.user_id, event.amount, event.currency,
            event.renewal_of, arrival, link.code, link.origin, ${BROUGHT.brought}, ${BROUGHT.audience}, ${BROUGHT.installed_at}
          FROM (
            SELECT DISTINCT ON (id) position, id, install_id, user_id, name, data, to_timestamp(logged_at / 1000) AS logged_at,
              to_timestamp(occurred_at / 1000) AS occurred_at, amount, currency, renewal_of, NULL::text AS platform
            FROM ${EVENTS} WHERE event_key(id) = ANY(fresh) ORDER BY id, position
          ) AS event
          LEFT JOIN LATERAL (
            SELECT * FROM installs WHERE installs.app_id = of_app AND installs.id = event.install_id OFFSET 0
          ) AS install ON true
          LEFT JOIN LATERAL (${attributedLink}) AS link ON event.renewal_of IS NULL
          RETURNING events.position
        LOOP
          added := added || place;
        END LOOP;
        EXIT WHEN cardinality(fresh) = cardinality(ids);
      END LOOP;
      IF cardinality(added) > 0 AND cardinality(sold) > 0 THEN
        INSERT INTO purchases (app_id, id, install_id, user_id, code, origin)
          SELECT app_id, id, install_id, user_id, code, origin FROM events
          WHERE app_id = of_app AND ${ADDED} AND name = 'purchase' AND renewal_of IS NULL
          ON CONFLICT DO NOTHING;
        SELECT array_agg(astray.id), array_agg(astray.renewal_of), array_agg(astray.install_id) FILTER (WHERE astray.name = 'purchase')
          INTO moved, renewed, movers
          FROM purchases CROSS JOIN LATERAL (
            SELECT id, renewal_of, install_id, name, code, origin, arrived FROM events
            WHERE events.app_id = of_app AND events.renewal_of = purchases.id OFFSET 0
          ) AS astray
          WHERE purchases.app_id = of_app AND purchases.id = ANY(sold)
            AND (astray.code, astray.origin) IS DISTINCT FROM (purchases.code, purchases.origin);
        IF moved IS NOT NULL THEN
          ${countRows('events', -1, `${MOVED} AND events.arrived <> arrival`)};
          UPDATE events SET code = purchases.code, origin = purchases.origin FROM purchases
            WHERE events.app_id = of_app AND ${MOVED}
              AND purchases.app_id = of_app AND purchases.id = events.renewal_of;
          ${countRows('events', 1, `${MOVED} AND events.arrived <> arrival`)};
          buying := buying || movers;
        END IF;
      END IF;
      IF cardinality(added) > 0 THEN
        ${countRows('events', 1, ADDED)};
        buying := buying || ARRAY(
          SELECT install_id FROM events WHERE app_id = of_app AND ${ADDED} AND name = 'purchase' AND install_id IS NOT NULL
        );
        ${tellEvents(ADDED)};
      END IF;
      IF cardinality(buying) > 0 THEN PERFORM count_buyers(of_app, buying); END IF;
      RETURN QUERY SELECT given.batch, count(*)::int FROM ${EVENTS} WHERE given.position = ANY(added) GROUP BY given.batch;
    END $$`,
};
