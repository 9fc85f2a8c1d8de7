import { matchAttemptsTable } from '../recordTables.ts';
import { columnsOf } from './columnsOf.ts';
import { joinNetworkKey } from './conceal.ts';
import { tell } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const ATTEMPT = columnsOf(matchAttemptsTable, {
  app_id: 'of_app',
  network: 'conceal(network.key, given.network)',
  wide_network: 'conceal(network.key, given.wide_network)',
});

/** Stores attempts to match installs of an app. Networks are never stored as they are. */
export const addAttempts: SqlFunction = {
  name: 'add_attempts',
  number: 1,
  definition: `(of_app text, given json) RETURNS void ${PLPGSQL} AS $$
    BEGIN
      INSERT INTO match_attempts (${ATTEMPT.names})
        SELECT ${ATTEMPT.values}
        FROM json_populate_recordset(NULL::match_attempts, given) AS given ${joinNetworkKey('given.attempted_at')};
      ${tell(
        'install.unmatched',
        `SELECT json_agg(json_build_object('type', 'install.unmatched', 'at', attempted_at, 'install_id', install_id,
          'data', json_build_object('installId', install_id, 'outcome', outcome, 'platform', platform,
            'attemptedAt', attempted_at)::text))
        FROM json_populate_recordset(NULL::match_attempts, given) AS attempt WHERE outcome <> 'matched'
        HAVING count(*) > 0`
      )};
    END $$`,
};
