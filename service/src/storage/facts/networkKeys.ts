import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { NO_NETWORK_KEY } from '../schema/functions/conceal.ts';

function isMissingKey(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === NO_NETWORK_KEY) return true;
  }
  return false;
}

/** If several instances add the key of a week, one of them succeeds, and all use it. */
async function addNetworkKeys(queries: Queries, times: readonly Date[]): Promise<void> {
  const instants = JSON.stringify(times);
  await queries.execute(sql`
    INSERT INTO network_keys (starts_at, key)
    SELECT starts_at, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') FROM (
      SELECT DISTINCT date_trunc('week', at::timestamptz, 'UTC') AS starts_at
      FROM json_array_elements_text(${instants}::json) AS at
    ) AS periods
    ORDER BY starts_at ON CONFLICT DO NOTHING`);
}

/**
 * Does work that hides networks by keys of these times. Only the first work of a week finds no key. Then the key is
 * added, and the work is done again; in a transaction it would fail.
 */
export async function withNetworkKeys<Value>(
  queries: Queries,
  times: readonly Date[],
  work: () => Promise<Value>
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isMissingKey(error)) throw error;
    await addNetworkKeys(queries, times);
    return work();
  }
}

/** Deletes the keys of periods that began until `last`. */
export async function deleteNetworkKeysUntil(queries: Queries, last: Date): Promise<void> {
  await queries.execute(sql`DELETE FROM network_keys WHERE starts_at <= ${last}`);
}
