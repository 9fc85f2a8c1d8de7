import { countRows, platformKey } from '../rollups/countFacts.ts';
import { ATTRIBUTION_DAYS, attributedLink, BROUGHT } from './attributedLink.ts';
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

/** Stores the events where these expressions put them, and notes the ids and positions of new ones. */
const store = ({ values, joins }: Places) => `
  FOR stored_id, stored IN
    INSERT INTO events (app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at,
      user_id, amount, currency, code, origin, brought, audience, installed_at)
    SELECT of_app, event.id, event.position, event.install_id, event.platform, event.name, event.data, event.logged_at,
      event.received_at, event.occurred_at, event.user_id, event.amount, event.currency, ${values}
    FROM (
      SELECT sender.install_id, sender.platform, sender.received_at, event.id, position, event.name, data,
        to_timestamp(logged_at / 1000) AS logged_at, to_timestamp(occurred_at / 1000) AS occurred_at,
        user_id, amount, currency
      FROM ${EVENTS} JOIN ${SENDERS} USING (batch)
    ) AS event ${joins}
    ORDER BY event.id, event.position
    ON CONFLICT DO NOTHING
    RETURNING events.id, events.position
  LOOP
    ids := ids || stored_id;
    added := added || stored;
  END LOOP`;

const NOWHERE: Places = { values: `NULL, NULL, NULL, ${platformKey('event.platform')}, NULL`, joins: '' };

const AT_LINKS: Places = {
  values: `link.code, link.origin, ${BROUGHT.brought}, ${BROUGHT.audience}, ${BROUGHT.installed_at}`,
  joins: `
    LEFT JOIN installs AS install ON install.app_id = of_app AND install.id = event.install_id
    LEFT JOIN LATERAL (${attributedLink}) AS link ON event.install_id = ANY(touched)`,
};

/** New events of which the condition holds, with their installs. */
const stored = (columns: string, condition: string) =>
  `SELECT ${columns} FROM events WHERE events.app_id = of_app AND events.id = ANY(ids) AND ${condition}`;

/**
 * Stores batches of an app's events, all or nothing, each event with its link. It drops ids that the app has sent before,
 * and returns the batches that had such ids. Their positions follow the order of arrival, but they are inserted in the order
 * of ids, so two calls with the same ids can't deadlock. Most installs have opened no link and were matched to none; then
 * none is looked for. The times of events are milliseconds since 1970.
 */
export const addEvents: SqlFunction = {
  name: 'add_events',
  number: 1,
  definition: `(of_app text, senders json, given json) RETURNS TABLE (batch int, repeated int)
    ${PLPGSQL} AS $$
    #variable_conflict use_column
    DECLARE
      ${ATTRIBUTION_DAYS};
      touched text[];
      stored int;
      stored_id text;
      added int[] := '{}';
      ids text[] := '{}';
      installs_back text[];
      times timestamptz[];
      bought text[];
    BEGIN
      ${lockInstalls('to add events', SENDERS)};
      touched := ARRAY(
        SELECT install_id FROM opens WHERE app_id = of_app AND install_id IN (SELECT install_id FROM ${SENDERS})
        UNION
        SELECT id FROM installs WHERE app_id = of_app AND id IN (SELECT install_id FROM ${SENDERS})
      );
      IF cardinality(touched) = 0 THEN
        ${store(NOWHERE)};
      ELSE
        ${store(AT_LINKS)};
        SELECT array_agg(install_id), array_agg(occurred_at) INTO installs_back, times
          FROM (${stored('events.install_id, events.occurred_at', 'events.install_id = ANY(touched)')}) AS event;
        IF installs_back IS NOT NULL THEN PERFORM count_returns(of_app, installs_back, times); END IF;
      END IF;
      ${countRows('events', 1, 'events.id = ANY(ids)')};
      IF strpos(given::text, '"purchase"') > 0 THEN
        bought := ARRAY(${stored('events.install_id', "events.name = 'purchase'")});
        IF cardinality(bought) > 0 THEN PERFORM count_buyers(of_app, bought); END IF;
      END IF;
      ${tellEvents(`position = ANY(added) AND id IN (SELECT event.id FROM ${EVENTS})`)};
      IF cardinality(added) < json_array_length(given) THEN
        RETURN QUERY SELECT batch, count(*)::int FROM ${EVENTS} WHERE position <> ALL(added) GROUP BY batch;
      END IF;
    END $$`,
};
