/**
 * Stores clicks on an app's links. Networks are stored as hashes only. A click that is stored already stays as it is: a
 * commit may have succeeded although its answer was lost.
 *
 * Who clicked, and who clicked on that link, are hashes with a key that is deleted after the day; without a key or a
 * network they are null. The first bit of `visitor` says that somebody is new on this day, the second one on this link.
 */
export const addClicks = String.raw`
CREATE OR REPLACE FUNCTION add_clicks(of_app text, landed json) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  arrival bigint := arrival(of_app);
  zones_since timestamptz[] := ARRAY(SELECT since FROM rollup_zones WHERE app_id = of_app ORDER BY since);
  zones text[] := ARRAY(SELECT time_zone FROM rollup_zones WHERE app_id = of_app ORDER BY since);
  clicked clicks[] := ARRAY(
    SELECT click FROM json_populate_recordset(NULL::clicks, landed) AS click ORDER BY click.created_at, click.id
  );
  given clicks;
  who rollup_keys;
  keys rollup_keys[] := '{}';
  week timestamptz;
  secret text;
  days_of date[] := ARRAY(SELECT day_of(zones_since, zones, created_at) FROM unnest(clicked));
  days date[] := ARRAY(SELECT DISTINCT unnest(days_of) ORDER BY 1);
  day date;
  keys_of_days text[] := '{}';
  people bytea[];
  visits bytea[];
  hash bytea;
  fresh bytea[] := '{}';
  stored clicks[] := '{}';
BEGIN
  FOREACH day IN ARRAY days LOOP
    keys_of_days := keys_of_days || hash_key(of_app, 'visitor', day);
  END LOOP;
  SELECT array_agg(substr(sha256(convert_to(visit.key || concat_ws(E'\n', '', user_agent), 'UTF8')), 1, 16)),
      array_agg(substr(sha256(convert_to(visit.key || concat_ws(E'\n', '', user_agent, code), 'UTF8')), 1, 16))
    INTO people, visits FROM unnest(clicked) WITH ORDINALITY AS given CROSS JOIN LATERAL (
      SELECT keys_of_days[array_position(days, days_of[ordinality])] || E'\n' || given.network AS key
    ) AS visit;
  FOR hash IN
    INSERT INTO visitors (app_id, day, hash)
    SELECT DISTINCT of_app, visit.day, visit.hash FROM unnest(days_of || days_of, people || visits) AS visit (day, hash)
    WHERE visit.hash IS NOT NULL ORDER BY visit.day, visit.hash ON CONFLICT DO NOTHING
    RETURNING visitors.hash
  LOOP
    fresh := fresh || hash;
  END LOOP;
  FOR place IN 1 .. cardinality(clicked) LOOP
    given := clicked[place];
    IF secret IS NULL OR given.created_at >= week + interval '7 days' THEN
      week := date_trunc('week', given.created_at, 'UTC');
      secret := network_key(of_app, week);
    END IF;
    who := audience_of(given);
    keys := keys || who || origin_of(given.code, given.campaign, given.source, given.medium);
    given.app_id := of_app;
    given.visitor := (array_position(fresh, people[place]) IS NOT NULL)::int
      + 2 * (array_position(fresh, visits[place]) IS NOT NULL)::int;
    IF given.visitor > 0 THEN fresh := array_remove(array_remove(fresh, people[place]), visits[place]); END IF;
    given.look := look_of(secret, given, NULL);
    given.network := conceal(secret, given.network);
    given.wide_network := conceal(secret, given.wide_network);
    given.audience := who.id;
    given.arrived := arrival;
    given.position := place;
    clicked[place] := given;
  END LOOP;
  PERFORM register_keys(of_app, keys);
  FOR given IN INSERT INTO clicks SELECT * FROM unnest(clicked) ON CONFLICT DO NOTHING RETURNING * LOOP
    stored := stored || given;
  END LOOP;
  PERFORM count_clicks(of_app, 1, stored);
END $$`;

/** Stores when a button to the store was pressed first, and counts it once, on the day of the click. */
export const noteStoreTap = String.raw`
CREATE OR REPLACE FUNCTION note_store_tap(of_app text, click_id text, at timestamptz) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
BEGIN
  UPDATE clicks SET store_tapped_at = at WHERE clicks.app_id = of_app AND clicks.id = click_id AND store_tapped_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO deltas (app_id, at, origin, audience, figure, n)
    SELECT app_id, date_bin('15 minutes', created_at, 'epoch'), origin_key(code, campaign, source, medium), audience,
      'store_taps', 1
    FROM clicks WHERE clicks.app_id = of_app AND clicks.id = click_id;
END $$`;
