import { opensTable } from '../recordTables.ts';
import { columnsOf } from './columnsOf.ts';
import { lockInstalls } from './lockInstalls.ts';
import { tell } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const OPENS = 'json_populate_recordset(NULL::opens, given) AS given';

const OPEN = columnsOf(opensTable, { app_id: 'of_app' });

/** Stores links of an app that installs opened: an array of opens. */
export const addOpens: SqlFunction = {
  name: 'add_opens',
  number: 1,
  definition: `(of_app text, given json) RETURNS void ${PLPGSQL} AS $$
    BEGIN
      ${lockInstalls('to add links', OPENS)};
      INSERT INTO opens (${OPEN.names})
        SELECT ${OPEN.values} FROM ${OPENS} ORDER BY given.install_id, given.opened_at, given.code
        ON CONFLICT DO NOTHING;
      ${tell(
        'link.opened',
        `SELECT json_agg(json_build_object('type', 'link.opened', 'at', opened_at, 'install_id', install_id,
          'data', json_build_object('installId', install_id, 'code', code, 'openedAt', opened_at)::text)) FROM ${OPENS}`
      )};
      PERFORM attribute_events(of_app, array_agg(install_id), array_agg(opened_at)) FROM ${OPENS};
    END $$`,
};
