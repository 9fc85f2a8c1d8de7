import { OTHER_PATHS } from '../../values/linkPaths.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** More paths than people look at one by one, and few enough for every table that counts by them. */
const MAX_PATHS_A_DAY = 1_000;

const GIVEN = 'json_to_recordset(given) AS given (place int, app_id text, day date, path text)';

const ofDay = 'path_days.app_id = given.app_id AND path_days.day = given.day';

const isNew = `NOT EXISTS (SELECT FROM path_days WHERE ${ofDay} AND path_days.path = given.path)`;

/**
 * The name under which each path is counted on its day: its own if it is one of the app's first thousand of that day.
 * Calls wait for each other only for a path that is new on a day that isn't full.
 */
export const groupPaths: SqlFunction = {
  name: 'group_paths',
  number: 1,
  definition: `(given json) RETURNS TABLE (place int, name text) ${PLPGSQL} AS $$
    #variable_conflict use_column
    BEGIN
      PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended('paths of ' || app_id, 0) AS key FROM ${GIVEN}
        WHERE ${isNew} AND NOT EXISTS (SELECT FROM path_days WHERE ${ofDay} AND number = ${MAX_PATHS_A_DAY})
        ORDER BY key
      ) AS keys;
      IF FOUND THEN
        INSERT INTO path_days (app_id, day, path, number)
          SELECT app_id, day, path, number FROM (
            SELECT app_id, day, path, (SELECT count(*) FROM path_days WHERE ${ofDay})
              + row_number() OVER (PARTITION BY app_id, day ORDER BY first) AS number
            FROM (SELECT app_id, day, path, min(place) AS first FROM ${GIVEN} WHERE ${isNew} GROUP BY app_id, day, path) AS given
          ) AS numbered
          WHERE number <= ${MAX_PATHS_A_DAY};
      END IF;
      RETURN QUERY SELECT given.place, coalesce(path_days.path, '${OTHER_PATHS}')
        FROM ${GIVEN} LEFT JOIN path_days ON ${ofDay} AND path_days.path = given.path;
    END $$`,
};
