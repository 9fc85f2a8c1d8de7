import { lockInstalls } from './lockInstalls.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** Stores an answer without a click; returns false if the install has an answer already. */
export const addInstall: SqlFunction = {
  name: 'add_install',
  number: 1,
  definition: `(given json) RETURNS boolean ${PLPGSQL} AS $$
    DECLARE install installs := json_populate_record(NULL::installs, given);
    BEGIN
      ${lockInstalls('to add links', '(SELECT install.app_id, install.id AS install_id) AS given')};
      INSERT INTO installs SELECT install.* ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN RETURN false; END IF;
      PERFORM attribute_events(ARRAY[install.app_id], ARRAY[install.id], ARRAY[install.since]);
      RETURN true;
    END $$`,
};
