import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/storage/Database.ts';
import { rowsOf } from '../../src/storage/rowsOf.ts';
import type { Shop } from './openShop.ts';

export type Kind = 'clicks' | 'events' | 'installs';

export interface Line {
  row?: string;
  deleted?: true;
  cursor?: string;
  id?: string;
}

export const readLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** Until nobody holds exports back: other suites write to other databases of the same server. */
export async function settle({ queries }: Database): Promise<void> {
  const now = rowsOf<{ end: string }>(
    await queries.execute(sql`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS end`)
  );
  for (let isOver = false; !isOver;) {
    const [row] = rowsOf<{ is: boolean }>(
      await queries.execute(sql`SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${now[0]?.end}::xid8 AS is`)
    );
    isOver = row?.is ?? true;
  }
}

export async function readNow(shop: Shop, kind: Kind, since?: string): Promise<{ lines: Line[]; cursor: string }> {
  const response = await shop.callAsOwner(`/api/export/${kind}.ndjson${since === undefined ? '' : `?since=${since}`}`);
  assert.equal(response.status, 200);
  const lines = readLines(await response.text());
  const cursor = lines.at(-1)?.cursor;
  assert.ok(cursor !== undefined, 'The last line is a cursor.');
  return { lines: lines.filter((line) => line.cursor === undefined), cursor };
}

/** The same once nobody holds it back. */
export const readerOf = (opened: { database: Database }) => async (shop: Shop, kind: Kind, since?: string) => {
  await settle(opened.database);
  return readNow(shop, kind, since);
};
