import { clicksTable } from '../recordTables.ts';
import {
  audienceOfClick,
  countStored,
  originOf,
  registerAudiences,
  registerOrigins,
  ZONE,
} from '../rollups/countFacts.ts';
import { ARRIVAL, HOME } from './arrival.ts';
import { columnsOf } from './columnsOf.ts';
import { lookOf, NETWORK_KEYS, networkKeyAt, readNetworkKeys } from './conceal.ts';
import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';
import { storedRows, storeRows } from './storeRows.ts';

const CLICK = columnsOf(clicksTable, { app_id: 'home.app_id' });

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
 * What is computed is computed before a statement that names a table of the app: Citus plans such a statement at each call.
 */
export const addClicks: SqlFunction = {
  name: 'add_clicks',
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
      days_of date[];
      people bytea[];
      visits bytea[];
      each_hash bytea;
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
      SELECT array_agg(${DAY}), array_agg(${PERSON}), array_agg(${VISITOR}) INTO days_of, people, visits FROM ${GIVEN};
      FOR each_hash IN
        INSERT INTO visitors (app_id, day, hash)
        SELECT DISTINCT home.app_id, visit.day, visit.hash
        FROM ${HOME} CROSS JOIN unnest(days_of || days_of, people || visits) AS visit (day, hash)
        WHERE visit.hash IS NOT NULL ORDER BY visit.day, visit.hash ON CONFLICT DO NOTHING
        RETURNING visitors.hash
      LOOP
        fresh := fresh || each_hash;
      END LOOP;
      FOR place IN 1 .. cardinality(clicked) LOOP
        given := clicked[place];
        secret := ${networkKeyAt('given.created_at')};
        given.visitor := (array_position(fresh, people[place]) IS NOT NULL)::int
          + 2 * (array_position(fresh, visits[place]) IS NOT NULL)::int;
        IF given.visitor > 0 THEN fresh := array_remove(array_remove(fresh, people[place]), visits[place]); END IF;
        given.look := ${LOOK};
        given.network := conceal(secret, given.network);
        given.wide_network := conceal(secret, given.wide_network);
        given.audience := ${audienceOfClick};
        given.position := place;
        clicked[place] := given;
      END LOOP;
      ${storeRows(`
        INSERT INTO clicks (${CLICK.names}, audience, visitor, arrived, position)
        SELECT ${CLICK.values}, given.audience, given.visitor, arrival, given.position
        FROM ${HOME} CROSS JOIN ${GIVEN} ON CONFLICT DO NOTHING`)};
      ${countStored('clicks')};
    END $$`,
};
