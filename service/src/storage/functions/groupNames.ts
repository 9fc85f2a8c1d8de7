import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** More paths than people look at one by one, and few enough for every table that counts by them. */
const MAX_PATHS_A_DAY = 1_000;

/** Each may come with each path. */
const MAX_CAMPAIGNS_A_DAY = 100;

const GIVEN = 'json_to_recordset(given) AS given (place int, app_id text, day date, kind text, name text)';

const MOST = `CASE given.kind WHEN 'path' THEN ${MAX_PATHS_A_DAY} ELSE ${MAX_CAMPAIGNS_A_DAY} END`;

const ofDay = 'name_days.app_id = given.app_id AND name_days.day = given.day AND name_days.kind = given.kind';

const isNew = `NOT EXISTS (SELECT FROM name_days WHERE ${ofDay} AND name_days.name = given.name)`;

/**
 * Whether each name that a visitor made up, a path or a campaign, is counted on its own: if it is one of the app's first
 * of its kind on its day. Calls wait for each other only for a name that is new on a day that isn't full.
 */
export const groupNames: SqlFunction = {
  name: 'group_names',
  number: 1,
  definition: `(given json) RETURNS TABLE (place int, "isCounted" boolean) ${PLPGSQL} AS $$
    #variable_conflict use_column
    BEGIN
      PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended('names of ' || app_id, 0) AS key FROM ${GIVEN}
        WHERE ${isNew} AND NOT EXISTS (SELECT FROM name_days WHERE ${ofDay} AND number = ${MOST})
        ORDER BY key
      ) AS keys;
      IF FOUND THEN
        INSERT INTO name_days (app_id, day, kind, name, number)
          SELECT app_id, day, kind, name, number FROM (
            SELECT app_id, day, kind, name, ${MOST} AS most, (SELECT count(*) FROM name_days WHERE ${ofDay})
              + row_number() OVER (PARTITION BY app_id, day, kind ORDER BY first) AS number
            FROM (
              SELECT app_id, day, kind, name, min(place) AS first FROM ${GIVEN} WHERE ${isNew}
              GROUP BY app_id, day, kind, name
            ) AS given
          ) AS numbered
          WHERE number <= most;
      END IF;
      RETURN QUERY SELECT given.place, name_days.name IS NOT NULL
        FROM ${GIVEN} LEFT JOIN name_days ON ${ofDay} AND name_days.name = given.name;
    END $$`,
};
