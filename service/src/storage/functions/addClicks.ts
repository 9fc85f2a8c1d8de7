import { clicksTable } from '../recordTables.ts';
import { columnsOf } from './columnsOf.ts';
import { joinNetworkKey, lookOf } from './conceal.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const CLICK = columnsOf(clicksTable, {
  app_id: 'of_app',
  network: 'conceal(network.key, given.network)',
  wide_network: 'conceal(network.key, given.wide_network)',
  look: lookOf(
    'network.key',
    {
      screenWidth: 'given.screen_width',
      screenHeight: 'given.screen_height',
      timezone: 'given.timezone',
      hints: 'NULL::text',
    },
    { userAgent: 'given.user_agent', language: 'given.language' }
  ),
});

/**
 * Stores clicks on an app's links. Networks are never stored as they are. A click that is there already stays as it is: a
 * commit may have succeeded although its answer was lost.
 */
export const addClicks: SqlFunction = {
  name: 'add_clicks',
  number: 1,
  definition: `(of_app text, given json) RETURNS void ${PLPGSQL} AS $$
    BEGIN
      INSERT INTO clicks (${CLICK.names})
        SELECT ${CLICK.values} FROM json_populate_recordset(NULL::clicks, given) AS given ${joinNetworkKey('given.created_at')}
        ON CONFLICT DO NOTHING;
    END $$`,
};
