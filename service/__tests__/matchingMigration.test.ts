import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from '../src/storage/migrate.ts';
import { migrations } from '../src/storage/migrations/index.ts';
import { rowsOf } from '../src/storage/rowsOf.ts';
import { networkOf } from '../src/values/address.ts';
import { copyEmpty } from './support/openMemory.ts';

const ADDRESSES = ['203.0.113.7', '2001:db8:1:2:3:4:5:6', '2001:db8::1', '2001:db8:0:0:1::', '::1', '2a01:0:0:7::9'];

test('clicks of the last days get the network that a new click from there has', async () => {
  const client = await copyEmpty();
  const queries = drizzle(client);
  const before = migrations.findIndex(({ name }) => name === '0006-matching');
  await migrate(queries, { migrations: migrations.slice(0, before), functions: [] });
  for (const address of [...ADDRESSES, null]) {
    await queries.execute(
      sql`INSERT INTO clicks (id, app_id, code, address, created_at) VALUES (${address ?? 'none'}, 'a', 'b', ${address}, now())`
    );
  }
  await migrate(queries);
  const rows = rowsOf<{ address: string | null; network: string | null }>(
    await queries.execute(sql`SELECT address, network FROM clicks`)
  );
  assert.equal(rows.length, ADDRESSES.length + 1);
  for (const { address, network } of rows) assert.equal(network, address === null ? null : networkOf(address));
  await client.close();
});
