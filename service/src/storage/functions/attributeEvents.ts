import { ATTRIBUTION_DAYS, attributedLink } from './attributedLink.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** As many events as the library keeps for sending. An install that has sent more before its match is a program. */
const MAX_OF_INSTALL = 1_000;

/** So many updates take less time than others wait for the lock of an install. Installs of one call share them. */
const MAX_OF_CALL = 20_000;

/**
 * Gives events that came before their link that link: those of the given installs of an app, each from its time on. Most
 * installs have none, and looking for one is quicker than planning the update.
 *
 * Whoever has an app's publishable key can send any number of events for one install. If its match gave all of them
 * their link, that call would take longer than a statement may, and it is the call of all installs that are matched at
 * the same moment. So only the first events after the link get it.
 *
 * Renewals have the link of their purchase, so they follow when that changes. Purchases are locked in the order of their
 * ids, as `add_server_events` does.
 */
export const attributeEvents: SqlFunction = {
  name: 'attribute_events',
  number: 1,
  definition: `(of_app text, install_ids text[], times timestamptz[]) RETURNS void ${PLPGSQL} AS $$
    DECLARE ${ATTRIBUTION_DAYS};
    BEGIN
      IF NOT EXISTS (
        SELECT FROM unnest(install_ids, times) AS given (install_id, since)
        JOIN events ON events.app_id = of_app AND events.install_id = given.install_id AND occurred_at >= since
      ) THEN RETURN; END IF;
      UPDATE events SET code = found.code
      FROM (
        SELECT event.id, link.code
        FROM (
          SELECT install_id, min(since) AS since
          FROM unnest(install_ids, times) AS given (install_id, since) GROUP BY install_id
        ) AS install
        CROSS JOIN LATERAL (
          SELECT events.id, events.install_id, events.occurred_at FROM events
          WHERE events.app_id = of_app AND events.install_id = install.install_id
            AND events.occurred_at >= install.since AND events.renewal_of IS NULL
          ORDER BY events.occurred_at LIMIT least(${MAX_OF_INSTALL}, ${MAX_OF_CALL} / cardinality(install_ids))
        ) AS event
        CROSS JOIN LATERAL (${attributedLink}) AS link
      ) AS found
      WHERE events.app_id = of_app AND events.id = found.id AND events.code IS DISTINCT FROM found.code;
      PERFORM FROM purchases WHERE app_id = of_app AND install_id = ANY(install_ids) ORDER BY id FOR UPDATE;
      IF NOT FOUND THEN RETURN; END IF;
      UPDATE purchases SET code = events.code FROM events
      WHERE purchases.app_id = of_app AND purchases.install_id = ANY(install_ids)
        AND events.app_id = of_app AND events.id = purchases.id AND purchases.code IS DISTINCT FROM events.code;
      UPDATE events SET code = purchases.code FROM purchases
      WHERE purchases.app_id = of_app AND purchases.install_id = ANY(install_ids)
        AND events.app_id = of_app AND events.renewal_of = purchases.id
        AND events.code IS DISTINCT FROM purchases.code;
    END $$`,
};
