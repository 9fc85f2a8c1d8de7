import { countInstalls, registerOrigins } from '../rollups/countFacts.ts';
import { ARRIVAL } from './arrival.ts';
import { lockInstalls } from './lockInstalls.ts';
import { storedRows, storeRows } from './storeRows.ts';
import { tell } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** Stores an answer without a click; returns false if the install has an answer already. */
export const addInstall: SqlFunction = {
  name: 'add_install',
  definition: `(of_app text, given json) RETURNS boolean ${PLPGSQL} AS $$
    DECLARE
      ${ARRIVAL};
      install installs := json_populate_record(NULL::installs, given);
      ids text[];
      ${storedRows('installs')};
    BEGIN
      install.arrived := arrival;
      install.position := 1;
      ${lockInstalls('to add links', '(SELECT install.id AS install_id) AS given')};
      ${storeRows('INSERT INTO installs SELECT install.* ON CONFLICT DO NOTHING')};
      IF cardinality(stored) = 0 THEN RETURN false; END IF;
      ${registerOrigins('installs', 'unnest(stored) AS installs')};
      ${countInstalls};
      ${tell(
        'install.matched',
        `SELECT install.matched_at AS at, install.id AS install_id, NULL AS user_id, NULL AS name, json_build_object(
            'installId', install.id, 'code', install.code, 'route', install.route, 'query', install.query,
            'campaign', install.campaign, 'source', install.source, 'medium', install.medium,
            'matchedBy', install.matched_by, 'confidence', install.confidence, 'clickedAt', install.since
          )::text AS data`
      )};
      PERFORM attribute_events(of_app, ARRAY[install.id], ARRAY[install.since]);
      RETURN true;
    END $$`,
};
