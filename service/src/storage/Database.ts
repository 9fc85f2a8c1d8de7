import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Queries that run alike on PGlite and on PostgreSQL. */
export type Queries = PgDatabase<PgQueryResultHKT>;

export interface Database {
  kind: 'pglite' | 'postgres';
  queries: Queries;
  /** Calls back when apps, keys or links have changed, or may have changed unnoticed. */
  onChange: (listener: () => void) => void;
  /** Tells all instances, this one too, each text of up to 8,000 bytes. */
  tell: (texts: readonly string[]) => Promise<void>;
  /** Calls back with what an instance tells. Nothing is kept for those who don't listen. */
  onTold: (listener: (text: string) => void) => void;
  close: () => Promise<void>;
}
