import { sql } from 'drizzle-orm';
import type { Queries } from '../Database.ts';
import { quoted } from '../quoted.ts';
import { FACTS, registerPlatforms } from './countFacts.ts';
import { DELTA_COLUMNS } from './project.ts';

/** Counts that a button to the store was pressed, on the day of the click. Belongs to the transaction that stores it. */
export async function countStoreTap(queries: Queries, appId: string, clickId: string): Promise<void> {
  await queries.execute(sql`INSERT INTO deltas (app_id, ${sql.raw(DELTA_COLUMNS)})
    ${sql.raw(FACTS.clicks(1))} AND clicks.app_id = ${appId} AND clicks.id = ${clickId} AND each.figure = 'store_taps'`);
}

/** Says what the keys of platforms stand for, of an app that is new. */
export async function registerPlatformsOf(queries: Queries, appId: string): Promise<void> {
  await queries.execute(sql.raw(registerPlatforms(quoted(appId))));
}
