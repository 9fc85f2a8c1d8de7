import { sql } from 'drizzle-orm';
import { attributeAnew, lockInstalls } from './attribution.ts';
import { createRowWriter } from './createRowWriter.ts';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { opensTable } from './tables.ts';

type Open = typeof opensTable.$inferSelect;

export type AddOpen = (open: Open) => Promise<unknown>;

const writeOpen = createRowWriter(opensTable);

/** Stores links that installed apps opened. The same statement gives events that came before their link. */
export async function addOpens(queries: Queries, opens: Open[]): Promise<Open[]> {
  const rows = JSON.stringify(opens.map(writeOpen));
  await queries.transaction(async (transaction) => {
    await lockInstalls(transaction, 'to add links of installs', opens);
    await transaction.execute(sql`
      WITH touched AS (
        INSERT INTO opens SELECT * FROM json_populate_recordset(NULL::opens, ${rows}::json)
        ORDER BY app_id, install_id, opened_at, code
        ON CONFLICT DO NOTHING
        RETURNING app_id, install_id, code, opened_at AS at, opened_at AS until_from
      )
      ${attributeAnew}`);
  });
  return opens;
}

/** Gives the number deleted. */
export async function deleteOpensOfInstall(queries: Queries, appId: string, installId: string): Promise<number> {
  const deleted = await queries.execute(
    sql`DELETE FROM opens WHERE app_id = ${appId} AND install_id = ${installId} RETURNING 1`
  );
  return rowsOf(deleted).length;
}

/** Deletes at most `most` of the opens until `last`; gives the number deleted. */
export async function deleteOpensUntil(queries: Queries, last: Date, most: number): Promise<number> {
  const deleted = await queries.execute(sql`
    DELETE FROM opens WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM opens WHERE opened_at <= ${last.toISOString()}::timestamptz LIMIT ${most}
    )) RETURNING 1`);
  return rowsOf(deleted).length;
}
