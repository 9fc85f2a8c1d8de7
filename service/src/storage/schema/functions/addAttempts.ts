/**
 * Stores attempts to match installs of an app. Networks are stored as hashes only. An install counts once, with its
 * first attempt, as long as it has no link.
 */
export const addAttempts = String.raw`
CREATE OR REPLACE FUNCTION add_attempts(of_app text, given json) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  ids text[] := ARRAY(SELECT install_id FROM json_populate_recordset(NULL::match_attempts, given));
  attempt match_attempts;
  attempts match_attempts[] := '{}';
  counted text[];
  secret text;
BEGIN
  PERFORM lock_each('install', of_app, ids, 'alone');
  counted := ARRAY(SELECT id FROM installs WHERE app_id = of_app AND id = ANY(ids))
    || ARRAY(
      SELECT install_id FROM match_attempts WHERE app_id = of_app AND install_id = ANY(ids) AND counted_as IS NOT NULL
    );
  FOR attempt IN SELECT * FROM json_populate_recordset(NULL::match_attempts, given) ORDER BY attempted_at LOOP
    attempt.app_id := of_app;
    secret := network_key(of_app, attempt.attempted_at);
    attempt.network := conceal(secret, attempt.network);
    attempt.wide_network := conceal(secret, attempt.wide_network);
    attempt.counted_as := CASE
      WHEN attempt.install_id = ANY(counted) THEN NULL
      WHEN attempt.outcome = 'no_match' THEN 'without_link'
      WHEN attempt.outcome IN ('ambiguous_match', 'low_confidence') THEN 'unsure' END;
    counted := counted || attempt.install_id;
    attempts := attempts || attempt;
  END LOOP;
  INSERT INTO match_attempts SELECT * FROM unnest(attempts);
  PERFORM count_attempts(of_app, 1, attempts);
  IF is_asked_for(of_app, 'install.unmatched') THEN
    PERFORM tell(of_app, 'install.unmatched', ARRAY(
      SELECT ROW(NULL, NULL, NULL, NULL, attempted_at, json_build_object(
          'installId', install_id, 'outcome', outcome, 'platform', platform, 'attemptedAt', iso_time(attempted_at)
        )::text, install_id, NULL)::webhook_facts
      FROM unnest(attempts) WHERE outcome <> 'matched'
    ));
  END IF;
END $$`;
