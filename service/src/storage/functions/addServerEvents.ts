import { FROM_SERVER } from '../recordTables.ts';
import { ATTRIBUTION_DAYS, attributedLink } from './attributedLink.ts';
import { lockInstalls } from './lockInstalls.ts';
import { tellEvents } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const EVENTS = `json_to_recordset(given) AS given (
  position int, id text, install_id text, user_id text, name text, data text, logged_at float8, occurred_at float8,
  amount numeric, currency text, renewal_of text
)`;

const COLUMNS = `app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at, user_id, amount,
  currency, renewal_of, code`;

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
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(of_app, 1));
      ${lockInstalls('to add events', EVENTS)};
      PERFORM FROM purchases WHERE app_id = of_app AND id IN (SELECT renewal_of FROM ${EVENTS}) ORDER BY id FOR SHARE;
      FOR stored IN
        INSERT INTO events (${COLUMNS})
        SELECT DISTINCT ON (event.id) of_app, event.id, position, install_id, '${FROM_SERVER}', event.name, data, logged_at,
          received, occurred_at, user_id, amount, currency, renewal_of,
          CASE WHEN renewal_of IS NULL THEN (${attributedLink}) END
        FROM (
          SELECT position, id, install_id, user_id, name, data, to_timestamp(logged_at / 1000) AS logged_at,
            to_timestamp(occurred_at / 1000) AS occurred_at, amount, currency, renewal_of
          FROM ${EVENTS}
        ) AS event
        ORDER BY event.id, position
        ON CONFLICT (app_id, id) DO UPDATE SET (${COLUMNS}) =
            (${COLUMNS.replace(/\w+/g, 'excluded.$&')})
          WHERE events.platform IS DISTINCT FROM '${FROM_SERVER}'
        RETURNING events.id
      LOOP
        added := added || stored;
      END LOOP;
      INSERT INTO purchases (app_id, id, install_id, user_id, code)
        SELECT app_id, id, install_id, user_id, code FROM events
        WHERE app_id = of_app AND name = 'purchase' AND renewal_of IS NULL AND id IN (SELECT id FROM ${EVENTS})
        ON CONFLICT DO NOTHING;
      UPDATE events SET code = purchases.code FROM purchases
        WHERE purchases.app_id = of_app
          AND purchases.id IN (SELECT unnest(ARRAY[id, renewal_of]) FROM ${EVENTS})
          AND events.app_id = of_app AND events.renewal_of = purchases.id
          AND events.code IS DISTINCT FROM purchases.code;
      ${tellEvents('id = ANY(added)')};
      RETURN cardinality(added);
    END $$`,
};
