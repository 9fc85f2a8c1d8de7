import { LOCK_SEEDS } from '../locks.ts';
import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';

/** Whoever stores rows holds it shared; whoever lets the numbers of an app start again holds it alone. */
export const lockArrivals = (mode: 'shared' | 'alone') =>
  `PERFORM pg_advisory_xact_lock${mode === 'shared' ? '_shared' : ''}(hashtextextended(of_app, ${LOCK_SEEDS.arrivals}))`;

/**
 * The number that rows get which this transaction stores for an app: the transaction's id, behind all numbers that rows
 * got on other servers (`export_place`). Exports read rows in the order of these numbers, and only up to those of the oldest
 * transaction under way, so they miss nothing. With its position in the transaction, it is also what a row is known by.
 * It is the first lock that a function takes.
 */
export const arrival: SqlFunction = {
  name: 'arrival',
  definition: `(of_app text) RETURNS bigint ${PLPGSQL_BY_INDEX} AS $$
    DECLARE first bigint;
    BEGIN
      ${lockArrivals('shared')};
      SELECT arrivals.first INTO first FROM arrivals WHERE arrivals.app_id = of_app;
      IF first IS NULL THEN
        first := 0;
        INSERT INTO arrivals (app_id, epoch, place, first) VALUES (of_app, '', '', first) ON CONFLICT DO NOTHING;
      END IF;
      RETURN pg_current_xact_id()::text::bigint + first;
    END $$`,
};

/** Declares that number for functions that store rows. */
export const ARRIVAL = 'arrival bigint := arrival(of_app)';

/**
 * The app's own row of `arrivals`, to select the app of new rows from. Citus then knows that they belong where this row is;
 * if it were a parameter, it would collect them first and send them there, which takes twice as long.
 */
export const HOME = '(SELECT app_id FROM arrivals WHERE arrivals.app_id = of_app) AS home';
