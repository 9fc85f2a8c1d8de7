import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Queries that run alike on PGlite and on PostgreSQL. */
export type Queries = PgDatabase<PgQueryResultHKT>;

export interface Database {
  kind: 'pglite' | 'postgres';
  queries: Queries;
  /** Calls back when apps, keys or links have changed, or may have changed unnoticed. */
  onChange: (listener: () => void) => void;
  close: () => Promise<void>;
}
