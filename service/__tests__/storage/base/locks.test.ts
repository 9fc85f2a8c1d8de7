import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { lockKey } from '../../../src/storage/schema/functions/locks.ts';
import { LOCKS } from '../../../src/storage/base/locks.ts';
import { onPostgres } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

const STORAGE = new URL('../../../src/storage/', import.meta.url);

test('no two locks share a number, and every lock is in the register', () => {
  const seeds = [...lockKey.matchAll(/THEN (\d+)/g)].map(([, seed]) => Number(seed));
  assert.ok(seeds.length > 0);
  for (const numbers of [Object.values<number>(LOCKS), seeds]) assert.equal(new Set(numbers).size, numbers.length);
  const files = readdirSync(STORAGE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const taking = files.filter((name) => /advisory_(xact_)?lock/.test(readFileSync(new URL(name, STORAGE), 'utf8')));
  assert.ok(taking.length > 0);
  for (const name of taking) {
    const text = readFileSync(new URL(name, STORAGE), 'utf8');
    assert.match(text, /\bLOCKS\.|\block_key\(/, name);
    assert.doesNotMatch(text, /advisory_(xact_)?lock\w*\(\d/, name);
  }
});

onPostgres('a partition that is being added', (url) => {
  test('doesn’t keep anybody from creating links', async (t) => {
    const database = await openDatabase({ url: url() });
    t.after(() => database.close());
    const shop = await openShop(database);
    const adding = new Client({ connectionString: url() });
    await adding.connect();
    t.after(() => adding.end());
    await adding.query('BEGIN');
    await adding.query(`SELECT pg_advisory_xact_lock(${LOCKS.partitions})`);
    const created = await shop.callAsOwner('/api/links', { body: { destination: '/while-adding' } });
    assert.equal(created.status, 201);
  });
});
