import { countRows } from '../rollups/countFacts.ts';
import { ATTRIBUTION_DAYS, attributedLink, BROUGHT } from './attributedLink.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** As many events as the library keeps for sending. An install that has sent more before its match is a program. */
const MAX_OF_INSTALL = 1_000;

/** So many updates take less time than others wait for the lock of an install. Installs of one call share them. */
const MAX_OF_CALL = 20_000;

const PLACES = `json_to_recordset(places) AS place (
  received_at timestamptz, position int, arrived bigint, id text, code text, origin bigint, brought bigint, audience bigint, installed_at timestamptz
)`;

/** Renewals that have another link than their purchase. */
const ASTRAY = `
  purchases.app_id = of_app AND purchases.install_id = ANY(install_ids)
  AND events.app_id = of_app AND events.renewal_of = purchases.id
  AND (events.code, events.origin) IS DISTINCT FROM (purchases.code, purchases.origin)`;

const MOVED = `events.install_id = ANY(install_ids) AND events.occurred_at >= earliest AND events.received_at >= earliest
  AND events.id = ANY(moved)`;

const RENEWALS = 'events.renewal_of = ANY(renewed) AND events.id = ANY(moved)';

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
  definition: `(of_app text, install_ids text[], times timestamptz[]) RETURNS void ${PLPGSQL} AS $$
    DECLARE
      ${ATTRIBUTION_DAYS};
      places json;
      moved text[];
      renewed text[];
      -- No event happens after it is received, so older partitions have none of these.
      earliest timestamptz := (SELECT min(time) FROM unnest(times) AS time);
      first_touch timestamptz := earliest - make_interval(hours => 24 * days);
      last_touch timestamptz := 'infinity';
    BEGIN
      IF NOT EXISTS (
        SELECT FROM unnest(install_ids, times) AS given (install_id, since)
        JOIN events ON events.app_id = of_app AND events.install_id = given.install_id AND occurred_at >= since
          AND events.received_at >= earliest
      ) THEN RETURN; END IF;
      places := (
        SELECT json_agg(place) FROM (
          SELECT event.received_at, event.position, event.arrived, event.id,
            CASE WHEN event.renewal_of IS NULL THEN link.code ELSE event.code END AS code,
            CASE WHEN event.renewal_of IS NULL THEN link.origin ELSE event.origin END AS origin,
            ${BROUGHT.brought} AS brought, ${BROUGHT.audience} AS audience, ${BROUGHT.installed_at} AS installed_at
          FROM (
            SELECT install_id, min(since) AS since
            FROM unnest(install_ids, times) AS given (install_id, since) GROUP BY install_id
          ) AS given
          CROSS JOIN LATERAL (
            SELECT events.received_at, events.position, events.arrived, events.id, events.install_id, events.platform, events.occurred_at, events.renewal_of, events.code,
              events.origin, events.brought, events.audience, events.installed_at FROM events
            WHERE events.app_id = of_app AND events.install_id = given.install_id AND events.occurred_at >= given.since
              AND events.received_at >= earliest
            ORDER BY events.occurred_at LIMIT least(${MAX_OF_INSTALL}, ${MAX_OF_CALL} / cardinality(install_ids))
          ) AS event
          LEFT JOIN installs AS install ON install.app_id = of_app AND install.id = event.install_id
          LEFT JOIN LATERAL (${attributedLink}) AS link ON event.renewal_of IS NULL
          WHERE (event.origin, event.brought, event.audience, event.installed_at) IS DISTINCT FROM (
            CASE WHEN event.renewal_of IS NULL THEN link.origin ELSE event.origin END,
            ${BROUGHT.brought}, ${BROUGHT.audience}, ${BROUGHT.installed_at}
          )
        ) AS place
      );
      IF places IS NOT NULL THEN
        moved := ARRAY(SELECT id FROM ${PLACES});
        ${countRows('events', -1, MOVED)};
        UPDATE events SET code = place.code, origin = place.origin, brought = place.brought, audience = place.audience,
          installed_at = place.installed_at
        FROM ${PLACES} WHERE events.app_id = of_app AND events.received_at = place.received_at
          AND events.position = place.position AND events.arrived = place.arrived AND events.received_at >= earliest;
        ${countRows('events', 1, MOVED)};
      END IF;
      PERFORM FROM purchases WHERE app_id = of_app AND install_id = ANY(install_ids) ORDER BY id FOR UPDATE;
      IF FOUND THEN
        UPDATE purchases SET code = events.code, origin = events.origin FROM events
        WHERE purchases.app_id = of_app AND purchases.install_id = ANY(install_ids)
          AND events.app_id = of_app AND events.install_id = purchases.install_id AND events.id = purchases.id
          AND events.name = 'purchase' AND (purchases.code, purchases.origin) IS DISTINCT FROM (events.code, events.origin);
        SELECT array_agg(events.id), array_agg(events.renewal_of) INTO moved, renewed FROM events, purchases WHERE ${ASTRAY};
        IF moved IS NOT NULL THEN
          ${countRows('events', -1, RENEWALS)};
          UPDATE events SET code = purchases.code, origin = purchases.origin FROM purchases WHERE ${ASTRAY};
          ${countRows('events', 1, RENEWALS)};
        END IF;
      END IF;
      PERFORM count_buyers(of_app, install_ids);
    END $$`,
};
