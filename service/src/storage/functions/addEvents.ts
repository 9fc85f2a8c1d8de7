import { countRows, platformKey } from '../rollups/countFacts.ts';
import { ATTRIBUTION_DAYS, attributedLink, BROUGHT } from './attributedLink.ts';
import { ARRIVAL } from './arrival.ts';
import { lockInstalls } from './lockInstalls.ts';
import { tellEvents } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

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
const store = ({ values, joins }: Places) => `
  INSERT INTO events (app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at,
    user_id, amount, currency, arrived, code, origin, brought, audience, installed_at)
  SELECT of_app, event.id, event.position, event.install_id, event.platform, event.name, event.data, event.logged_at,
    event.received_at, event.occurred_at, event.user_id, event.amount, event.currency, arrival, ${values}
  FROM (
    SELECT DISTINCT ON (event.id) sender.install_id, sender.platform, sender.received_at, event.id, position, event.name, data,
      to_timestamp(logged_at / 1000) AS logged_at, to_timestamp(occurred_at / 1000) AS occurred_at,
      user_id, amount, currency
    FROM ${EVENTS} JOIN ${SENDERS} USING (batch) WHERE are_all_new OR event_key(event.id) = ANY(fresh) ORDER BY event.id, position
  ) AS event ${joins}`;

const NOWHERE: Places = { values: `NULL, NULL, NULL, ${platformKey('event.platform')}, NULL`, joins: '' };

const AT_LINKS: Places = {
  values: `link.code, link.origin, ${BROUGHT.brought}, ${BROUGHT.audience}, ${BROUGHT.installed_at}`,
  joins: `
    LEFT JOIN installs AS install ON install.app_id = of_app AND install.id = event.install_id
    LEFT JOIN LATERAL (${attributedLink}) AS link ON event.install_id = ANY(touched)`,
};

/** The events that this call has stored. */
const STORED = 'events.arrived = arrival AND events.received_at >= first_received AND events.received_at <= last_touch';

const stored = (columns: string, condition: string) =>
  `SELECT ${columns} FROM events WHERE events.app_id = of_app AND ${STORED} AND ${condition}`;

/**
 * Stores batches of an app's events, all or nothing, each event with its link. It drops ids that the app has sent before
 * (`keep_event_ids`), and returns the batches that had such ids. Positions follow the order of arrival. Most installs have
 * opened no link and were matched to none; then none is looked for. The times of events are milliseconds since 1970.
 */
export const addEvents: SqlFunction = {
  name: 'add_events',
  number: 1,
  definition: `(of_app text, senders json, given json) RETURNS TABLE (batch int, repeated int)
    ${PLPGSQL} AS $$
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
      are_all_new boolean;
      added int;
      installs_back text[];
      bought text[];
    BEGIN
      ${lockInstalls('to add events', SENDERS)};
      SELECT min(sender.received_at), max(sender.received_at),
          to_timestamp(min(event.occurred_at) / 1000) - make_interval(hours => 24 * days),
          array_agg(event.id), array_agg(sender.received_at)
        INTO first_received, last_touch, first_touch, ids, times FROM ${EVENTS} JOIN ${SENDERS} USING (batch);
      touched := ARRAY(
        SELECT install_id FROM opens WHERE app_id = of_app AND install_id IN (SELECT install_id FROM ${SENDERS})
          AND opened_at > first_touch AND opened_at <= last_touch
        UNION
        SELECT id FROM installs WHERE app_id = of_app AND id IN (SELECT install_id FROM ${SENDERS})
      );
      fresh := keep_event_ids(of_app, ids, times);
      are_all_new := cardinality(fresh) = cardinality(ids);
      IF cardinality(touched) = 0 THEN
        ${store(NOWHERE)};
        GET DIAGNOSTICS added = ROW_COUNT;
      ELSE
        ${store(AT_LINKS)};
        GET DIAGNOSTICS added = ROW_COUNT;
        SELECT array_agg(install_id), array_agg(occurred_at) INTO installs_back, times
          FROM (${stored('events.install_id, events.occurred_at', 'events.install_id = ANY(touched)')}) AS event;
        IF installs_back IS NOT NULL THEN PERFORM count_returns(of_app, installs_back, times); END IF;
      END IF;
      IF added > 0 THEN
        ${countRows('events', 1, STORED)};
        IF strpos(given::text, '"purchase"') > 0 THEN
          bought := ARRAY(${stored('events.install_id', "events.name = 'purchase'")});
          IF cardinality(bought) > 0 THEN PERFORM count_buyers(of_app, bought); END IF;
        END IF;
        ${tellEvents(STORED)};
      END IF;
      IF added < json_array_length(given) THEN
        RETURN QUERY SELECT batch, count(*)::int FROM ${EVENTS}
          WHERE position NOT IN (${stored('events.position', 'true')}) GROUP BY batch;
      END IF;
    END $$`,
};
