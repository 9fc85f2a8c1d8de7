import { FROM_SERVER } from '../recordTables.ts';
import { countRows } from '../rollups/countFacts.ts';
import { ATTRIBUTION_DAYS, attributedLink, BROUGHT } from './attributedLink.ts';
import { lockInstalls } from './lockInstalls.ts';
import { tellEvents } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const EVENTS = `json_to_recordset(given) AS given (
  position int, id text, install_id text, user_id text, name text, data text, logged_at float8, occurred_at float8,
  amount numeric, currency text, renewal_of text
)`;

const COLUMNS = `app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at, user_id, amount,
  currency, renewal_of, code, origin, brought, audience, installed_at`;

/** Events that phones sent under the same ids. */
const PHONES = `SELECT id FROM events
  WHERE app_id = of_app AND id IN (SELECT id FROM ${EVENTS}) AND platform IS DISTINCT FROM '${FROM_SERVER}'`;

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
      ${ATTRIBUTION_DAYS};
      stored text;
      added text[] := '{}';
      replaced text[];
      moved text[];
      installs_changed text[] := '{}';
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(of_app, 1));
      ${lockInstalls('to add events', EVENTS)};
      PERFORM FROM purchases WHERE app_id = of_app AND id IN (SELECT renewal_of FROM ${EVENTS}) ORDER BY id FOR SHARE;
      LOOP
        -- What phones sent under these ids gives way. One that is being stored is waited for below, and found then.
        replaced := ARRAY(${PHONES} ORDER BY id FOR UPDATE);
        installs_changed := installs_changed || ARRAY(
          SELECT install_id FROM events WHERE app_id = of_app AND id = ANY(replaced) AND install_id IS NOT NULL
        );
        ${countRows('events', -1, 'events.id = ANY(replaced)')};
        ${countRows('buyers', -1, 'buyers.install_id = ANY(installs_changed) AND buyers.event_id = ANY(replaced)')};
        DELETE FROM buyers WHERE app_id = of_app AND install_id = ANY(installs_changed) AND event_id = ANY(replaced);
        DELETE FROM events WHERE app_id = of_app AND id = ANY(replaced);
        FOR stored IN
          INSERT INTO events (${COLUMNS})
          SELECT DISTINCT ON (event.id) of_app, event.id, event.position, event.install_id, '${FROM_SERVER}', event.name,
            event.data, event.logged_at, received, event.occurred_at, event.user_id, event.amount, event.currency,
            event.renewal_of, link.code, link.origin, ${BROUGHT.brought}, ${BROUGHT.audience}, ${BROUGHT.installed_at}
          FROM (
            SELECT position, id, install_id, user_id, name, data, to_timestamp(logged_at / 1000) AS logged_at,
              to_timestamp(occurred_at / 1000) AS occurred_at, amount, currency, renewal_of, NULL::text AS platform
            FROM ${EVENTS}
          ) AS event
          LEFT JOIN installs AS install ON install.app_id = of_app AND install.id = event.install_id
          LEFT JOIN LATERAL (${attributedLink}) AS link ON event.renewal_of IS NULL
          ORDER BY event.id, event.position
          ON CONFLICT DO NOTHING
          RETURNING events.id
        LOOP
          added := added || stored;
        END LOOP;
        EXIT WHEN NOT EXISTS (${PHONES});
      END LOOP;
      INSERT INTO purchases (app_id, id, install_id, user_id, code, origin)
        SELECT app_id, id, install_id, user_id, code, origin FROM events
        WHERE app_id = of_app AND name = 'purchase' AND renewal_of IS NULL AND id IN (SELECT id FROM ${EVENTS})
        ON CONFLICT DO NOTHING;
      moved := ARRAY(SELECT events.id FROM events, purchases WHERE ${ASTRAY} AND events.id <> ALL(added));
      ${countRows('events', -1, 'events.id = ANY(moved)')};
      UPDATE events SET code = purchases.code, origin = purchases.origin FROM purchases WHERE ${ASTRAY};
      ${countRows('events', 1, '(events.id = ANY(moved) OR events.id = ANY(added))')};
      installs_changed := installs_changed || ARRAY(
        SELECT install_id FROM events WHERE app_id = of_app AND id = ANY(added || moved) AND name = 'purchase'
          AND install_id IS NOT NULL
      );
      IF cardinality(installs_changed) > 0 THEN PERFORM count_buyers(of_app, installs_changed); END IF;
      ${tellEvents('id = ANY(added)')};
      RETURN cardinality(added);
    END $$`,
};
