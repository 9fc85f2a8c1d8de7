import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Change } from '../../values/Change.ts';

/** Queries that run alike on PGlite and on PostgreSQL. */
export type Queries = PgDatabase<PgQueryResultHKT>;

export interface Database {
  kind: 'pglite' | 'postgres';
  queries: Queries;
  /** Does work of jobs on a connection of its own, on which a statement may take a minute. */
  withSession: <Value>(work: (queries: Queries) => Promise<Value>) => Promise<Value>;
  /** Calls `listener` when apps, keys or links have changed, or may have changed unnoticed. */
  onChange: (listener: (change: Change) => void) => void;
  /** Whether changes are heard of now; false while the connection that brings them is lost. */
  isListening: () => boolean;
  waiting: () => number;
  close: () => Promise<void>;
}
