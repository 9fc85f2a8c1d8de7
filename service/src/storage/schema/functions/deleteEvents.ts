/** Deletes events, given without their data: no longer counts them, forgets their ids, and notes this for exports. */
export const dropEvents = String.raw`
CREATE OR REPLACE FUNCTION drop_events(of_app text, arrival bigint, doomed events[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE keys uuid[] := ARRAY(SELECT event_key(id) FROM unnest(doomed));
BEGIN
  PERFORM count_events(of_app, -1, doomed);
  INSERT INTO deletions (app_id, kind, arrived, row_arrived, row_position)
    SELECT of_app, 'events', arrival, arrived, position FROM unnest(doomed) ON CONFLICT DO NOTHING;
  DELETE FROM event_ids WHERE event_ids.app_id = of_app AND event_ids.id = ANY(keys);
  DELETE FROM events USING unnest(doomed) AS gone WHERE events.app_id = of_app AND events.received_at = gone.received_at
    AND events.position = gone.position AND events.arrived = gone.arrived;
END $$`;

/**
 * Deletes some events of an install, or without one those that carry a user's id, and no longer counts them. Whoever
 * loses the first purchase counts as a buyer with the next one, if there is any. Returns the number of events.
 */
export const deleteEvents = String.raw`
CREATE OR REPLACE FUNCTION delete_events(of_app text, of_install text, of_user text, most int) RETURNS int
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  arrival bigint := arrival(of_app);
  event events;
  doomed events[] := '{}';
  buying text[];
BEGIN
  FOR event IN
    SELECT * FROM events WHERE events.app_id = of_app
      AND (events.install_id = of_install OR (of_install IS NULL AND events.user_id = of_user))
    ORDER BY events.id LIMIT most FOR UPDATE
  LOOP
    event.data := NULL;
    doomed := doomed || event;
  END LOOP;
  IF cardinality(doomed) = 0 THEN RETURN 0; END IF;
  buying := ARRAY(SELECT DISTINCT install_id FROM unnest(doomed) WHERE name = 'purchase' AND install_id IS NOT NULL);
  PERFORM lock_each('buyer', of_app, buying, 'alone');
  PERFORM drop_buyers(of_app, buying, ARRAY(SELECT id FROM unnest(doomed)));
  PERFORM drop_events(of_app, arrival, doomed);
  PERFORM note_buyers(of_app, buying);
  RETURN cardinality(doomed);
END $$`;
