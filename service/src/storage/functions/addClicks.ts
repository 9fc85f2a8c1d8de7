import { clicksTable } from '../recordTables.ts';
import {
  audienceOfClick,
  countStored,
  originOf,
  registerAudiences,
  registerOrigins,
  ZONE,
} from '../rollups/countFacts.ts';
import { ARRIVAL } from './arrival.ts';
import { columnsOf } from './columnsOf.ts';
import { lookOf, NETWORK_KEYS, networkKeyAt, readNetworkKeys } from './conceal.ts';
import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';
import { storedRows, storeRows } from './storeRows.ts';

const CLICK = columnsOf(clicksTable, { app_id: 'of_app' });

const LOOK = lookOf(
  'secret',
  {
    screenWidth: 'given.screen_width',
    screenHeight: 'given.screen_height',
    timezone: 'given.timezone',
    hints: 'NULL::text',
  },
  { userAgent: 'given.user_agent', language: 'given.language' }
);

/** They are read out of their text once. */
const GIVEN = 'unnest(clicked) AS given';

const DAY = '(given.created_at AT TIME ZONE zone)::date';

const DAYS = `SELECT DISTINCT ${DAY} AS day FROM ${GIVEN}`;

/** What clicks are counted by. */
const KEYS = `SELECT ${originOf('given')} FROM ${GIVEN} UNION SELECT ${audienceOfClick} FROM ${GIVEN}`;

const readDays = `
      SELECT array_agg(day), array_agg(key) INTO days, keys_of_days FROM visitor_keys WHERE visitor_keys.app_id = of_app`;

/** Of a day's key, which goes after the day; null without a key or a network. */
const hashOfVisit = (words: string) => `
  substr(sha256(convert_to(keys_of_days[array_position(days, ${DAY})] || E'\\n' || given.network || E'\\n' || concat_ws(E'\\n', ${words}), 'UTF8')), 1, 16)`;

/** Who clicked, and who clicked on that link. */
const PERSON = hashOfVisit('given.user_agent');
const VISITOR = hashOfVisit('given.user_agent, given.code');

/**
 * Stores clicks on an app's links. Networks are never stored as they are. A click that is there already stays as it is: a
 * commit may have succeeded although its answer was lost.
 *
 * Rows are stored one by one, of plain values: that is what Citus plans only once.
 */
export const addClicks: SqlFunction = {
  name: 'add_clicks',
  number: 1,
  definition: `(of_app text, landed json) RETURNS void ${PLPGSQL_BY_INDEX} AS $$
    #variable_conflict use_column
    DECLARE
      ${ARRIVAL};
      ${ZONE};
      clicked clicks[] := ARRAY(
        SELECT click FROM json_populate_recordset(NULL::clicks, landed) AS click ORDER BY click.created_at, click.id
      );
      keys bigint[] := ARRAY(${KEYS});
      known bigint[];
      given clicks;
      secret text;
      days date[];
      keys_of_days text[];
      visit record;
      fresh bytea[] := '{}';
      ${NETWORK_KEYS};
      ${storedRows('clicks')};
    BEGIN
      ${readDays};
      SELECT array_agg(id) INTO known FROM rollup_keys WHERE rollup_keys.app_id = of_app AND rollup_keys.id = ANY(keys);
      IF NOT coalesce(known @> keys AND days @> ARRAY(${DAYS}), false) THEN
        ${registerOrigins('given', GIVEN)};
        ${registerAudiences(GIVEN)};
        INSERT INTO visitor_keys (app_id, day, key)
          SELECT of_app, day, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
          FROM (${DAYS}) AS days
          ORDER BY day ON CONFLICT DO NOTHING;
        ${readDays};
      END IF;
      ${readNetworkKeys};
      -- In an order, so calls of several instances wait for each other and don't deadlock.
      FOR visit IN
        SELECT DISTINCT ${DAY} AS day, each.hash FROM ${GIVEN}, LATERAL (VALUES (${PERSON}), (${VISITOR})) AS each (hash)
        WHERE each.hash IS NOT NULL ORDER BY 1, 2
      LOOP
        INSERT INTO visitors (app_id, day, hash) VALUES (of_app, visit.day, visit.hash) ON CONFLICT DO NOTHING;
        IF FOUND THEN fresh := fresh || visit.hash; END IF;
      END LOOP;
      FOREACH given IN ARRAY clicked LOOP
        secret := ${networkKeyAt('given.created_at')};
        given.visitor := (coalesce(${PERSON} = ANY(fresh), false))::int + 2 * (coalesce(${VISITOR} = ANY(fresh), false))::int;
        fresh := array_remove(array_remove(fresh, ${PERSON}), ${VISITOR});
        given.look := ${LOOK};
        given.network := conceal(secret, given.network);
        given.wide_network := conceal(secret, given.wide_network);
        given.audience := ${audienceOfClick};
        given.arrived := arrival;
        given.position := cardinality(stored) + 1;
        ${storeRows(`
          INSERT INTO clicks (${CLICK.names}, audience, visitor, arrived, position)
          VALUES (${CLICK.values}, given.audience, given.visitor, given.arrived, given.position) ON CONFLICT DO NOTHING`)};
      END LOOP;
      ${countStored('clicks')};
    END $$`,
};
