import { LOCK_SEEDS } from '../locks.ts';
import { FROM_SERVER } from '../recordTables.ts';
import { countRows } from '../rollups/countFacts.ts';
import { ATTRIBUTION_DAYS, attributedLink, BROUGHT } from './attributedLink.ts';
import { ARRIVAL } from './arrival.ts';
import { forgetEventIds } from './keepEventIds.ts';
import { noteDeletions } from './noteDeletions.ts';
import { lockInstalls } from './lockInstalls.ts';
import { tellEvents } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const EVENTS = `json_to_recordset(given) AS given (
  position int, id text, install_id text, user_id text, name text, data text, logged_at float8, occurred_at float8,
  amount numeric, currency text, renewal_of text
)`;

const COLUMNS = `app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at, user_id, amount,
  currency, renewal_of, arrived, code, origin, brought, audience, installed_at`;

/** Events that phones sent under the same ids. Those whose ids are no longer kept stay. */
const PHONES = `event_ids JOIN events ON events.app_id = of_app AND events.received_at = event_ids.received_at
    AND events.received_at > received - interval '1 year' AND event_key(events.id) = event_ids.id
  WHERE event_ids.app_id = of_app AND event_ids.id IN (SELECT event_key(id) FROM ${EVENTS})
    AND events.platform IS DISTINCT FROM '${FROM_SERVER}'`;

/** Those that give way, and those that this call has stored. */
const REPLACED = 'events.received_at = ANY(replaced_at) AND events.id = ANY(replaced)';
const ADDED = 'events.received_at = received AND events.arrived = arrival';
const MOVED = 'events.renewal_of = ANY(renewed) AND events.id = ANY(moved)';

/** Renewals that have another link than their purchase. */
const ASTRAY = `
  purchases.app_id = of_app AND purchases.id IN (SELECT unnest(ARRAY[id, renewal_of]) FROM ${EVENTS})
  AND events.app_id = of_app AND events.renewal_of = purchases.id
  AND (events.code, events.origin) IS DISTINCT FROM (purchases.code, purchases.origin)`;

/**
 * Stores events that an app's server sent, all or nothing, and returns how many were new. Anybody can send events with a
 * publishable key, so one from a phone that has the id of a server's event gives way to it. Otherwise somebody who guesses
 * the ids of orders could have them counted for a link of their own, with all renewals. A renewal gets the link of its
 * purchase, whichever of them comes first. Calls for the same app wait for each other, so a purchase and its renewal
 * that come at the same moment find each other. A late link of the purchase waits for the row lock below, or its row
 * lock is waited for: see `attribute_events`.
 */
export const addServerEvents: SqlFunction = {
  name: 'add_server_events',
  number: 1,
  definition: `(of_app text, received timestamptz, given json) RETURNS int ${PLPGSQL} AS $$
    #variable_conflict use_column
    DECLARE
      ${ARRIVAL};
      ${ATTRIBUTION_DAYS};
      first_touch timestamptz := (SELECT to_timestamp(min(occurred_at) / 1000) FROM ${EVENTS}) - make_interval(hours => 24 * days);
      last_touch timestamptz := received;
      added int := 0;
      stored int;
      ids text[] := ARRAY(SELECT id FROM ${EVENTS});
      fresh uuid[];
      replaced text[];
      replaced_at timestamptz[];
      moved text[];
      renewed text[];
      installs_changed text[] := '{}';
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(of_app, ${LOCK_SEEDS.serverEvents}));
      ${lockInstalls('to add events', EVENTS)};
      PERFORM FROM purchases WHERE app_id = of_app AND id IN (SELECT renewal_of FROM ${EVENTS}) ORDER BY id FOR SHARE;
      LOOP
        -- What phones sent under these ids gives way. One that is being stored is waited for below, and found then.
        replaced := ARRAY(SELECT events.id FROM ${PHONES} ORDER BY events.id FOR UPDATE OF events);
        IF cardinality(replaced) > 0 THEN
          replaced_at := ARRAY(SELECT DISTINCT events.received_at FROM ${PHONES});
          installs_changed := installs_changed || ARRAY(
            SELECT install_id FROM events WHERE app_id = of_app AND ${REPLACED} AND install_id IS NOT NULL
          );
          ${countRows('events', -1, REPLACED)};
          ${countRows('buyers', -1, 'buyers.install_id = ANY(installs_changed) AND buyers.event_id = ANY(replaced)')};
          DELETE FROM buyers WHERE app_id = of_app AND install_id = ANY(installs_changed) AND event_id = ANY(replaced);
          ${noteDeletions('events', REPLACED)};
          ${forgetEventIds(REPLACED)};
          DELETE FROM events WHERE app_id = of_app AND ${REPLACED};
        END IF;
        fresh := keep_event_ids(of_app, ids, array_fill(received, ARRAY[cardinality(ids)]));
        INSERT INTO events (${COLUMNS})
          SELECT of_app, event.id, event.position, event.install_id, '${FROM_SERVER}', event.name,
            event.data, event.logged_at, received, event.occurred_at, event.user_id, event.amount, event.currency,
            event.renewal_of, arrival, link.code, link.origin, ${BROUGHT.brought}, ${BROUGHT.audience}, ${BROUGHT.installed_at}
          FROM (
            SELECT DISTINCT ON (id) position, id, install_id, user_id, name, data, to_timestamp(logged_at / 1000) AS logged_at,
              to_timestamp(occurred_at / 1000) AS occurred_at, amount, currency, renewal_of, NULL::text AS platform
            FROM ${EVENTS} WHERE event_key(id) = ANY(fresh) ORDER BY id, position
          ) AS event
          LEFT JOIN installs AS install ON install.app_id = of_app AND install.id = event.install_id
          LEFT JOIN LATERAL (${attributedLink}) AS link ON event.renewal_of IS NULL;
        GET DIAGNOSTICS stored = ROW_COUNT;
        added := added + stored;
        EXIT WHEN NOT EXISTS (SELECT FROM ${PHONES});
      END LOOP;
      INSERT INTO purchases (app_id, id, install_id, user_id, code, origin)
        SELECT app_id, id, install_id, user_id, code, origin FROM events
        WHERE app_id = of_app AND ${ADDED} AND name = 'purchase' AND renewal_of IS NULL
        ON CONFLICT DO NOTHING;
      SELECT array_agg(events.id), array_agg(events.renewal_of) INTO moved, renewed FROM events, purchases
        WHERE ${ASTRAY} AND events.arrived <> arrival;
      IF moved IS NOT NULL THEN ${countRows('events', -1, MOVED)}; END IF;
      UPDATE events SET code = purchases.code, origin = purchases.origin FROM purchases WHERE ${ASTRAY};
      IF moved IS NOT NULL THEN ${countRows('events', 1, MOVED)}; END IF;
      IF added > 0 THEN ${countRows('events', 1, ADDED)}; END IF;
      installs_changed := installs_changed || ARRAY(
        SELECT install_id FROM events WHERE app_id = of_app AND ${ADDED} AND name = 'purchase' AND install_id IS NOT NULL
      );
      IF moved IS NOT NULL THEN
        installs_changed := installs_changed || ARRAY(
          SELECT install_id FROM events WHERE app_id = of_app AND ${MOVED} AND name = 'purchase' AND install_id IS NOT NULL
        );
      END IF;
      IF cardinality(installs_changed) > 0 THEN PERFORM count_buyers(of_app, installs_changed); END IF;
      IF added > 0 THEN ${tellEvents(ADDED)}; END IF;
      RETURN added;
    END $$`,
};
