import { sql } from 'drizzle-orm';
import type { Campaign } from '../../values/campaign.ts';
import { createRowWriter } from '../base/createRowWriter.ts';
import type { GroupNames } from './names.ts';
import type { Queries } from '../base/Database.ts';
import { opensTable } from '../schema/tables.ts';

export type Open = Omit<typeof opensTable.$inferSelect, keyof Campaign> &
  Partial<Campaign> & {
    /** Not stored; it bounds the names that the open brings. */
    network: string | null;
  };

const writeOpen = createRowWriter(opensTable);

/** Stores links that installs of one app opened, and gives events that came before them their link. */
export async function addOpens(queries: Queries, groupNames: GroupNames, opens: Open[]): Promise<Open[]> {
  const grouped = await groupNames(queries, opens, ({ openedAt }) => openedAt);
  await queries.execute(sql`SELECT add_opens(${opens[0]?.appId}, ${JSON.stringify(grouped.map(writeOpen))}::json)`);
  return opens;
}
