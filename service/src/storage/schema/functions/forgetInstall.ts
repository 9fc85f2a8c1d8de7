/** Deletes some facts about an install or a user, sent or not, with their deliveries. Returns the number of facts. */
export const forgetFacts = String.raw`
CREATE OR REPLACE FUNCTION forget_facts(of_app text, of_install text, of_user text, most int) RETURNS int
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  facts text[] := ARRAY(
    SELECT id FROM webhook_facts WHERE app_id = of_app AND (install_id = of_install OR user_id = of_user) LIMIT most
  );
BEGIN
  facts := ARRAY(SELECT id FROM webhook_facts WHERE app_id = of_app AND id = ANY(facts) ORDER BY id FOR UPDATE);
  DELETE FROM webhook_deliveries WHERE app_id = of_app AND fact_id = ANY(facts);
  DELETE FROM webhook_facts WHERE app_id = of_app AND id = ANY(facts);
  RETURN cardinality(facts);
END $$`;

/**
 * Leaves nothing of clicks but that somebody clicked on the link at that time, so the link's counts stay. For exports
 * these are new rows. The caller has locked the clicks.
 */
export const forgetClicks = String.raw`
CREATE OR REPLACE FUNCTION forget_clicks(of_app text, arrival bigint, doomed text[]) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  arrived_now bigint := arrival;
  clicked clicks[] := ARRAY(SELECT ROW(clicks.*)::clicks FROM clicks WHERE app_id = of_app AND id = ANY(doomed));
  new_ids text[] := ARRAY(SELECT gen_random_uuid()::text FROM unnest(doomed));
BEGIN
  INSERT INTO deletions (app_id, kind, arrived, row_arrived, row_position)
    SELECT of_app, 'clicks', arrived_now, arrived, position FROM unnest(clicked) ON CONFLICT DO NOTHING;
  PERFORM count_clicks(of_app, -1, clicked);
  UPDATE clicks SET id = renamed.id, arrived = arrived_now, position = renamed.number, address = NULL, network = NULL,
    wide_network = NULL, look = NULL, user_agent = NULL, browser = NULL, language = NULL, country = NULL, query = NULL,
    route = NULL, screen_width = NULL, screen_height = NULL, scale = NULL, timezone = NULL, device = NULL, model = NULL,
    system_version = NULL, audience = NULL, reported_at = NULL, store_tapped_at = NULL,
    claimed_at = coalesce(claimed_at, created_at), claimed_by = NULL
  FROM unnest(doomed, new_ids) WITH ORDINALITY AS renamed (old_id, id, number)
  WHERE app_id = of_app AND clicks.id = old_id;
  clicked := ARRAY(SELECT ROW(clicks.*)::clicks FROM clicks WHERE app_id = of_app AND id = ANY(new_ids));
  PERFORM count_clicks(of_app, 1, clicked);
END $$`;

/**
 * Deletes some of an install's opens, attempts and facts, and forgets some unclaimed clicks from the same network, by
 * the same kind of device in the same language as the click that it claimed; without a limit all of them, and that
 * click. A claimed click no longer says which browser made it, so a stranger's clicks may be among them. Returns the
 * numbers; `others` is the larger one of attempts and facts. Clicks are locked by id, as claims do, to avoid deadlocks.
 */
export const forgetVisits = String.raw`
CREATE OR REPLACE FUNCTION forget_visits(of_app text, of_install text, most int)
RETURNS TABLE (opens int, clicks int, others int)
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  arrival bigint := arrival(of_app);
  opened opens[];
  attempts match_attempts[];
  claimed text;
  doomed text[];
BEGIN
  PERFORM lock_each('install', of_app, ARRAY[of_install], 'alone');
  opened := ARRAY(SELECT ROW(opens.*)::opens FROM opens WHERE app_id = of_app AND install_id = of_install LIMIT most);
  PERFORM count_opens(of_app, -1, opened);
  DELETE FROM opens USING unnest(opened) AS gone WHERE opens.app_id = of_app AND opens.install_id = of_install
    AND opens.opened_at = gone.opened_at AND opens.code = gone.code;
  opens := cardinality(opened);
  others := forget_facts(of_app, of_install, NULL, most);
  attempts := ARRAY(
    SELECT ROW(match_attempts.*)::match_attempts FROM match_attempts
    WHERE app_id = of_app AND install_id = of_install LIMIT most
  );
  PERFORM count_attempts(of_app, -1, attempts);
  DELETE FROM match_attempts USING unnest(attempts) AS gone WHERE match_attempts.app_id = of_app
    AND match_attempts.id = gone.id AND match_attempts.attempted_at = gone.attempted_at;
  others := greatest(others, cardinality(attempts));
  claimed := (SELECT click_id FROM installs WHERE app_id = of_app AND id = of_install);
  doomed := ARRAY(
    SELECT other.id FROM clicks AS own JOIN clicks AS other ON other.app_id = of_app
      AND other.network = own.network AND other.claimed_at IS NULL
      AND other.device IS NOT DISTINCT FROM own.device AND other.language IS NOT DISTINCT FROM own.language
    WHERE own.app_id = of_app AND own.id = claimed LIMIT most
  );
  IF most IS NULL THEN doomed := doomed || claimed; END IF;
  doomed := ARRAY(SELECT id FROM clicks WHERE app_id = of_app AND id = ANY(doomed) ORDER BY id FOR UPDATE);
  PERFORM forget_clicks(of_app, arrival, doomed);
  clicks := cardinality(doomed);
  RETURN NEXT;
END $$`;

/**
 * For a deletion request: deletes what is left of an install, except its links. What comes in at the same moment comes
 * before or after, as a whole. Most rows must be deleted in parts before: one statement has little time.
 */
export const forgetInstall = String.raw`
CREATE OR REPLACE FUNCTION forget_install(of_app text, of_install text) RETURNS TABLE (events int, opens int, clicks int)
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  arrival bigint := arrival(of_app);
  event events;
  logged events[] := '{}';
  install installs;
  bought buyers[];
BEGIN
  PERFORM lock_each('install', of_app, ARRAY[of_install], 'alone');
  bought := ARRAY(SELECT ROW(buyers.*)::buyers FROM buyers WHERE app_id = of_app AND install_id = of_install);
  PERFORM count_buyers(of_app, -1, bought);
  DELETE FROM buyers WHERE app_id = of_app AND install_id = of_install;
  DELETE FROM purchases WHERE app_id = of_app AND install_id = of_install;
  FOR event IN SELECT * FROM events WHERE app_id = of_app AND install_id = of_install LOOP
    event.data := NULL;
    logged := logged || event;
  END LOOP;
  PERFORM drop_events(of_app, arrival, logged);
  events := cardinality(logged);
  SELECT visits.opens, visits.clicks INTO opens, clicks FROM forget_visits(of_app, of_install, NULL) AS visits;
  SELECT * INTO install FROM installs WHERE app_id = of_app AND id = of_install;
  INSERT INTO deletions (app_id, kind, arrived, row_arrived, row_position)
    SELECT app_id, 'installs', arrival, arrived, position FROM installs WHERE app_id = of_app AND id = of_install
    ON CONFLICT DO NOTHING;
  IF install.id IS NOT NULL THEN PERFORM count_installs(of_app, -1, ARRAY[install]); END IF;
  DELETE FROM installs WHERE app_id = of_app AND id = of_install;
  RETURN NEXT;
END $$`;
