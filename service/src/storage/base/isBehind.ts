import { and, lt, lte, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Where a page of a list ended. */
export interface ListPosition {
  at: Date;
  id: string;
}

/** What comes behind a position in a list with the newest first; everything without one. */
export function isBehind(at: PgColumn, id: PgColumn, after: ListPosition | null): SQL | undefined {
  // An index can start at the first condition.
  return after ? and(lte(at, after.at), or(lt(at, after.at), lt(id, after.id))) : undefined;
}
