import { HOME } from './arrival.ts';
import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';

/** Clocks of instances differ by less than this, and no transaction that stores events takes as long. */
const EDGE = `interval '10 minutes'`;

const quarterOf = (time: string) => `date_trunc('quarter', (${time}) AT TIME ZONE 'UTC')::date`;

/**
 * What is kept of an event's id: apps choose ids of up to 200 characters. All of its functions are immutable, or else
 * PostgreSQL would call it for each event instead of putting it into the statement: `convert_to` is not.
 */
export const eventKey: SqlFunction = {
  name: 'event_key',
  definition: `(id text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT encode(substr(sha256(decode(replace(id, '\\', '\\\\'), 'escape')), 1, 16), 'hex')::uuid $$`,
};

/**
 * Keeps the ids of events that came at these times, and returns the keys of those that the app hasn't sent for at least 90
 * days. Ids are kept by quarters of a year. An id is new if it is neither in this quarter nor in the one before, nor in the
 * next one, as a clock may have been set back. Whoever adds it to a quarter keeps all others waiting who add it there. Around the edge of two quarters it is added to
 * both, so of two calls one waits for the other, though one still writes to the old quarter and one to the new.
 * Quarters are written in their order, and ids in theirs, so calls don't deadlock.
 */
export const keepEventIds: SqlFunction = {
  name: 'keep_event_ids',
  definition: `(of_app text, ids text[], times timestamptz[]) RETURNS uuid[] ${PLPGSQL_BY_INDEX} AS $$
    DECLARE
      -- They came together.
      oldest date := ${quarterOf(`times[1] - ${EDGE}`)};
      newest date := ${quarterOf(`times[1] + ${EDGE}`)};
      before date := oldest - interval '3 months';
      after date := newest + interval '3 months';
      keys uuid[];
      keys_at timestamptz[];
      known uuid[];
      stored uuid;
      fresh uuid[];
    BEGIN
      SELECT array_agg(event.key), array_agg(event.at) INTO keys, keys_at FROM (
        SELECT event_key(given.id) AS key, min(given.at) AS at FROM unnest(ids, times) AS given (id, at) GROUP BY 1 ORDER BY 1
      ) AS event;
      known := ARRAY(
        SELECT key FROM unnest(keys) AS key WHERE (
          SELECT true FROM event_ids WHERE event_ids.app_id = of_app AND event_ids.id = key
            AND (event_ids.quarter = before OR event_ids.quarter = after) LIMIT 1
        )
      );
      LOOP
        fresh := '{}';
        FOR stored IN
          INSERT INTO event_ids (app_id, id, quarter, received_at)
          SELECT home.app_id, event.key, oldest, event.at FROM ${HOME} CROSS JOIN unnest(keys, keys_at) AS event (key, at)
          WHERE event.key <> ALL(known)
          ON CONFLICT DO NOTHING RETURNING event_ids.id
        LOOP
          fresh := fresh || stored;
        END LOOP;
        IF oldest = newest THEN RETURN fresh; END IF;
        oldest := newest;
        known := ARRAY(SELECT key FROM unnest(keys) AS key WHERE key <> ALL(fresh));
      END LOOP;
    END $$`,
};

/** A statement that forgets the ids of events that are about to be deleted. */
export const forgetEventIds = (condition: string) => `
  DELETE FROM event_ids WHERE event_ids.app_id = of_app AND event_ids.id IN (
    SELECT event_key(events.id) FROM events WHERE events.app_id = of_app AND ${condition}
  )`;
