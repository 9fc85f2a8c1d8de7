/**
 * Stores batches of an app's events, all or nothing, each event with its link. It drops ids that the app has sent
 * before (`keep_event_ids`), and returns the batches that had such ids. Positions follow the order of arrival. The
 * times of events are milliseconds since 1970.
 */
export const addEvents = String.raw`
CREATE OR REPLACE FUNCTION add_events(of_app text, senders json, given json) RETURNS TABLE (batch int, repeated int)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  arrival bigint := arrival(of_app);
  logged events[];
  ids text[];
  times timestamptz[];
  fresh uuid[];
  positions int[];
  bought text[];
  back text[];
  back_at timestamptz[];
BEGIN
  PERFORM lock_each('install', of_app, ARRAY(SELECT install_id FROM json_to_recordset(senders) AS sender (install_id text)), 'shared');
  logged := ARRAY(
    SELECT ROW(of_app, event.id, sender.install_id, sender.platform, event.name, event.data,
      to_timestamp(event.logged_at / 1000), sender.received_at, event.user_id, event.position,
      to_timestamp(event.occurred_at / 1000), NULL, event.amount, event.currency, NULL, NULL, NULL, NULL, NULL, arrival,
      event.counted_as)::events
    FROM json_to_recordset(given) AS event (batch int, position int, id text, name text, data text, logged_at float8,
      occurred_at float8, user_id text, amount numeric, currency text, counted_as text)
    JOIN json_to_recordset(senders) AS sender (batch int, install_id text, platform text, received_at timestamptz) USING (batch)
    ORDER BY sender.install_id, event.position
  );
  SELECT array_agg(id), array_agg(received_at) INTO ids, times FROM unnest(logged);
  fresh := keep_event_ids(of_app, ids, times);
  IF cardinality(fresh) < cardinality(ids) THEN
    logged := ARRAY(
      SELECT first FROM (
        SELECT DISTINCT ON (event.id) event AS first FROM unnest(logged) AS event
        WHERE event_key(event.id) = ANY(fresh) ORDER BY event.id, event.position
      ) AS event ORDER BY (first).install_id
    );
  END IF;
  logged := link_events(of_app, logged);
  INSERT INTO events SELECT * FROM unnest(logged);
  PERFORM count_events(of_app, 1, logged);
  SELECT array_agg(position), array_agg(install_id) FILTER (WHERE name = 'purchase'),
    array_agg(install_id) FILTER (WHERE installed_at IS NOT NULL), array_agg(occurred_at) FILTER (WHERE installed_at IS NOT NULL)
    INTO positions, bought, back, back_at FROM unnest(logged);
  IF back IS NOT NULL THEN PERFORM count_returns(of_app, back, back_at); END IF;
  IF bought IS NOT NULL THEN PERFORM note_buyers(of_app, bought); END IF;
  IF positions IS NOT NULL THEN PERFORM tell_events(of_app, logged); END IF;
  IF cardinality(logged) < cardinality(ids) THEN
    RETURN QUERY SELECT batch, count(*)::int FROM json_to_recordset(given) AS event (batch int, position int)
      WHERE positions IS NULL OR position <> ALL(positions) GROUP BY batch;
  END IF;
END $$`;
