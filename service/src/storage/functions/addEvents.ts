import { ATTRIBUTION_DAYS, attributedLink } from './attributedLink.ts';
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

/** Stores the events with the links that the expression `link` gives them, and notes the positions of new ones. */
const store = (link: string) => `
  FOR stored IN
    INSERT INTO events (app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at,
      user_id, amount, currency, code)
    SELECT of_app, event.id, position, install_id, platform, event.name, data, logged_at, received_at, occurred_at,
      user_id, amount, currency, ${link}
    FROM (
      SELECT sender.install_id, sender.platform, sender.received_at, event.id, position, event.name, data,
        to_timestamp(logged_at / 1000) AS logged_at, to_timestamp(occurred_at / 1000) AS occurred_at,
        user_id, amount, currency
      FROM ${EVENTS} JOIN ${SENDERS} USING (batch)
    ) AS event
    ORDER BY event.id, position
    ON CONFLICT DO NOTHING
    RETURNING events.position
  LOOP
    added := added || stored;
  END LOOP`;

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
      added int[] := '{}';
    BEGIN
      ${lockInstalls('to add events', SENDERS)};
      touched := ARRAY(
        SELECT install_id FROM opens WHERE app_id = of_app AND install_id IN (SELECT install_id FROM ${SENDERS})
        UNION
        SELECT id FROM installs WHERE app_id = of_app AND id IN (SELECT install_id FROM ${SENDERS})
      );
      IF cardinality(touched) = 0 THEN
        ${store('NULL')};
      ELSE
        ${store(`CASE WHEN install_id = ANY(touched) THEN (${attributedLink}) END`)};
      END IF;
      ${tellEvents(`position = ANY(added) AND id IN (SELECT event.id FROM ${EVENTS})`)};
      IF cardinality(added) < json_array_length(given) THEN
        RETURN QUERY SELECT batch, count(*)::int FROM ${EVENTS} WHERE position <> ALL(added) GROUP BY batch;
      END IF;
    END $$`,
};
