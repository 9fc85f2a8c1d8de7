import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Queries } from './Database';
import { clicksTable, type Click } from './tables';

// Far more than an app gets in one window before its clicks become ambiguous anyway; it bounds
// the work that one request can cause.
const MOST_CANDIDATES = 1_000;

/** The newest first. */
export async function findUnclaimedClicks(queries: Queries, appId: string, notBefore: Date): Promise<Click[]> {
  return queries
    .select()
    .from(clicksTable)
    .where(and(eq(clicksTable.appId, appId), isNull(clicksTable.claimedAt), gt(clicksTable.createdAt, notBefore)))
    .orderBy(desc(clicksTable.createdAt))
    .limit(MOST_CANDIDATES);
}
