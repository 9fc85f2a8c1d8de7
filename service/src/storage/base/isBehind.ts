import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Where a page of a list ended. */
export interface ListPosition {
  at: Date;
  id: string;
}

/** Rows after a position in a list with the newest first; without a position, all rows. */
export const isBehind = (at: PgColumn, id: PgColumn, after: ListPosition | null): SQL =>
  // The first condition lets an index start at the position.
  after ? sql`${at} <= ${after.at} AND (${at} < ${after.at} OR ${id} < ${after.id})` : sql`true`;
