import { sql, type SQL } from 'drizzle-orm';
import { DEFAULT_QUOTAS, QuotaReached, QUOTAS, type Quota, type Quotas } from '../../values/quotas.ts';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';
import { findApp } from './apps.ts';

// Creating something adds to a number, and deleting doesn't take away from it, so the number is never too low. The rows
// are counted only if the number would exceed the quota, so creating one of a million links costs as much as the first.

const countLinks = (appId: string, whose: SQL) => sql`(SELECT count(*) FROM links WHERE app_id = ${appId} AND ${whose})
  + (SELECT count(*) FROM deleted_links WHERE app_id = ${appId} AND ${whose})`;

const COUNTED: Readonly<Record<Quota, (appId: string) => SQL>> = {
  links: (appId) => countLinks(appId, sql`created_by IS NULL`),
  sharedLinks: (appId) => countLinks(appId, sql`created_by IS NOT NULL`),
  shares: (appId) => sql`(SELECT count(*) FROM shares WHERE app_id = ${appId})`,
  webhooks: (appId) => sql`(SELECT count(*) FROM webhooks WHERE app_id = ${appId})`,
  keys: (appId) => sql`(SELECT count(*) FROM keys WHERE app_id = ${appId} AND revoked_at IS NULL)`,
  iconBytes: (appId) => sql`(SELECT coalesce(sum(length(bytes)), 0) FROM icons WHERE app_id = ${appId})`,
};

/**
 * Counting a million links takes a tenth of a second, so it isn't done again for a minute and a half. Up to 100,000 are
 * counted whenever it is needed. Citus refuses to add an interval to the column here.
 */
const IS_DUE = sql`counted_at IS NULL OR now() - counted_at >= greatest(used - 100000, 0) * interval '0.1 milliseconds'`;

/** Returns the new number, whether the rows were never counted, and whether they may be counted again. */
async function addUse(transaction: Queries, appId: string, quota: Quota, added: number) {
  await transaction.execute(sql`
    INSERT INTO quota_uses AS uses (app_id, quota, used) VALUES (${appId}, ${quota}, ${added})
    ON CONFLICT (app_id, quota) DO UPDATE SET used = uses.used + excluded.used`);
  const [use] = await query<{ used: number; isNew: boolean; isDue: boolean }>(transaction)`
    SELECT used::float8 AS used, counted_at IS NULL AS "isNew", (${IS_DUE}) AS "isDue" FROM quota_uses
    WHERE app_id = ${appId} AND quota = ${quota}`;
  return use ?? { used: added, isNew: true, isDue: true };
}

async function countUse(transaction: Queries, appId: string, quota: Quota): Promise<number> {
  const [row] = await query<{ used: number }>(transaction)`SELECT (${COUNTED[quota](appId)})::float8 AS used`;
  const used = row?.used ?? 0;
  await transaction.execute(
    sql`UPDATE quota_uses SET used = ${used}, counted_at = now() WHERE app_id = ${appId} AND quota = ${quota}`
  );
  return used;
}

/** A rollback undoes the note that rows were counted, so this notes it again. */
async function keepCounted(queries: Queries, appId: string): Promise<void> {
  await queries.execute(sql`UPDATE quota_uses SET counted_at = now() WHERE app_id = ${appId} AND (${IS_DUE})`);
}

/**
 * Creates something in a transaction, or throws QuotaReached, and then nothing was changed. `create` reports what it
 * added. The number is locked only after that, until the commit, so whoever holds that lock waits for nobody else.
 */
export async function withinQuotas<Result>(
  queries: Queries,
  appId: string,
  create: (transaction: Queries) => Promise<{ result: Result; added: Quotas }>
): Promise<Result> {
  try {
    return await queries.transaction(async (transaction) => {
      const { result, added } = await create(transaction);
      for (const quota of QUOTAS) {
        const more = added[quota] ?? 0;
        if (more === 0) continue;
        const quotas = (await findApp(transaction, appId))?.quotas ?? {};
        const limit = quotas[quota] ?? DEFAULT_QUOTAS[quota];
        const { used, isNew, isDue } = await addUse(transaction, appId, quota, more);
        if (!isNew && used <= limit) continue;
        if (!isDue || (await countUse(transaction, appId, quota)) > limit) throw new QuotaReached(appId, quota, quotas);
      }
      return result;
    });
  } catch (error) {
    if (error instanceof QuotaReached) await keepCounted(queries, appId);
    throw error;
  }
}
