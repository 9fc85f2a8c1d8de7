/**
 * What is kept of an event's id, because apps choose ids of up to 200 characters. It only uses immutable functions, so
 * not convert_to: otherwise PostgreSQL would call it for each event instead of inlining it.
 */
export const eventKey = String.raw`
CREATE OR REPLACE FUNCTION event_key(id text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(decode(replace(id, '\', '\\'), 'escape')), 1, 16), 'hex')::uuid
$$`;

/**
 * Keeps the ids of events that came together at these times, and returns the keys of those that the app hasn't sent for
 * at least 90 days. Ids are kept by quarters of a year. An id is new if neither this quarter nor the one before has it,
 * nor the next one, as a clock may have been set back. Whoever adds an id to a quarter makes others wait who add it
 * there. Around the edge of two quarters an id is added to both, so one of two calls waits for the other even if their
 * clocks are in different quarters: clocks of instances differ by less than ten minutes, and no transaction that stores
 * events takes as long. Quarters are written in order, and so are the ids in each, so calls don't deadlock.
 */
export const keepEventIds = String.raw`
CREATE OR REPLACE FUNCTION keep_event_ids(of_app text, ids text[], times timestamptz[]) RETURNS uuid[]
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  oldest date := date_trunc('quarter', (times[1] - interval '10 minutes') AT TIME ZONE 'UTC')::date;
  newest date := date_trunc('quarter', (times[1] + interval '10 minutes') AT TIME ZONE 'UTC')::date;
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
      SELECT of_app, event.key, oldest, event.at FROM unnest(keys, keys_at) AS event (key, at) WHERE event.key <> ALL(known)
      ON CONFLICT DO NOTHING RETURNING event_ids.id
    LOOP
      fresh := fresh || stored;
    END LOOP;
    IF oldest = newest THEN RETURN fresh; END IF;
    oldest := newest;
    known := ARRAY(SELECT key FROM unnest(keys) AS key WHERE key <> ALL(fresh));
  END LOOP;
END $$`;
