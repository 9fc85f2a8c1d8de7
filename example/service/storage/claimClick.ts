import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queries } from './Database';
import { clicksTable, linksTable, type Click } from './tables';

type Claim = {
  appId: string;
  clickId: string;
  by: NonNullable<Click['claimedBy']>;
  notBefore: Date;
  now: Date;
};

/**
 * Takes the click and tells where it leads, or null if it is taken, too old or not this app's.
 * One statement, so that of any number of instances asking at once exactly one gets it.
 */
export async function claimClick(queries: Queries, claim: Claim): Promise<string | null> {
  const [claimed] = await queries
    .update(clicksTable)
    .set({ claimedAt: claim.now, claimedBy: claim.by })
    .from(linksTable)
    .where(
      and(
        eq(linksTable.code, clicksTable.code),
        eq(clicksTable.id, claim.clickId),
        eq(clicksTable.appId, claim.appId),
        isNull(clicksTable.claimedAt),
        gt(clicksTable.createdAt, claim.notBefore)
      )
    )
    .returning({ destination: linksTable.destination });
  return claimed?.destination ?? null;
}
