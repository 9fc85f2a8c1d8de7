/**
 * A function in the database. During an update old and new instances run side by side, so after the first release a
 * function whose parameters or columns change gets a new name: instances of the version before call it.
 *
 * In a distributed database a function runs where its app is (`docs/scaling.md`). Citus then refuses some statements that
 * PostgreSQL takes: several CTEs that write; RETURNING INTO that finds no row (loop over the rows); a STABLE function of a
 * column in UPDATE (read it before); CASE column WHEN value (write CASE WHEN column = value); and a function that reads
 * tables, called FROM another table (put its arguments into variables first).
 *
 * It plans most statements at each call, which takes longer than they do. Of plain values, INSERT … VALUES is planned once,
 * as is a SELECT from one table `WHERE app_id = of_app`. INSERT … SELECT should take the app from a table of the app (HOME),
 * and from no reference table.
 */
export interface SqlFunction {
  name: string;
  /** Everything from the parameters on. */
  definition: string;
  /** Whether an index needs it, so it has to be there before the tables. */
  isUsedByTables?: boolean;
}

/** PostgreSQL would keep a plan made for an empty table, and that plan is bad once the table has thousands of rows. */
export const PLPGSQL = 'LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan';

/**
 * For functions that run for every request: PostgreSQL may keep their plans, as planning took a fifth of their time. So they
 * must reach each row by an index, whatever it thought of the tables when it made the plan. It isn't forced to keep them:
 * a distributed database has to see for which app it plans.
 */
export const PLPGSQL_BY_INDEX = 'LANGUAGE plpgsql SET enable_seqscan = off';
