import { countRows } from '../rollups/countFacts.ts';
import { lockBuyers } from './countBuyers.ts';
import { ARRIVAL } from './arrival.ts';
import { forgetEventIds } from './keepEventIds.ts';
import { noteDeletions } from './noteDeletions.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const deleteOf = (owner: string) => {
  const doomed = `${owner} AND events.id = ANY(ids)`;
  return `
      ids := ARRAY(SELECT events.id FROM events WHERE events.app_id = of_app AND ${owner} ORDER BY events.id LIMIT most FOR UPDATE);
      IF cardinality(ids) = 0 THEN RETURN 0; END IF;
      buying := ARRAY(
        SELECT DISTINCT events.install_id FROM events WHERE events.app_id = of_app AND ${doomed} AND events.name = 'purchase'
      );
      IF cardinality(buying) > 0 THEN
        ${lockBuyers('buying')};
        ${countRows('buyers', -1, 'buyers.install_id = ANY(buying) AND buyers.event_id = ANY(ids)')};
        DELETE FROM buyers WHERE app_id = of_app AND install_id = ANY(buying) AND event_id = ANY(ids);
      END IF;
      ${countRows('events', -1, doomed)};
      ${noteDeletions('events', doomed)};
      ${forgetEventIds(doomed)};
      DELETE FROM events WHERE events.app_id = of_app AND ${doomed};
      IF cardinality(buying) > 0 THEN PERFORM count_buyers(of_app, buying); END IF`;
};

/**
 * Deletes some of the events of an install, or of those that carry a user's id if there is no install, and no longer counts
 * them; somebody whose first purchase goes is counted with the next one, if there is any. Returns their number.
 */
export const deleteEvents: SqlFunction = {
  name: 'delete_events',
  definition: `(of_app text, of_install text, of_user text, most int) RETURNS int ${PLPGSQL} AS $$
    DECLARE
      ${ARRIVAL};
      ids text[];
      buying text[];
    BEGIN
      IF of_install IS NOT NULL THEN
        ${deleteOf('events.install_id = of_install')};
      ELSE
        ${deleteOf('events.user_id = of_user')};
      END IF;
      RETURN cardinality(ids);
    END $$`,
};
