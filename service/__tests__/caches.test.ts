import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { createCaches } from '../src/flow/createCaches.ts';
import { createService } from '../src/routes/createService.ts';
import { openDatabase } from '../src/server/openDatabase.ts';
import { rowsOf } from '../src/storage/rowsOf.ts';
import { linksTable } from '../src/storage/tables.ts';
import { onEachDatabase, onPostgres } from './support/onEachDatabase.ts';
import { openShop } from './support/openShop.ts';

describe('a cache', () => {
  function createCounted(answer: (word: string) => string | null = (word) => word) {
    const clock = { now: 0 };
    const caches = createCaches(() => clock.now, 2);
    const asked: string[] = [];
    const find = caches.cached(async (word: string) => {
      asked.push(word);
      return answer(word);
    });
    return { clock, caches, asked, find };
  }

  test('answers for seconds without asking, and then asks again', async () => {
    const { clock, asked, find } = createCounted();
    assert.equal(await find('a'), 'a');
    clock.now += 4_999;
    assert.equal(await find('a'), 'a');
    assert.equal(asked.length, 1);
    clock.now += 1;
    await find('a');
    assert.equal(asked.length, 2);
  });

  test('those who ask at once share one answer', async () => {
    const { asked, find } = createCounted();
    await Promise.all([find('a'), find('a'), find('b')]);
    assert.deepEqual(asked, ['a', 'b']);
  });

  test('what is not there is asked for every time', async () => {
    const { asked, find } = createCounted(() => null);
    await find('a');
    await find('a');
    assert.equal(asked.length, 2);
  });

  test('a failure is not remembered', async () => {
    let isDown = true;
    const { find } = createCounted((word) => {
      if (isDown) throw new Error('away');
      return word;
    });
    await assert.rejects(find('a'));
    isDown = false;
    assert.equal(await find('a'), 'a');
  });

  test('an answer that was on its way when something changed is not kept', async () => {
    const { caches, asked, find } = createCounted();
    const old = find('a');
    caches.forget();
    await old;
    await find('a');
    assert.equal(asked.length, 2);
  });

  test('it holds ten thousand entries at most, and the oldest go', async () => {
    const { asked, find } = createCounted();
    for (let index = 0; index <= 10_000; index += 1) await find(String(index));
    await find('10000');
    assert.equal(asked.length, 10_001);
    await find('0');
    assert.equal(asked.length, 10_002);
  });
});

/** Waits until it is so, for ten seconds at most: a notice takes a moment. */
async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const startedAt = Date.now(); Date.now() - startedAt < 10_000;) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

onEachDatabase('what is cached', (opened) => {
  test('a change over HTTP counts with the next request', async () => {
    const shop = await openShop(opened.database);
    const view = async () => (await shop.call(`/${shop.codes.summer}`)).status;
    const change = (body: object) => shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'PATCH', body });
    assert.equal(await view(), 200);
    assert.equal((await change({ disabled: true })).status, 200);
    assert.equal(await view(), 410);
    await change({ disabled: false });
    assert.equal(await view(), 200);
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'DELETE' });
    assert.equal(await view(), 404);
  });

  test('a key that was revoked opens nothing any more', async () => {
    const shop = await openShop(opened.database);
    const send = async () => (await shop.callAsApp('/api/link/match-link', { body: {} })).status;
    assert.equal(await send(), 404);
    const { keys } = (await (await shop.callAsAdmin(`/api/keys?app=${shop.app.id}`)).json()) as {
      keys: { id: string; kind: string }[];
    };
    const publishable = keys.find(({ kind }) => kind === 'publishable');
    assert.equal((await shop.callAsAdmin(`/api/keys/${publishable?.id}`, { method: 'DELETE' })).status, 204);
    assert.equal(await send(), 401);
  });

  test('a link that is new is served at once, even where it was asked for before', async () => {
    const shop = await openShop(opened.database);
    const code = `late-${shop.app.id}`;
    assert.equal((await shop.call(`/${code}`)).status, 404);
    await shop.callAsOwner('/api/links', { body: { code, destination: '/late' } });
    assert.equal((await shop.call(`/${code}`)).status, 200);
  });

  test('a change by anybody else, in SQL too, is heard of', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await shop.call(`/${shop.codes.summer}`)).status, 200);
    const { queries } = opened.database;
    await queries
      .update(linksTable)
      .set({ disabledAt: new Date(0) })
      .where(eq(linksTable.code, shop.codes.summer));
    assert.ok(await eventually(async () => (await shop.call(`/${shop.codes.summer}`)).status === 410));
  });
});

onPostgres('what is cached in two instances', (url) => {
  test('is dropped in both by a change in one, also after the connection that tells was lost', async () => {
    const databases = await Promise.all([openDatabase({ url: url() }), openDatabase({ url: url() })]);
    try {
      const shop = await openShop(databases[0]);
      const other = createService({ database: databases[1], clock: () => shop.clock.now });
      const page = `${shop.origin}/${shop.codes.summer}`;
      const view = async () => (await other.request(page)).status;
      const change = (disabled: boolean) =>
        shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'PATCH', body: { disabled } });

      assert.equal(await view(), 200);
      await change(true);
      assert.ok(await eventually(async () => (await view()) === 410), 'the other instance heard of the change');

      const ended = await databases[0].queries.execute(
        sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN deferred_link%' OR query LIKE 'SELECT 1 /* still listening%'`
      );
      assert.ok(rowsOf(ended).length >= 2);
      await change(false);
      assert.ok(await eventually(async () => (await view()) === 200), 'and of one that it may have missed');
      await change(true);
      assert.ok(await eventually(async () => (await view()) === 410), 'and hears again');
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });

  test('is behind by seconds at most where no notice comes', async () => {
    const database = await openDatabase({ url: url() });
    try {
      const silent = { ...database, onChange: () => {} };
      const shop = await openShop(database);
      const other = createService({ database: silent, clock: () => shop.clock.now });
      const view = async () => (await other.request(`${shop.origin}/${shop.codes.summer}`)).status;
      assert.equal(await view(), 200);
      await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'PATCH', body: { disabled: true } });
      assert.equal(await view(), 200);
      shop.clock.now += 5_000;
      assert.equal(await view(), 410);
    } finally {
      await database.close();
    }
  });
});
