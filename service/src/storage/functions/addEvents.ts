import { countStored, platformKey } from '../rollups/countFacts.ts';
import { ATTRIBUTION_DAYS, attributedLink, BROUGHT } from './attributedLink.ts';
import { ARRIVAL, HOME } from './arrival.ts';
import { lockInstalls } from './lockInstalls.ts';
import { storedRows, storeRows } from './storeRows.ts';
import { tellEvents } from './tellWebhooks.ts';
import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';

const SENDERS = `json_to_recordset(senders) AS sender (
  batch int, install_id text, platform text, received_at timestamptz
)`;

const EVENTS = `json_to_recordset(given) AS event (
  batch int, position int, id text, name text, data text, logged_at float8, occurred_at float8,
  user_id text, amount numeric, currency text
)`;

interface Places {
  /** Expressions for the columns of the same names. */
  values: string;
  /** Joins that these need. */
  joins: string;
}

/** Stores the new events where these expressions put them. */
const store = ({ values, joins }: Places) =>
  storeRows(`
    INSERT INTO events (app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at,
      user_id, amount, currency, arrived, code, origin, brought, audience, installed_at)
    SELECT home.app_id, event.id, event.position, event.install_id, event.platform, event.name, event.data, event.logged_at,
      event.received_at, event.occurred_at, event.user_id, event.amount, event.currency, arrival, ${values}
    FROM ${HOME} CROSS JOIN (
      SELECT DISTINCT ON (event.id) sender.install_id, sender.platform, sender.received_at, event.id, position, event.name, data,
        to_timestamp(logged_at / 1000) AS logged_at, to_timestamp(occurred_at / 1000) AS occurred_at,
        user_id, amount, currency
      FROM ${EVENTS} JOIN ${SENDERS} USING (batch) WHERE are_all_new OR event_key(event.id) = ANY(fresh) ORDER BY event.id, position
    ) AS event ${joins} ON CONFLICT DO NOTHING`);

const NOWHERE: Places = { values: `NULL, NULL, NULL, ${platformKey('event.platform')}, NULL`, joins: '' };

const AT_LINKS: Places = {
  values: `link.code, link.origin, ${BROUGHT.brought}, ${BROUGHT.audience}, ${BROUGHT.installed_at}`,
  joins: `
    LEFT JOIN LATERAL (
      SELECT * FROM installs WHERE installs.app_id = of_app AND installs.id = event.install_id OFFSET 0
    ) AS install ON true
    LEFT JOIN LATERAL (${attributedLink}) AS link ON event.install_id = ANY(touched)`,
};

/** The events that this call has stored. */
const STORED = 'events.arrived = arrival AND events.received_at >= first_received AND events.received_at <= last_touch';

/**
 * Stores batches of an app's events, all or nothing, each event with its link. It drops ids that the app has sent before
 * (`keep_event_ids`), and returns the batches that had such ids. Positions follow the order of arrival. Most installs have
 * opened no link and were matched to none; then none is looked for. The times of events are milliseconds since 1970.
 */
export const addEvents: SqlFunction = {
  name: 'add_events',
  definition: `(of_app text, senders json, given json) RETURNS TABLE (batch int, repeated int)
    ${PLPGSQL_BY_INDEX} AS $$
    #variable_conflict use_column
    DECLARE
      ${ARRIVAL};
      ${ATTRIBUTION_DAYS};
      first_received timestamptz;
      last_touch timestamptz;
      first_touch timestamptz;
      touched text[];
      ids text[];
      times timestamptz[];
      fresh uuid[];
      ${storedRows('events')};
      are_all_new boolean;
      positions int[];
      bought text[];
      back text[];
      back_at timestamptz[];
    BEGIN
      ${lockInstalls('to add events', SENDERS)};
      SELECT min(sender.received_at), max(sender.received_at),
          to_timestamp(min(event.occurred_at) / 1000) - make_interval(hours => 24 * days),
          array_agg(event.id), array_agg(sender.received_at)
        INTO first_received, last_touch, first_touch, ids, times FROM ${EVENTS} JOIN ${SENDERS} USING (batch);
      touched := ARRAY(
        SELECT sender.install_id FROM ${SENDERS} WHERE
          (SELECT true FROM installs WHERE installs.app_id = of_app AND installs.id = sender.install_id)
          OR (
            SELECT true FROM opens WHERE opens.app_id = of_app AND opens.install_id = sender.install_id
              AND opens.opened_at > first_touch AND opens.opened_at <= last_touch LIMIT 1
          )
      );
      fresh := keep_event_ids(of_app, ids, times);
      are_all_new := cardinality(fresh) = cardinality(ids);
      IF cardinality(touched) = 0 THEN
        ${store(NOWHERE)};
      ELSE
        ${store(AT_LINKS)};
      END IF;
      ${countStored('events')};
      SELECT array_agg(position), array_agg(install_id) FILTER (WHERE name = 'purchase'),
        array_agg(install_id) FILTER (WHERE install_id = ANY(touched)), array_agg(occurred_at) FILTER (WHERE install_id = ANY(touched))
        INTO positions, bought, back, back_at FROM unnest(stored);
      IF back IS NOT NULL THEN PERFORM count_returns(of_app, back, back_at); END IF;
      IF bought IS NOT NULL THEN PERFORM count_buyers(of_app, bought); END IF;
      IF positions IS NOT NULL THEN ${tellEvents(STORED)}; END IF;
      IF coalesce(cardinality(positions), 0) < json_array_length(given) THEN
        RETURN QUERY SELECT batch, count(*)::int FROM ${EVENTS}
          WHERE positions IS NULL OR position <> ALL(positions) GROUP BY batch;
      END IF;
    END $$`,
};
