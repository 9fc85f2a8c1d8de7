import { opensTable } from '../recordTables.ts';
import { countRows, registerOrigins } from '../rollups/countFacts.ts';
import { columnsOf } from './columnsOf.ts';
import { lockInstalls } from './lockInstalls.ts';
import { tell } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const OPENS = 'json_populate_recordset(NULL::opens, given) AS given';

const FRESH = 'json_populate_recordset(NULL::opens, fresh) AS given';

const isSameAs = (other: string) =>
  ['install_id', 'opened_at', 'code'].map((name) => `opens.${name} = ${other}.${name}`).join(' AND ');

const OPEN = columnsOf(opensTable, { app_id: 'of_app' });

/** Stores links of an app that installs opened: an array of opens. */
export const addOpens: SqlFunction = {
  name: 'add_opens',
  number: 1,
  definition: `(of_app text, given json) RETURNS void ${PLPGSQL} AS $$
    DECLARE
      fresh json;
      earliest timestamptz := (SELECT min(given.opened_at) FROM ${OPENS});
    BEGIN
      ${lockInstalls('to add links', OPENS)};
      ${registerOrigins('given', OPENS)};
      -- Others who store opens of these installs wait.
      fresh := (
        SELECT json_agg(open) FROM (SELECT DISTINCT ON (install_id, opened_at, code) * FROM ${OPENS}) AS open
        WHERE NOT EXISTS (SELECT FROM opens WHERE opens.app_id = of_app AND opens.opened_at >= earliest AND ${isSameAs('open')})
      );
      IF fresh IS NULL THEN RETURN; END IF;
      INSERT INTO opens (${OPEN.names}, audience)
        SELECT ${OPEN.values}, installs.audience FROM ${FRESH}
        LEFT JOIN installs ON installs.app_id = of_app AND installs.id = given.install_id
        ORDER BY given.install_id, given.opened_at, given.code;
      ${countRows('opens', 1, `opens.opened_at >= earliest AND EXISTS (SELECT FROM ${FRESH} WHERE ${isSameAs('given')})`)};
      PERFORM count_returns(of_app, array_agg(install_id), array_agg(opened_at)) FROM ${FRESH};
      ${tell(
        'link.opened',
        `SELECT opened_at AS at, install_id, NULL AS user_id, NULL AS name, json_build_object(
            'installId', install_id, 'code', code, 'openedAt', opened_at
          )::text AS data FROM ${OPENS}`
      )};
      PERFORM attribute_events(of_app, array_agg(install_id), array_agg(opened_at)) FROM ${OPENS};
    END $$`,
};
