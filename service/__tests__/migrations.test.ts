import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { createService } from '../src/routes/createService.ts';
import { openDatabase } from '../src/server/openDatabase.ts';
import type { Database, Queries } from '../src/storage/Database.ts';
import { functions } from '../src/storage/functions/index.ts';
import { migrate } from '../src/storage/migrate.ts';
import { migrations } from '../src/storage/migrations/index.ts';
import type { Migration } from '../src/storage/migrations/Migration.ts';
import { rowsOf } from '../src/storage/rowsOf.ts';
import { hashText } from '../src/values/hashText.ts';
import { onPostgres, sessionsOf } from './support/onEachDatabase.ts';
import { copyEmpty } from './support/openMemory.ts';

const [first] = migrations;

const migrateWith = (queries: Queries, next: Migration) =>
  migrate(queries, { migrations: [...migrations, next], functions });

/** The tables as the first version left them, with something in each. */
async function fillOldTables(queries: Queries): Promise<void> {
  assert.ok(first);
  await migrate(queries, { migrations: [first], functions: [] });
  const [publishable, secret] = [await hashText('pk_old'), await hashText('sk_old')];
  await queries.execute(
    sql`INSERT INTO apps VALUES ('old', 'Old App', ${publishable}, ${secret}, '{go.old.test}', 'test.old', '42')`
  );
  await queries.execute(sql`INSERT INTO links VALUES ('summer', 'old', '/sale', 'Sale', now())`);
  await queries.execute(
    sql`INSERT INTO clicks (id, app_id, code, created_at) VALUES ('click', 'old', 'summer', now())`
  );
  await queries.execute(
    sql`INSERT INTO events (app_id, id, device_id, name, logged_at, received_at) VALUES ('old', 'a', 'd', 'login', now(), now())`
  );
}

async function assertAllWorks(database: Database): Promise<void> {
  const service = createService({ database });
  const call = (path: string, key: string, body?: object) =>
    service.request(`https://go.old.test${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'x-app-id': 'old', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const match = await call('/api/link/match-link', 'pk_old', { clickId: 'click' });
  assert.equal(((await match.json()) as { link: string }).link, '/sale');
  const { links } = (await (await call('/api/links', 'sk_old')).json()) as { links: { title: string }[] };
  assert.equal(links[0]?.title, 'Sale');
  const { events } = (await (await call('/api/events', 'sk_old')).json()) as { events: { id: string }[] };
  assert.equal(events[0]?.id, 'a');
  assert.equal((await service.request('https://go.old.test/summer')).status, 200);
}

/** What an instance of the first version asks, while it is still running beside new ones. */
async function assertOldInstanceWorks(queries: Queries): Promise<void> {
  const app = rowsOf<{ publishable_key_hash: string; secret_key_hash: string }>(
    await queries.execute(
      sql`SELECT id, name, publishable_key_hash, secret_key_hash, link_hosts, android_package, app_store_id FROM apps WHERE id = 'old'`
    )
  );
  assert.equal(app[0]?.publishable_key_hash, await hashText('pk_old'));
  assert.equal(app[0]?.secret_key_hash, await hashText('sk_old'));
  await queries.execute(
    sql`INSERT INTO links (code, app_id, destination, title, created_at) VALUES ('late', 'old', '/late', null, now()) ON CONFLICT DO NOTHING`
  );
  await queries.execute(
    sql`INSERT INTO clicks (id, app_id, code, address, user_agent, language, screen_width, screen_height, scale, timezone, created_at) VALUES ('late', 'old', 'late', null, null, null, null, null, null, null, now())`
  );
  const claimed = rowsOf<{ destination: string }>(
    await queries.execute(
      sql`UPDATE clicks SET claimed_at = now(), claimed_by = 'clickId' FROM links WHERE links.code = clicks.code AND clicks.id = 'late' AND clicks.app_id = 'old' AND clicks.claimed_at IS NULL RETURNING links.destination`
    )
  );
  assert.deepEqual(claimed, [{ destination: '/late' }]);
  await queries.execute(
    sql`INSERT INTO events (app_id, id, device_id, platform, name, data, logged_at, received_at) VALUES ('old', 'late', 'd', null, 'search', null, now(), now()) ON CONFLICT DO NOTHING`
  );
}

test('the tables of the first version come up to date with everything in them (PGlite)', async () => {
  const client = await copyEmpty();
  const queries = drizzle(client);
  await fillOldTables(queries);
  await migrate(queries);
  await migrate(queries);
  const tell = () => Promise.resolve();
  await assertAllWorks({
    kind: 'pglite',
    queries,
    onChange: () => {},
    isListening: () => true,
    waiting: () => 0,
    tell,
    onTold: () => {},
    close: () => client.close(),
  });
  await assertOldInstanceWorks(queries);
  await client.close();
});

test('the newest links of an app are found by an index after each single step', async () => {
  const client = await copyEmpty();
  const queries = drizzle(client);
  await fillOldTables(queries);
  const execute = queries.execute.bind(queries);
  let steps = 0;
  mock.method(queries, 'execute', async (query: Parameters<typeof execute>[0]) => {
    const result = await execute(query);
    const { rows } = await client.query(
      `SELECT 1 FROM pg_indexes WHERE tablename = 'links' AND indexdef ~ '\\(app_id, created_at\\M'`
    );
    assert.notEqual(rows.length, 0, `after step ${steps}`);
    steps += 1;
    return result;
  });
  await migrate(queries);
  assert.ok(steps > 20);
  await client.close();
});

onPostgres('migrations', (url) => {
  const withSession = sessionsOf(url);

  test('of instances that start at once on the first version’s tables one changes them, and all work', async () => {
    await withSession(fillOldTables);
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url: url(), poolSize: 2 })));
    const [database] = databases;
    assert.ok(database);
    await assertAllWorks(database);
    await assertOldInstanceWorks(database.queries);
    await Promise.all(databases.map((each) => each.close()));
  });

  test('one that fails changes nothing, and the next start goes on from there', async () => {
    const next = { name: 'test-next', statements: ['CREATE TABLE half (id int)', 'CREATE TABLE nonsense ('] };
    await assert.rejects(withSession((queries) => migrateWith(queries, next)));
    const fixed = { name: 'test-next', statements: ['CREATE TABLE half (id int)', 'CREATE TABLE whole (id int)'] };
    await withSession((queries) => migrateWith(queries, fixed));
  });

  test('an index that was cut off while it was built is built anew', async () => {
    const index = {
      name: 'test-index',
      indexes: [{ name: 'test_index', definition: 'UNIQUE INDEX % ON events (name)' }],
    };
    await withSession((queries) =>
      queries.execute(
        sql`INSERT INTO events (app_id, id, device_id, name, logged_at, received_at) VALUES ('old', 'b', 'd', 'login', now(), now())`
      )
    );
    await assert.rejects(withSession((queries) => migrateWith(queries, index)));
    await withSession((queries) => queries.execute(sql`DELETE FROM events WHERE id = 'b'`));
    await withSession((queries) => migrateWith(queries, index));
    const result = await withSession((queries) =>
      queries.execute(sql`SELECT indisvalid FROM pg_index WHERE indexrelid = 'test_index'::regclass`)
    );
    assert.deepEqual(rowsOf(result), [{ indisvalid: true }]);
  });
});
