import { clicksTable } from '../recordTables.ts';
import {
  audienceOfClick,
  countStored,
  isNewKey,
  originOf,
  registerAudiences,
  registerOrigins,
  ZONE,
} from '../rollups/countFacts.ts';
import { ARRIVAL } from './arrival.ts';
import { columnsOf } from './columnsOf.ts';
import { joinNetworkKey, lookOf } from './conceal.ts';
import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';
import { storedRows, storeRows } from './storeRows.ts';

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

/** They are read out of their text once. */
const GIVEN = 'unnest(clicked) AS given';

const DAY = '(given.created_at AT TIME ZONE zone)::date';

/** Clicks that are the first of their link, audience or day; few are. */
const FIRST = `
  (SELECT DISTINCT ${originOf('given')} AS origin, ${audienceOfClick} AS audience, ${DAY} AS day FROM ${GIVEN}) AS click
  WHERE ${isNewKey('of_app', 'click.origin')} OR ${isNewKey('of_app', 'click.audience')}
    OR (SELECT true FROM visitor_keys WHERE visitor_keys.app_id = of_app AND visitor_keys.day = click.day) IS NULL`;

/** Who clicked on a day, as a keyed hash of network and agent, and the same with the link. The key goes after the day. */
const VISITS = `(
  SELECT given.id, given.created_at, ${DAY} AS day,
    substr(sha256(convert_to(concat_ws(E'\\n', visitor_keys.key, given.network, given.user_agent), 'UTF8')), 1, 16) AS person,
    substr(sha256(convert_to(concat_ws(E'\\n', visitor_keys.key, given.network, given.user_agent, given.code), 'UTF8')), 1, 16) AS visitor
  FROM ${GIVEN} JOIN visitor_keys ON visitor_keys.app_id = of_app AND visitor_keys.day = ${DAY}
  WHERE given.network IS NOT NULL
)`;

/**
 * Stores clicks on an app's links. Networks are never stored as they are. A click that is there already stays as it is: a
 * commit may have succeeded although its answer was lost.
 */
export const addClicks: SqlFunction = {
  name: 'add_clicks',
  number: 1,
  definition: `(of_app text, given json) RETURNS void ${PLPGSQL_BY_INDEX} AS $$
    DECLARE
      ${ARRIVAL};
      ${ZONE};
      clicked clicks[] := ARRAY(SELECT click FROM json_populate_recordset(NULL::clicks, given) AS click);
      each_hash bytea;
      fresh bytea[] := '{}';
      ${storedRows('clicks')};
    BEGIN
      IF EXISTS (SELECT FROM ${FIRST}) THEN
        ${registerOrigins('given', GIVEN)};
        ${registerAudiences(GIVEN)};
        INSERT INTO visitor_keys (app_id, day, key)
          SELECT of_app, day, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
          FROM (SELECT DISTINCT ${DAY} AS day FROM ${GIVEN}) AS days
          ORDER BY day ON CONFLICT DO NOTHING;
      END IF;
      FOR each_hash IN
        INSERT INTO visitors (app_id, day, hash)
        SELECT DISTINCT of_app, visit.day, each.hash FROM ${VISITS} AS visit, LATERAL (VALUES (visit.person), (visit.visitor)) AS each (hash)
        ORDER BY visit.day, each.hash ON CONFLICT DO NOTHING
        RETURNING visitors.hash
      LOOP
        fresh := fresh || each_hash;
      END LOOP;
      ${storeRows(`
        INSERT INTO clicks (${CLICK.names}, audience, visitor, arrived, position)
        SELECT ${CLICK.values}, ${audienceOfClick}, coalesce(firsts.visitor, 0), arrival, row_number() OVER ()
        FROM ${GIVEN} ${joinNetworkKey('given.created_at')}
        LEFT JOIN (
          SELECT visit.id,
            CASE WHEN visit.person = ANY(fresh) AND row_number() OVER (PARTITION BY visit.person ORDER BY visit.created_at, visit.id) = 1 THEN 1 ELSE 0 END
            + CASE WHEN visit.visitor = ANY(fresh) AND row_number() OVER (PARTITION BY visit.visitor ORDER BY visit.created_at, visit.id) = 1 THEN 2 ELSE 0 END AS visitor
          FROM ${VISITS} AS visit
        ) AS firsts ON firsts.id = given.id
        ON CONFLICT DO NOTHING`)};
      ${countStored('clicks')};
    END $$`,
};
