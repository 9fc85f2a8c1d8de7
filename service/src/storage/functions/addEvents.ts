import { attributedLink } from './attributedLink.ts';
import { lockInstalls } from './lockInstalls.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const SENDERS = `json_to_recordset(senders) AS given (
  batch int, app_id text, install_id text, platform text, received_at timestamptz
)`;

/**
 * Stores batches of events, all or nothing, each event with its link. It keeps the order given, drops ids that the app
 * has sent before, and returns the batches that had such ids. The sequence follows the order given, but rows are
 * inserted in the order of ids, so two calls with the same ids can't deadlock. Most installs have opened no link and
 * were matched to none; then none is looked for. The times of events are milliseconds since 1970.
 */
export const addEvents: SqlFunction = {
  name: 'add_events',
  number: 1,
  definition: `(senders json, given json) RETURNS TABLE (batch int, repeated int)
    ${PLPGSQL} AS $$
    #variable_conflict use_column
    BEGIN
      ${lockInstalls('to add events', SENDERS)};
      RETURN QUERY
        WITH sender AS MATERIALIZED (
          SELECT batch, app_id, install_id, platform, received_at, coalesce(
            (SELECT true FROM opens WHERE opens.app_id = given.app_id AND opens.install_id = given.install_id LIMIT 1),
            (SELECT true FROM installs WHERE installs.app_id = given.app_id AND installs.id = given.install_id),
            false
          ) AS has_touches
          FROM ${SENDERS}
        ), numbered AS MATERIALIZED (
          SELECT nextval('events_sequence_seq') AS sequence, given.* FROM json_to_recordset(given) AS given (
            batch int, id text, name text, data text, logged_at float8, occurred_at float8,
            user_id text, amount numeric, currency text
          )
        ), event AS (
          SELECT sequence, app_id, id, install_id, platform, name, data, received_at, user_id, amount, currency,
            to_timestamp(logged_at / 1000) AS logged_at, to_timestamp(occurred_at / 1000) AS occurred_at, has_touches
          FROM numbered JOIN sender USING (batch)
        ), added AS (
          INSERT INTO events (sequence, app_id, id, install_id, platform, name, data, logged_at, received_at, occurred_at,
            user_id, amount, currency, code)
          SELECT sequence, app_id, event.id, install_id, platform, event.name, data, logged_at, received_at, occurred_at,
            user_id, amount, currency, CASE WHEN has_touches THEN (${attributedLink}) END
          FROM event LEFT JOIN apps AS app ON app.id = event.app_id
          ORDER BY app_id, event.id, sequence
          ON CONFLICT DO NOTHING
          RETURNING sequence
        )
        SELECT batch, count(*)::int FROM numbered
        WHERE sequence NOT IN (SELECT sequence FROM added) GROUP BY batch;
    END $$`,
};
