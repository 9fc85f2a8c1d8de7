import { ARRIVAL } from './arrival.ts';
import { noteDeletions } from './noteDeletions.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** Deletes some of the clicks on links until a time, and returns their number. Locks them by id, as claims do, to avoid deadlocks. */
export const deleteClicks: SqlFunction = {
  name: 'delete_clicks',
  definition: `(of_app text, codes text[], until timestamptz, most int) RETURNS int ${PLPGSQL} AS $$
    DECLARE
      ${ARRIVAL};
      ids text[];
    BEGIN
      ids := ARRAY(SELECT id FROM clicks WHERE app_id = of_app AND code = ANY(codes) AND created_at <= until LIMIT most);
      IF cardinality(ids) = 0 THEN RETURN 0; END IF;
      PERFORM FROM clicks WHERE app_id = of_app AND id = ANY(ids) ORDER BY id FOR UPDATE;
      ${noteDeletions('clicks', 'clicks.id = ANY(ids)')};
      DELETE FROM clicks WHERE app_id = of_app AND id = ANY(ids);
      RETURN cardinality(ids);
    END $$`,
};
