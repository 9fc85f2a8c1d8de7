/** Deletes some clicks on links up to a time; returns their number. Locks by id, as claims do, to avoid deadlocks. */
export const deleteClicks = String.raw`
CREATE OR REPLACE FUNCTION delete_clicks(of_app text, codes text[], until timestamptz, most int) RETURNS int
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  arrival bigint := arrival(of_app);
  ids text[] := ARRAY(SELECT id FROM clicks WHERE app_id = of_app AND code = ANY(codes) AND created_at <= until LIMIT most);
BEGIN
  IF cardinality(ids) = 0 THEN RETURN 0; END IF;
  PERFORM FROM clicks WHERE app_id = of_app AND id = ANY(ids) ORDER BY id FOR UPDATE;
  INSERT INTO deletions (app_id, kind, arrived, row_arrived, row_position)
    SELECT app_id, 'clicks', arrival, arrived, position FROM clicks WHERE app_id = of_app AND id = ANY(ids) ON CONFLICT DO NOTHING;
  DELETE FROM clicks WHERE app_id = of_app AND id = ANY(ids);
  RETURN cardinality(ids);
END $$`;
