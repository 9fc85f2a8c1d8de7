/**
 * Stores events that an app's server sent, in batches, all or nothing, and returns how many of each batch were new. An
 * event from a phone that has the id of a server's event gives way to it: anybody can send events with a publishable
 * key, so somebody who guesses the ids of orders could have them counted for a link of their own, with all renewals. A
 * renewal gets the link of its purchase, whichever of them comes first. Calls for the same app wait for each other, so
 * a purchase and its renewal that come at the same moment find each other. If the purchase gets a link late at the same
 * moment, one of the two waits for the other's row lock: see link_earlier_events.
 */
export const addServerEvents = String.raw`
CREATE OR REPLACE FUNCTION add_server_events(of_app text, received timestamptz, given json)
RETURNS TABLE (batch int, added int) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  arrival bigint := arrival(of_app);
  logged events[] := ARRAY(
    SELECT ROW(of_app, id, install_id, 'server', name, data, to_timestamp(logged_at / 1000), received, user_id, position,
      to_timestamp(occurred_at / 1000), NULL, amount, currency, renewal_of, NULL, NULL, NULL, NULL, arrival, NULL)::events
    FROM json_to_recordset(given) AS event (position int, id text, install_id text, user_id text, name text, data text,
      logged_at float8, occurred_at float8, amount numeric, currency text, renewal_of text)
  );
  ids text[] := ARRAY(SELECT DISTINCT id FROM unnest(logged));
  keys uuid[] := ARRAY(SELECT event_key(id) FROM unnest(ids) AS id);
  -- Purchases whose renewals may have to follow them.
  sold text[] := ARRAY(
    SELECT id FROM unnest(logged) WHERE name = 'purchase' AND renewal_of IS NULL
    UNION SELECT renewal_of FROM unnest(logged) WHERE renewal_of IS NOT NULL
  );
  fresh uuid[];
  known_at timestamptz[];
  event events;
  replaced events[];
  added events[] := '{}';
  positions int[];
  buying text[] := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(lock_key('server events', of_app));
  PERFORM lock_each('install', of_app, ARRAY(SELECT install_id FROM unnest(logged)), 'shared');
  IF cardinality(sold) > 0 THEN
    PERFORM FROM purchases WHERE app_id = of_app AND id = ANY(sold) ORDER BY id FOR SHARE;
  END IF;
  LOOP
    -- What phones sent under these ids gives way, as long as their ids are kept.
    known_at := ARRAY(SELECT received_at FROM event_ids WHERE app_id = of_app AND id = ANY(keys));
    replaced := '{}';
    IF cardinality(known_at) > 0 THEN
      FOR event IN
        SELECT * FROM events WHERE app_id = of_app AND received_at = ANY(known_at) AND id = ANY(ids)
          AND platform IS DISTINCT FROM 'server' ORDER BY id FOR UPDATE
      LOOP
        event.data := NULL;
        replaced := replaced || event;
      END LOOP;
    END IF;
    -- One that was being stored was waited for in keep_event_ids, and is found in the next round.
    EXIT WHEN fresh IS NOT NULL AND cardinality(replaced) = 0;
    IF cardinality(replaced) > 0 THEN
      buying := buying || ARRAY(SELECT install_id FROM unnest(replaced) WHERE install_id IS NOT NULL);
      PERFORM drop_buyers(of_app, buying, ARRAY(SELECT id FROM unnest(replaced)));
      PERFORM drop_events(of_app, arrival, replaced);
    END IF;
    fresh := keep_event_ids(of_app, ids, array_fill(received, ARRAY[cardinality(ids)]));
    added := added || ARRAY(
      SELECT first FROM (
        SELECT DISTINCT ON (event.id) event AS first FROM unnest(logged) AS event
        WHERE event_key(event.id) = ANY(fresh) ORDER BY event.id, event.position
      ) AS event ORDER BY (first).install_id
    );
    EXIT WHEN cardinality(fresh) = cardinality(ids);
  END LOOP;
  IF cardinality(added) > 0 THEN
    added := link_events(of_app, added);
    IF cardinality(sold) > 0 THEN
      INSERT INTO purchases (app_id, id, install_id, user_id, code, origin)
        SELECT of_app, id, install_id, user_id, code, origin FROM unnest(added)
        WHERE name = 'purchase' AND renewal_of IS NULL ON CONFLICT DO NOTHING;
      FOR place IN 1 .. cardinality(added) LOOP
        event := added[place];
        CONTINUE WHEN event.renewal_of IS NULL;
        SELECT code, origin INTO event.code, event.origin FROM purchases
          WHERE purchases.app_id = of_app AND purchases.id = event.renewal_of;
        added[place] := event;
      END LOOP;
      buying := buying || move_renewals(of_app, sold);
    END IF;
    INSERT INTO events SELECT * FROM unnest(added);
    PERFORM count_events(of_app, 1, added);
    PERFORM tell_events(of_app, added);
    buying := buying || ARRAY(SELECT install_id FROM unnest(added) WHERE name = 'purchase' AND install_id IS NOT NULL);
  END IF;
  IF cardinality(buying) > 0 THEN PERFORM note_buyers(of_app, buying); END IF;
  positions := ARRAY(SELECT position FROM unnest(added));
  RETURN QUERY SELECT given.batch, count(*)::int FROM json_to_recordset(given) AS given (batch int, position int)
    WHERE given.position = ANY(positions) GROUP BY given.batch;
END $$`;
