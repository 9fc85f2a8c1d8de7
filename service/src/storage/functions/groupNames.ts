import { LOCK_SEEDS } from '../locks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** More paths than people look at one by one, and few enough for every table that counts by them. */
const MAX_PATHS_A_DAY = 1_000;

/** Each may come with each path. */
const MAX_CAMPAIGNS_A_DAY = 100;

const GIVEN = 'json_to_recordset(given) AS given (place int, day date, kind text, name text)';

const MOST = `CASE given.kind WHEN 'path' THEN ${MAX_PATHS_A_DAY} ELSE ${MAX_CAMPAIGNS_A_DAY} END`;

const ofDay = 'name_days.app_id = of_app AND name_days.day = given.day AND name_days.kind = given.kind';

const isNew = `NOT EXISTS (SELECT FROM name_days WHERE ${ofDay} AND name_days.name = given.name)`;

/**
 * Whether each name that a visitor made up, a path or a campaign, is counted on its own: if it is one of the app's first
 * of its kind on its day. Calls wait for each other only for a name that is new on a day that isn't full.
 */
export const groupNames: SqlFunction = {
  name: 'group_names',
  definition: `(of_app text, given json) RETURNS TABLE (place int, "isCounted" boolean) ${PLPGSQL} AS $$
    #variable_conflict use_column
    BEGIN
      IF EXISTS (
        SELECT FROM ${GIVEN} WHERE ${isNew} AND NOT EXISTS (SELECT FROM name_days WHERE ${ofDay} AND number = ${MOST})
      ) THEN
        PERFORM pg_advisory_xact_lock(hashtextextended(of_app, ${LOCK_SEEDS.names}));
        INSERT INTO name_days (app_id, day, kind, name, number)
          SELECT of_app, day, kind, name, number FROM (
            SELECT day, kind, name, ${MOST} AS most, (SELECT count(*) FROM name_days WHERE ${ofDay})
              + row_number() OVER (PARTITION BY day, kind ORDER BY first) AS number
            FROM (
              SELECT day, kind, name, min(place) AS first FROM ${GIVEN} WHERE ${isNew}
              GROUP BY day, kind, name
            ) AS given
          ) AS numbered
          WHERE number <= most;
      END IF;
      RETURN QUERY SELECT given.place, name_days.name IS NOT NULL
        FROM ${GIVEN} LEFT JOIN name_days ON ${ofDay} AND name_days.name = given.name;
    END $$`,
};
