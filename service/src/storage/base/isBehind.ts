import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Where a page of a list ended. */
export interface ListPosition {
  at: Date;
  id: string;
}

/** What comes behind a position in a list with the newest first; everything without one. */
export const isBehind = (at: PgColumn, id: PgColumn, after: ListPosition | null): SQL =>
  // An index can start at the first condition.
  after ? sql`${at} <= ${after.at} AND (${at} < ${after.at} OR ${id} < ${after.id})` : sql`true`;
