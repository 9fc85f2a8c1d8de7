import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** Clocks of instances differ by less than this, and no transaction that stores events takes as long. */
const EDGE = `interval '10 minutes'`;

const quarterOf = (time: string) => `date_trunc('quarter', (${time}) AT TIME ZONE 'UTC')::date`;

/** What is kept of an event's id: apps choose ids of up to 200 characters. */
export const eventKey: SqlFunction = {
  name: 'event_key',
  number: 1,
  definition: `(id text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT encode(substr(sha256(convert_to(id, 'UTF8')), 1, 16), 'hex')::uuid $$`,
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
  number: 1,
  definition: `(of_app text, ids text[], times timestamptz[]) RETURNS uuid[] ${PLPGSQL} AS $$
    DECLARE
      latest timestamptz := (SELECT max(time) FROM unnest(times) AS time);
      oldest date := ${quarterOf(`latest - ${EDGE}`)};
      newest date := ${quarterOf(`latest + ${EDGE}`)};
      around date[] := ARRAY[oldest - interval '3 months', newest + interval '3 months'];
      given json;
      stored uuid;
      fresh uuid[];
    BEGIN
      given := (
        SELECT json_agg(event) FROM (
          SELECT event_key(event.id) AS key, min(event.time) AS time FROM unnest(ids, times) AS event (id, time) GROUP BY 1 ORDER BY 1
        ) AS event
      );
      fresh := ARRAY(
        SELECT key FROM json_to_recordset(given) AS event (key uuid)
        EXCEPT
        SELECT event_ids.id FROM event_ids WHERE event_ids.app_id = of_app AND event_ids.quarter = ANY(around)
          AND event_ids.id IN (SELECT key FROM json_to_recordset(given) AS event (key uuid))
      );
      LOOP
        given := (
          SELECT json_agg(event ORDER BY key) FROM json_to_recordset(given) AS event (key uuid, time timestamptz) WHERE key = ANY(fresh)
        );
        fresh := '{}';
        IF given IS NULL THEN RETURN fresh; END IF;
        FOR stored IN
          INSERT INTO event_ids (app_id, id, quarter, received_at)
          SELECT of_app, key, oldest, time FROM json_to_recordset(given) AS event (key uuid, time timestamptz)
          ON CONFLICT DO NOTHING RETURNING event_ids.id
        LOOP
          fresh := fresh || stored;
        END LOOP;
        IF oldest = newest THEN RETURN fresh; END IF;
        oldest := newest;
      END LOOP;
    END $$`,
};

/** A statement that forgets the ids of events that are about to be deleted. */
export const forgetEventIds = (condition: string) => `
  DELETE FROM event_ids WHERE event_ids.app_id = of_app AND event_ids.id IN (
    SELECT event_key(events.id) FROM events WHERE events.app_id = of_app AND ${condition}
  )`;
