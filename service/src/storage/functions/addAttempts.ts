import { matchAttemptsTable } from '../recordTables.ts';
import { countRows } from '../rollups/countFacts.ts';
import { columnsOf } from './columnsOf.ts';
import { joinNetworkKey, NETWORK_KEYS, readNetworkKeys } from './conceal.ts';
import { lockInstalls } from './lockInstalls.ts';
import { tell } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const ATTEMPT = columnsOf(matchAttemptsTable, {
  app_id: 'of_app',
  network: 'conceal(network.key, given.network)',
  wide_network: 'conceal(network.key, given.wide_network)',
});

const GIVEN = 'json_populate_recordset(NULL::match_attempts, given) AS given';

/** An install counts once, with its first attempt, as long as it has no link. */
const COUNTED_AS = `CASE
  WHEN given.install_id IS NOT NULL AND (
    row_number() OVER (PARTITION BY given.install_id ORDER BY given.attempted_at) > 1
    OR EXISTS (SELECT FROM installs WHERE installs.app_id = of_app AND installs.id = given.install_id)
    OR EXISTS (
      SELECT FROM match_attempts AS old
      WHERE old.app_id = of_app AND old.install_id = given.install_id AND old.counted_as IS NOT NULL
    )
  ) THEN NULL
  WHEN given.outcome = 'no_match' THEN 'without_link'
  WHEN given.outcome IN ('ambiguous_match', 'low_confidence') THEN 'unsure' END`;

/** Stores attempts to match installs of an app. Networks are never stored as they are. */
export const addAttempts: SqlFunction = {
  name: 'add_attempts',
  definition: `(of_app text, given json) RETURNS void ${PLPGSQL} AS $$
    DECLARE
      stored uuid;
      added uuid[] := '{}';
      earliest timestamptz := (SELECT min(given.attempted_at) FROM ${GIVEN});
      ${NETWORK_KEYS};
    BEGIN
      ${readNetworkKeys};
      ${lockInstalls('to add links', GIVEN)};
      FOR stored IN
        INSERT INTO match_attempts (${ATTEMPT.names}, counted_as)
        SELECT ${ATTEMPT.values}, ${COUNTED_AS}
        FROM ${GIVEN} ${joinNetworkKey('given.attempted_at')}
        RETURNING match_attempts.id
      LOOP
        added := added || stored;
      END LOOP;
      ${countRows('match_attempts', 1, 'match_attempts.id = ANY(added) AND match_attempts.attempted_at >= earliest')};
      ${tell(
        'install.unmatched',
        `SELECT attempted_at AS at, install_id, NULL AS user_id, NULL AS name, json_build_object(
            'installId', install_id, 'outcome', outcome, 'platform', platform, 'attemptedAt', attempted_at
          )::text AS data
        FROM ${GIVEN} WHERE outcome <> 'matched'`
      )};
    END $$`,
};
