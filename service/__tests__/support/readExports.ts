import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/storage/base/Database.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
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

/** A number of the snapshot, of each server that has rows. */
async function readSnapshots({ queries }: Database, part: 'xmin' | 'xmax'): Promise<bigint[]> {
  const number = `pg_snapshot_${part}(pg_current_snapshot())::text`;
  const ofWorkers = `SELECT result AS number FROM run_command_on_workers($$SELECT ${number}$$) ORDER BY nodeport`;
  const read = sql.raw(process.env.CITUS_URL ? ofWorkers : `SELECT ${number} AS number`);
  return rowsOf<{ number: string }>(await queries.execute(read)).map((row) => BigInt(row.number));
}

/** Until nobody holds exports back: other suites write to other databases of the same server. */
export async function settle(database: Database): Promise<void> {
  const ends = await readSnapshots(database, 'xmax');
  for (let isOver = false; !isOver;) {
    const oldest = await readSnapshots(database, 'xmin');
    isOver = oldest.every((number, server) => number >= (ends[server] ?? 0n));
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
