import { lockInstalls } from './lockInstalls.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** Stores an answer without a click; returns false if the install has an answer already. */
export const addInstall: SqlFunction = {
  name: 'add_install',
  number: 1,
  definition: `(of_app text, given json) RETURNS boolean ${PLPGSQL} AS $$
    DECLARE
      install installs := json_populate_record(NULL::installs, given);
      stored text;
    BEGIN
      ${lockInstalls('to add links', '(SELECT install.id AS install_id) AS given')};
      -- Citus fails if RETURNING INTO finds no row.
      FOR stored IN INSERT INTO installs SELECT install.* ON CONFLICT DO NOTHING RETURNING id LOOP END LOOP;
      IF stored IS NULL THEN RETURN false; END IF;
      PERFORM attribute_events(of_app, ARRAY[install.id], ARRAY[install.since]);
      RETURN true;
    END $$`,
};
