import { sql } from 'drizzle-orm';
import type { Campaign } from '../values/campaign.ts';
import { createRowWriter } from './createRowWriter.ts';
import { groupNames } from './names.ts';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { opensTable } from './recordTables.ts';

type Open = Omit<typeof opensTable.$inferSelect, keyof Campaign> & Partial<Campaign>;

export type AddOpen = (open: Open) => Promise<unknown>;

const writeOpen = createRowWriter(opensTable);

/** Stores links that installed apps opened, and gives events that came before them their link. */
export async function addOpens(queries: Queries, opens: Open[]): Promise<Open[]> {
  const grouped = await groupNames(queries, opens, ({ openedAt }) => openedAt);
  await queries.execute(sql`SELECT add_opens(${JSON.stringify(grouped.map(writeOpen))}::json)`);
  return opens;
}

/** Gives the number deleted. */
export async function deleteOpensOfInstall(queries: Queries, appId: string, installId: string): Promise<number> {
  const deleted = await queries.execute(
    sql`DELETE FROM opens WHERE app_id = ${appId} AND install_id = ${installId} RETURNING 1`
  );
  return rowsOf(deleted).length;
}
