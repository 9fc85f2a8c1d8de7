import { lockInstalls } from './lockInstalls.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const OPENS = 'json_populate_recordset(NULL::opens, given)';

/** Stores links that installed apps opened: an array of opens. */
export const addOpens: SqlFunction = {
  name: 'add_opens',
  number: 1,
  definition: `(given json) RETURNS void ${PLPGSQL} AS $$
    BEGIN
      ${lockInstalls('to add links', OPENS)};
      INSERT INTO opens SELECT * FROM ${OPENS} ORDER BY app_id, install_id, opened_at, code ON CONFLICT DO NOTHING;
      PERFORM attribute_events(array_agg(app_id), array_agg(install_id), array_agg(opened_at)) FROM ${OPENS};
    END $$`,
};
