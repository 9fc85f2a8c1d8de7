import { opensTable } from '../recordTables.ts';
import { countStored, registerOrigins } from '../rollups/countFacts.ts';
import { columnsOf } from './columnsOf.ts';
import { lockInstalls } from './lockInstalls.ts';
import { storedRows, storeRows } from './storeRows.ts';
import { tell } from './tellWebhooks.ts';
import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';

const OPENS = 'json_populate_recordset(NULL::opens, given) AS given';

const OPEN = columnsOf(opensTable, { app_id: 'of_app' });

/** Stores links of an app that installs opened: an array of opens. One that is stored already is left as it is. */
export const addOpens: SqlFunction = {
  name: 'add_opens',
  definition: `(of_app text, given json) RETURNS void ${PLPGSQL_BY_INDEX} AS $$
    DECLARE
      ${storedRows('opens')};
      install_ids text[];
      times timestamptz[];
    BEGIN
      ${lockInstalls('to add links', OPENS)};
      ${registerOrigins('given', OPENS)};
      ${storeRows(`
        INSERT INTO opens (${OPEN.names}, audience)
        SELECT ${OPEN.values}, install.audience FROM ${OPENS}
        LEFT JOIN LATERAL (
          SELECT audience FROM installs WHERE installs.app_id = of_app AND installs.id = given.install_id OFFSET 0
        ) AS install ON true
        ORDER BY given.install_id, given.opened_at, given.code
        ON CONFLICT DO NOTHING`)};
      IF cardinality(stored) = 0 THEN RETURN; END IF;
      ${countStored('opens')};
      SELECT array_agg(install_id), array_agg(opened_at) INTO install_ids, times FROM unnest(stored);
      PERFORM count_returns(of_app, install_ids, times);
      ${tell(
        'link.opened',
        `SELECT opened_at AS at, install_id, NULL AS user_id, NULL AS name, json_build_object(
            'installId', install_id, 'code', code, 'openedAt', opened_at
          )::text AS data FROM unnest(stored)`
      )};
      PERFORM attribute_events(of_app, install_ids, times);
    END $$`,
};
