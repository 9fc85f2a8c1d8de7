/**
 * Claims clicks of an app for installs, and stores the answers and the attempts. Installs are locked first, and then
 * clicks in the order of their ids, so calls of several instances wait for each other and don't deadlock. However many
 * installs ask for a click, exactly one gets it: the first of a call. An install that has an answer already leaves the
 * click alone. Claims that aren't returned are refused.
 *
 * Once claimed, a click is only a rival of other clicks, for which the hashes of its network and look are enough. Its
 * query is part of the answer; the click keeps only the campaign in it.
 */
export const claimClicks = String.raw`
CREATE OR REPLACE FUNCTION claim_clicks(of_app text, given json)
RETURNS TABLE ("position" int, destination text, data text, query text, "isClaimed" boolean)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  arrival bigint := arrival(of_app);
  ids text[] := ARRAY(SELECT install_id FROM json_to_recordset(given) AS given (install_id text));
  earliest timestamptz := (SELECT min(not_before) FROM json_to_recordset(given) AS given (not_before timestamptz));
  answered text[];
  claim record;
  install installs;
  taken installs[] := '{}';
  stored installs[];
  attempt match_attempts;
  attempts match_attempts[] := '{}';
  secret text;
BEGIN
  PERFORM lock_each('install', of_app, ids, 'alone');
  -- Whoever waits for a key that another call adds must not have locked a click that it wants.
  FOR claim IN
    SELECT min(now) AS now FROM json_to_recordset(given) AS given (now timestamptz)
    GROUP BY date_trunc('week', now AT TIME ZONE 'UTC') ORDER BY 1
  LOOP
    PERFORM network_key(of_app, claim.now);
  END LOOP;
  answered := ARRAY(SELECT id FROM installs WHERE app_id = of_app AND id = ANY(ids));
  FOR claim IN
    SELECT given.*, clicks.code, clicks.route, clicks.query, clicks.created_at, clicks.campaign, clicks.source,
      clicks.medium, clicks.audience, coalesce(links.destination, clicks.route) AS destination, links.data
    FROM json_to_recordset(given) AS given (position int, click_id text, install_id text, matched_by text,
      confidence float8, not_before timestamptz, now timestamptz, notes json)
    JOIN clicks ON clicks.app_id = of_app AND clicks.id = given.click_id
    LEFT JOIN links ON links.app_id = of_app AND links.code = clicks.code AND links.disabled_at IS NULL
    WHERE clicks.claimed_at IS NULL AND clicks.created_at > given.not_before AND clicks.created_at > earliest
      AND coalesce(links.code, clicks.route) IS NOT NULL
    ORDER BY clicks.id, given.position FOR UPDATE OF clicks
  LOOP
    "isClaimed" := claim.install_id IS NULL OR claim.install_id <> ALL(answered);
    -- The claim before has just taken it.
    CONTINUE WHEN "isClaimed" AND claim.click_id = install.click_id;
    position := claim.position;
    destination := claim.destination;
    data := claim.data;
    query := claim.query;
    RETURN NEXT;
    CONTINUE WHEN NOT "isClaimed";
    answered := answered || claim.install_id;
    install := ROW(of_app, claim.install_id, claim.code, claim.query, claim.click_id, claim.matched_by, claim.confidence,
      claim.now, claim.created_at, claim.route, claim.campaign, claim.source, claim.medium, claim.audience, NULL, arrival,
      claim.position)::installs;
    taken := taken || install;
    attempt := json_populate_record(NULL::match_attempts, claim.notes);
    attempt.app_id := of_app;
    attempt.attempted_at := claim.now;
    attempt.install_id := claim.install_id;
    attempt.outcome := 'matched';
    attempt.matched_by := claim.matched_by;
    attempt.delay_ms := extract(epoch from claim.now - claim.created_at)::float8 * 1000;
    secret := network_key(of_app, claim.now);
    attempt.network := conceal(secret, attempt.network);
    attempt.wide_network := conceal(secret, attempt.wide_network);
    attempts := attempts || attempt;
  END LOOP;
  IF cardinality(taken) = 0 THEN RETURN; END IF;
  UPDATE clicks SET claimed_at = install.matched_at, claimed_by = install.matched_by, address = NULL, user_agent = NULL,
    model = NULL, system_version = NULL, screen_width = NULL, screen_height = NULL, scale = NULL, timezone = NULL,
    query = (
      SELECT string_agg(part, '&' ORDER BY place)
      FROM regexp_split_to_table(clicks.query, '&') WITH ORDINALITY AS parts (part, place)
      WHERE part LIKE 'utm\_%'
    )
  FROM unnest(taken) AS install WHERE clicks.app_id = of_app AND clicks.id = install.click_id
    AND clicks.created_at = install.since AND clicks.created_at > earliest;
  INSERT INTO match_attempts SELECT * FROM unnest(attempts);
  stored := ARRAY(SELECT install FROM unnest(taken) AS install WHERE install.id IS NOT NULL);
  INSERT INTO installs SELECT * FROM unnest(stored);
  PERFORM count_new_installs(of_app, stored);
  PERFORM tell_installs(of_app, taken);
  PERFORM link_earlier_events(of_app, array_agg(id), array_agg(since)) FROM unnest(stored) HAVING count(*) > 0;
END $$`;
