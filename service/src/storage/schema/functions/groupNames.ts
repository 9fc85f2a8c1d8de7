/**
 * Whether each name that a visitor made up, a path or a campaign, is counted on its own. The app's first 1,000 paths
 * and 100 campaigns of a day are. That is more paths than people look at one by one, and few enough for every table
 * that counts by them, as each campaign may come with each path. Calls only wait for each other if a name is new on a
 * day that isn't full.
 */
export const groupNames = String.raw`
CREATE OR REPLACE FUNCTION group_names(of_app text, given json) RETURNS TABLE (place int, "isCounted" boolean)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  named record;
  most int;
  last int;
BEGIN
  FOR named IN SELECT * FROM json_to_recordset(given) AS given (place int, day date, kind text, name text) ORDER BY place LOOP
    place := named.place;
    most := CASE WHEN named.kind = 'path' THEN 1000 ELSE 100 END;
    "isCounted" := EXISTS (
      SELECT FROM name_days WHERE app_id = of_app AND day = named.day AND kind = named.kind AND name = named.name
    );
    IF NOT "isCounted" AND NOT EXISTS (
      SELECT FROM name_days WHERE app_id = of_app AND day = named.day AND kind = named.kind AND number = most
    ) THEN
      PERFORM pg_advisory_xact_lock(lock_key('names', of_app));
      last := coalesce((SELECT max(number) FROM name_days WHERE app_id = of_app AND day = named.day AND kind = named.kind), 0);
      IF last < most THEN
        INSERT INTO name_days (app_id, day, kind, name, number)
          VALUES (of_app, named.day, named.kind, named.name, last + 1) ON CONFLICT DO NOTHING;
      END IF;
      "isCounted" := EXISTS (
        SELECT FROM name_days WHERE app_id = of_app AND day = named.day AND kind = named.kind AND name = named.name
      );
    END IF;
    RETURN NEXT;
  END LOOP;
END $$`;
