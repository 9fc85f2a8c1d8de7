import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { createCaches } from '../../src/flow/createCaches.ts';
import { createService } from '../../src/routes/createService.ts';
import { createLinks } from '../../src/operations/createLink.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { addApp, changeApp } from '../../src/storage/company/apps.ts';
import { listKeys, revokeKey } from '../../src/storage/company/keys.ts';
import { deleteLinks, updateLink } from '../../src/storage/company/links.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { linksTable } from '../../src/storage/schema/tables.ts';
import type { Change } from '../../src/values/Change.ts';
import { explainQueries } from '../support/explainQueries.ts';
import { onEachDatabase, onOneDatabase, onPostgres } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';

describe('a cache', () => {
  function createCounted(answer: (word: string) => string | null = (word) => word) {
    const clock = { now: 0 };
    const state = { isListening: true };
    const caches = createCaches({ clock: () => clock.now, connections: 2, isListening: () => state.isListening });
    const asked: string[] = [];
    const findOf = caches.cached(
      async (_scope: string, word: string) => {
        asked.push(word);
        return answer(word);
      },
      { appsOf: (value) => [`app-of-${value}`], isOfLinks: true }
    );
    const find = (word: string) => findOf(`neighbour app-of-${word}`, word);
    return { clock, state, caches, asked, find };
  }

  test('answers for minutes without asking', async () => {
    const { clock, asked, find } = createCounted();
    await find('a');
    clock.now += 599_999;
    await find('a');
    assert.equal(asked.length, 1);
    clock.now += 1;
    await find('a');
    assert.equal(asked.length, 2);
  });

  test('asks again after the clock was set back', async () => {
    const { clock, state, asked, find } = createCounted();
    state.isListening = false;
    await find('a');
    clock.now -= 3_600_000;
    await find('a');
    assert.equal(asked.length, 2);
  });

  test('a change of one app’s link leaves the other links and the other apps alone', async () => {
    const { caches, asked, find } = createCounted();
    for (const word of ['a', 'b', 'c']) await find(word);
    caches.forget({ kind: 'links', appId: 'app-of-a', codes: ['a'] });
    for (const word of ['a', 'b', 'c']) await find(word);
    assert.deepEqual(asked, ['a', 'b', 'c', 'a']);
    caches.forget({ kind: 'app', appId: 'app-of-b' });
    for (const word of ['a', 'b', 'c']) await find(word);
    assert.deepEqual(asked, ['a', 'b', 'c', 'a', 'b']);
  });

  test('while nobody reports changes, answers for seconds without asking, and then asks again', async () => {
    const { clock, state, asked, find } = createCounted();
    state.isListening = false;
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
    caches.forget({ kind: 'app', appId: 'any' });
    await old;
    await find('a');
    assert.equal(asked.length, 2);
  });

  test('keys and sessions are looked up a few at a time, and none counts longer because the database is gone', async () => {
    const clock = { now: 0 };
    const caches = createCaches({ clock: () => clock.now, connections: 2, isListening: () => true });
    let [running, most, isGone] = [0, 0, false];
    const find = caches.cached(
      async (word: string) => {
        if (isGone) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        return word;
      },
      { appsOf: () => [] }
    );
    await Promise.all(['a', 'b', 'c', 'd'].map((word) => find(word)));
    assert.equal(most, 2);
    isGone = true;
    clock.now += 600_000;
    await assert.rejects(find('a'), /gone/);
  });

  test('it holds thirty thousand entries at most, and the oldest go', async () => {
    const { asked, find } = createCounted();
    for (let index = 0; index <= 30_000; index += 1) await find(String(index));
    await find('30000');
    assert.equal(asked.length, 30_001);
    await find('0');
    assert.equal(asked.length, 30_002);
  });
});

/** Waits until it is so, for a minute at most: a notice takes a moment. */
async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const startedAt = Date.now(); Date.now() - startedAt < 60_000;) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

onOneDatabase('what is cached', (opened) => {
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

  test('a change by another instance is heard of', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await shop.call(`/${shop.codes.summer}`)).status, 200);
    await updateLink(opened.database.queries, shop.app.id, shop.codes.summer, { disabledAt: new Date(0) });
    assert.ok(await eventually(async () => (await shop.call(`/${shop.codes.summer}`)).status === 410));
  });

  test('a change in SQL is heard of with a notice', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    assert.equal((await shop.call(`/${shop.codes.summer}`)).status, 200);
    await queries
      .update(linksTable)
      .set({ disabledAt: new Date(0) })
      .where(eq(linksTable.code, shop.codes.summer));
    await queries.execute(sql`NOTIFY deferred_link_changes`);
    assert.ok(await eventually(async () => (await shop.call(`/${shop.codes.summer}`)).status === 410));
  });

  test('a new app is served on a host that another app had alone', async () => {
    const shop = await openShop(opened.database);
    const [host] = shop.app.linkHosts;
    assert.equal((await shop.call(`/${shop.codes.summer}`)).status, 200);
    const id = `late-${shop.app.id}`;
    await addApp(opened.database.queries, {
      id,
      name: 'Late',
      linkHosts: [host ?? ''],
      androidSha256: [],
      createdAt: new Date(0),
    });
    await createLinks(opened.database.queries, { id, linkHosts: [host ?? ''] }, [
      { code: id, destination: '/late', createdAt: new Date(0) },
    ]);
    assert.ok(await eventually(async () => (await shop.call(`/${id}`)).status === 200));
  });
});

onEachDatabase('notices of changes', (opened) => {
  test('name the app and the codes, and the app alone for its settings and keys', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const changes: Change[] = [];
    database.onChange((change) => {
      if (change.kind === 'everything' || change.appId === shop.app.id) changes.push(change);
    });
    assert.ok(await eventually(async () => database.isListening()));
    const heard = async (change: Change) => {
      assert.ok(await eventually(async () => isDeepStrictEqual(changes.at(-1), change)));
      return changes.splice(0);
    };
    const { queries } = database;
    const appId = shop.app.id;
    const links: Change = { kind: 'links', appId, codes: [shop.codes.summer] };
    const app: Change = { kind: 'app', appId };
    // Notices come in order, so those of the opening of the shop and of the connection are over with this one.
    const code = `last-${appId}`;
    await createLinks(queries, shop.app, [{ code, destination: '/last', createdAt: new Date() }]);
    await heard({ kind: 'links', appId, codes: [code] });

    await updateLink(queries, appId, shop.codes.summer, { title: 'New' });
    assert.deepEqual(await heard(links), [links]);
    await deleteLinks(queries, appId, [shop.codes.summer]);
    assert.deepEqual(await heard(links), [links]);
    await changeApp(queries, appId, { name: 'New' });
    assert.deepEqual(await heard(app), [app]);
    for (const { id } of await listKeys(queries, appId)) await revokeKey(queries, id, new Date());
    assert.ok((await heard(app)).every((change) => isDeepStrictEqual(change, app)));
    await changeApp(queries, appId, { linkHosts: [] });
    await heard({ kind: 'everything' });
  });

  test('of many new links name every code once', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const codes = Array.from({ length: 250 }, (_, index) => `${'x'.repeat(50)}-${index}-${shop.app.id}`.slice(-64));
    const heard: string[] = [];
    database.onChange((change) => {
      if (change.kind === 'links' && change.appId === shop.app.id) heard.push(...change.codes);
    });
    assert.ok(await eventually(async () => database.isListening()));
    const createdAt = new Date();
    await createLinks(
      database.queries,
      shop.app,
      codes.map((code) => ({ code, destination: '/many', createdAt }))
    );
    assert.ok(await eventually(async () => heard.includes(codes.at(-1) ?? '') && heard.length >= codes.length));
    const own = Object.values(shop.codes);
    assert.deepEqual(heard.filter((code) => !own.includes(code)).sort(), [...codes].sort());
  });

  test('links that are asked for together are found with one statement', async () => {
    const shop = await openShop(opened.database);
    const plans = await explainQueries(opened.database, async () => {
      const codes = [shop.codes.summer, shop.codes.sneaker];
      for (const page of await Promise.all(codes.map((code) => shop.call(`/${code}`)))) assert.equal(page.status, 200);
    });
    assert.equal(plans.filter((plan) => plan.includes('inner join "apps"')).length, 1);
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
      const silent = { ...database, onChange: () => {}, isListening: () => false };
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
