import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Change } from '../../values/Change.ts';

/** Queries that run alike on PGlite and on PostgreSQL. */
export type Queries = PgDatabase<PgQueryResultHKT>;

export interface Database {
  kind: 'pglite' | 'postgres';
  queries: Queries;
  /** Does work of jobs. On PostgreSQL it has its own connection, on which statements may take longer. */
  withSession: <Value>(work: (queries: Queries) => Promise<Value>) => Promise<Value>;
  /** Calls `listener` when apps, keys or links have changed, or may have changed unnoticed. */
  onChange: (listener: (change: Change) => void) => void;
  /** Whether changes are reported now; false while the connection that brings them is lost. */
  isListening: () => boolean;
  waiting: () => number;
  close: () => Promise<void>;
}
