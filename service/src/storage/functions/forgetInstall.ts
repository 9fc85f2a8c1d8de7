import { countRows } from '../rollups/countFacts.ts';
import { forgetEventIds } from './keepEventIds.ts';
import { ARRIVAL } from './arrival.ts';
import { noteDeletions } from './noteDeletions.ts';
import { lockInstalls } from './lockInstalls.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const CLICKS = 'SELECT click_id FROM installs WHERE app_id = of_app AND id = of_install';

/** What a click says of the person and the phone. */
const TRACES = [
  ...['address', 'network', 'wide_network', 'look', 'user_agent', 'browser', 'language', 'country', 'query', 'route'],
  ...['screen_width', 'screen_height', 'scale', 'timezone', 'device', 'model', 'system_version', 'audience'],
  ...['reported_at', 'store_tapped_at'],
];

/**
 * For a deletion request: deletes everything of an install but its links. What comes in at the same moment comes before
 * or after, as a whole. Besides the click that was claimed, the clicks go that nobody claimed from the same network, by
 * the same kind of device in the same language. A claimed click no longer says which browser made it, so a stranger's may
 * be among them. Clicks are locked by id, as claims do, to avoid deadlocks.
 * What is left of such a click is that somebody clicked on the link at that time, so the link's counts stay. Exports have
 * that as a new row.
 */
export const forgetInstall: SqlFunction = {
  name: 'forget_install',
  definition: `(of_app text, of_install text) RETURNS TABLE (events int, opens int, clicks int) ${PLPGSQL} AS $$
    #variable_conflict use_column
    DECLARE
      ${ARRIVAL};
      doomed text[];
      new_ids text[];
    BEGIN
      ${lockInstalls('to add links', '(SELECT of_install AS install_id) AS given')};
      ${countRows('buyers', -1, 'buyers.install_id = of_install')};
      DELETE FROM buyers WHERE app_id = of_app AND install_id = of_install;
      DELETE FROM purchases WHERE app_id = of_app AND install_id = of_install;
      ${countRows('events', -1, 'events.install_id = of_install')};
      ${noteDeletions('events', 'events.install_id = of_install')};
      ${forgetEventIds('events.install_id = of_install')};
      DELETE FROM events WHERE app_id = of_app AND install_id = of_install;
      GET DIAGNOSTICS events = ROW_COUNT;
      ${countRows('opens', -1, 'opens.install_id = of_install')};
      DELETE FROM opens WHERE app_id = of_app AND install_id = of_install;
      GET DIAGNOSTICS opens = ROW_COUNT;
      PERFORM forget_facts(of_app, of_install, NULL);
      ${countRows('match_attempts', -1, 'match_attempts.install_id = of_install')};
      DELETE FROM match_attempts WHERE app_id = of_app AND install_id = of_install;
      doomed := ARRAY(
        SELECT id FROM clicks WHERE app_id = of_app AND id IN (
          ${CLICKS}
          UNION
          SELECT other.id FROM clicks AS own JOIN clicks AS other ON other.app_id = of_app
            AND other.network = own.network AND other.claimed_at IS NULL
            AND other.device IS NOT DISTINCT FROM own.device AND other.language IS NOT DISTINCT FROM own.language
          WHERE own.app_id = of_app AND own.id IN (${CLICKS})
        ) ORDER BY id FOR UPDATE
      );
      ${noteDeletions('installs', 'installs.id = of_install')};
      ${noteDeletions('clicks', 'clicks.id = ANY(doomed)')};
      ${countRows('installs', -1, 'installs.id = of_install')};
      ${countRows('clicks', -1, 'clicks.id = ANY(doomed)')};
      DELETE FROM installs WHERE app_id = of_app AND id = of_install;
      new_ids := ARRAY(SELECT gen_random_uuid()::text FROM unnest(doomed));
      UPDATE clicks SET id = renamed.id, arrived = arrival, position = renamed.number,
        ${TRACES.map((column) => `${column} = NULL`).join(', ')}, claimed_at = coalesce(claimed_at, created_at), claimed_by = NULL
      FROM unnest(doomed, new_ids) WITH ORDINALITY AS renamed (old_id, id, number)
      WHERE app_id = of_app AND clicks.id = old_id;
      ${countRows('clicks', 1, 'clicks.id = ANY(new_ids)')};
      clicks := cardinality(doomed);
      RETURN NEXT;
    END $$`,
};
