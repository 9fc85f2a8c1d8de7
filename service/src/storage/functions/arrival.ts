import { PLPGSQL_BY_INDEX, type SqlFunction } from './SqlFunction.ts';

/** Whoever stores rows holds it shared; whoever lets the numbers of an app start again holds it alone. */
export const lockArrivals = (mode: 'shared' | 'alone') =>
  `PERFORM pg_advisory_xact_lock${mode === 'shared' ? '_shared' : ''}(hashtextextended(of_app, 3))`;

/**
 * The number that rows get which this transaction stores for an app: the transaction's id, behind all numbers that rows
 * got on other servers (`export_place`). Exports read rows in the order of these numbers, and only up to those of the oldest
 * transaction under way, so they miss nothing. With its position in the transaction, it is also what a row is known by.
 * It is the first lock that a function takes.
 */
export const arrival: SqlFunction = {
  name: 'arrival',
  number: 1,
  definition: `(of_app text) RETURNS bigint ${PLPGSQL_BY_INDEX} AS $$
    BEGIN
      ${lockArrivals('shared')};
      RETURN pg_current_xact_id()::text::bigint
        + coalesce((SELECT first FROM arrivals WHERE arrivals.app_id = of_app), 0);
    END $$`,
};

/** Declares that number for functions that store rows. */
export const ARRIVAL = 'arrival bigint := arrival(of_app)';
