import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'drizzle-orm';
import { createDeletionsJob } from '../../../../src/jobs/deletions.ts';
import type { Queries } from '../../../../src/storage/base/Database.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { onOneDatabase, testOffCitus } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel } from '../../../support/phones.ts';

const UNNAMED = { campaign: null, source: null, medium: null, query: null };

const NOW = '2026-01-01T12:00:00.000Z';

interface Logged {
  id: string;
  name?: string;
  userId?: string;
  data?: unknown;
}

async function log(shop: Shop, installId: string, ...events: Logged[]) {
  const body = { installId, sentAt: NOW, events: events.map((each) => ({ name: 'login', timestamp: NOW, ...each })) };
  assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
}

async function ask(shop: Shop, path: string, method = 'GET') {
  const response = await shop.callAsOwner(path, { method });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Everything that every table holds, as text. */
async function dump(queries: Queries): Promise<string> {
  const tables = await queries.execute(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`
  );
  const parts: string[] = [];
  for (const { name } of rowsOf<{ name: string }>(tables)) {
    const rows = await queries.execute(sql`SELECT to_json(each)::text AS row FROM ${sql.identifier(name)} AS each`);
    parts.push(...rowsOf<{ row: string }>(rows).map(({ row }) => `${name} ${row}`));
  }
  return parts.join('\n');
}

/** What the person below leaves everywhere. */
const TRACES = /zaphod|198\.51\.100\.77/gi;

const rowsAbout = (dumped: string) => dumped.split('\n').filter((row) => row.search(TRACES) >= 0);

/** Somebody clicks, installs, buys and shares; and somebody else does, too. */
async function liveZaphod(shop: Shop): Promise<void> {
  const person = {
    ...iphone,
    address: '198.51.100.77',
    browser: { ...iphone.browser, userAgent: `${iphone.browser.userAgent} Zaphod/42` },
  };
  const query = '?email=zaphod%40example.com';
  const landing = await shop.view(shop.codes.summer, person, `/${shop.codes.summer}${query}`);
  const clickId = /data-report-url="\/api\/clicks\/([^/"]+)/.exec(await landing.text())?.[1];
  // The second click, which no install claims, and one of somebody else on the same address.
  await shop.view(shop.codes.sneaker, person, `/${shop.codes.sneaker}${query}`);
  await shop.view(shop.codes.sneaker, { ...pixel, address: '203.0.113.99' });
  // From the server, before any install of the user is known.
  const early = { id: 'early-1', userId: 'user-zaphod', name: 'purchase', timestamp: NOW, data: { by: 'Zaphod' } };
  assert.equal((await shop.callAsOwner('/api/events', { body: { events: [early] } })).status, 200);
  assert.equal((await shop.matchPhone(person, { clickId }, 'install-zaphod')).status, 200);
  await log(shop, 'install-zaphod', { id: 'event-1', userId: 'user-zaphod', data: { note: 'Zaphod was here' } });
  await log(shop, 'install-other', { id: 'event-2', userId: 'user-other' });
  const headers = { 'x-install-id': 'install-zaphod' };
  const short = { url: `${shop.origin}/${shop.codes.sneaker}` };
  await shop.callAsApp('/api/link/resolve-short', { body: short, headers });
  await shop.callAsApp('/api/link/create', { body: { route: '/invite', data: { by: 'Zaphod' } }, headers });
  const events = [
    {
      id: 'order-zaphod',
      userId: 'user-zaphod',
      name: 'purchase',
      data: { total: 5, currency: 'EUR' },
      timestamp: NOW,
    },
    { id: 'renewal-1', userId: 'user-zaphod', name: 'purchase', timestamp: NOW, renewalOf: 'order-zaphod' },
    { id: 'renewal-2', userId: 'user-zaphod', name: 'purchase', timestamp: NOW, renewalOf: 'zaphods-of-the-web' },
    { id: 'refund-1', installId: 'install-zaphod', name: 'refund', timestamp: NOW, data: { why: 'Zaphod hated it' } },
    { id: 'order-other', userId: 'user-other', name: 'purchase', timestamp: NOW },
  ];
  assert.equal((await shop.callAsOwner('/api/events', { body: { events } })).status, 200);
}

onOneDatabase('people', (opened) => {
  test('an install says which link led to it, how that is known, and when it was clicked', async () => {
    const shop = await openShop(opened.database);
    const created = await shop.callAsApp('/api/link/create', {
      body: { route: '/invite', data: { invitedBy: 'Ada' } },
      headers: { 'x-install-id': 'ada' },
    });
    const code = ((await created.json()) as { url: string }).url.split('/').at(-1) ?? '';
    const clickId = await shop.click(code, iphone);
    shop.clock.now += 60_000;
    assert.equal((await shop.match({ clickId }, undefined, 'phone')).status, 200);
    await log(shop, 'phone', { id: 'a', name: 'sign_up', userId: 'ben' });
    const install = {
      id: 'phone',
      link: { code, destination: '/invite', data: { invitedBy: 'Ada' }, createdBy: 'ada' },
      ...UNNAMED,
      match: { by: 'clickId', confidence: 1, matchedAt: '2026-01-01T12:01:00.000Z' },
      clickedAt: NOW,
      firstEvent: { name: 'sign_up', occurredAt: '2026-01-01T12:01:00.000Z' },
      lastEvent: { name: 'sign_up', occurredAt: '2026-01-01T12:01:00.000Z' },
    };
    assert.deepEqual(await ask(shop, '/api/installs/phone'), { status: 200, body: install });
    assert.deepEqual(await ask(shop, '/api/users/ben'), {
      status: 200,
      body: { id: 'ben', installs: [install], hasMore: false },
    });
  });

  test('an install that was matched to nothing is known by its attempt, its opens or its events', async () => {
    const shop = await openShop(opened.database);
    const nothing = { ...UNNAMED, link: null, match: null, clickedAt: null, firstEvent: null, lastEvent: null };
    assert.equal((await shop.match({ clickId: 'none' }, undefined, 'attempt')).status, 404);
    const body = { url: `${shop.origin}/${shop.codes.summer}` };
    await shop.callAsApp('/api/link/resolve-short', { body, headers: { 'x-install-id': 'open' } });
    for (const id of ['attempt', 'open']) {
      assert.deepEqual((await ask(shop, `/api/installs/${id}`)).body, { id, ...nothing });
    }
  });

  test('a link that was deleted leaves its code, and a new link with that code is another one', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await shop.match({ clickId }, undefined, 'phone');
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'DELETE' });
    shop.clock.now += 3_600_000;
    await shop.callAsOwner('/api/links', { body: { code: shop.codes.summer, destination: '/other' } });
    const { body } = await ask(shop, '/api/installs/phone');
    assert.deepEqual(body.link, { code: shop.codes.summer, destination: null, data: null, createdBy: null });
  });

  test('ids that nobody knows, and ids of another app, are unknown', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await log(other, 'phone', { id: 'a', userId: 'ben' });
    for (const [path, code] of [
      ['/api/installs/phone', 'install_unknown'],
      ['/api/users/ben', 'user_unknown'],
    ] as const) {
      const { status, body } = await ask(shop, path);
      assert.deepEqual([status, (body.error as { code: string }).code], [404, code]);
      assert.equal((await shop.callAsApp(path)).status, 403);
    }
  });

  test('another app’s key neither reads nor deletes people', async () => {
    const shop = await openShop(opened.database);
    const thief = await openShop(opened.database);
    await log(shop, 'phone', { id: 'a', userId: 'ben' });
    for (const path of ['/api/installs/phone', '/api/users/ben']) {
      for (const method of ['GET', 'DELETE']) {
        const own = await thief.callAsOwner(path, { method });
        assert.equal(own.status, method === 'GET' ? 404 : 200);
        const foreign = await thief.callAsOwner(path, { method, headers: { 'x-app-id': shop.app.id } });
        assert.equal(foreign.status, 401);
      }
      assert.equal((await ask(shop, path)).status, 200);
    }
  });

  test('an id is taken from the path as it is, and one that is too long is refused', async () => {
    const shop = await openShop(opened.database);
    const ids = ['50%', '100%', '100%25', 'a/b', 'a%2Fb', '%2e%2e', '?x=1&y#z', 'дa 💚'];
    for (const [index, id] of ids.entries()) await log(shop, `phone-${index}`, { id, userId: id });
    for (const id of ids) {
      const { status, body } = await ask(shop, `/api/users/${encodeURIComponent(id)}`);
      assert.deepEqual([status, body.id], [200, id]);
    }
    const { body } = await ask(shop, `/api/users/${encodeURIComponent('100%')}`, 'DELETE');
    assert.equal(body.events, 1);
    assert.equal((await ask(shop, `/api/users/${encodeURIComponent('100%25')}`)).status, 200);
    for (const path of [`/api/installs/${'x'.repeat(129)}`, `/api/users/${'x'.repeat(257)}`, '/api/users/%00']) {
      for (const method of ['GET', 'DELETE']) assert.equal((await ask(shop, path, method)).status, 400);
    }
  });

  test('a user is deleted while events of them come in, and the next deletion leaves nothing', async () => {
    const shop = await openShop(opened.database);
    const purchase = { userId: 'user-race', installId: 'install-race', name: 'purchase', timestamp: NOW };
    for (let round = 0; round < 20; round += 1) {
      const events = [
        { ...purchase, id: `order-race-${round}` },
        { ...purchase, id: `renewal-race-${round}`, renewalOf: `order-race-${round}` },
      ];
      const [sent] = await Promise.all([
        shop.callAsOwner('/api/events', { body: { events } }),
        shop.forget('/api/users/user-race'),
        log(shop, 'install-race', { id: `login-race-${round}`, userId: 'user-race' }),
      ]);
      assert.equal(sent.status, 200);
    }
    await shop.forget('/api/users/user-race');
    const left = (await dump(opened.database.queries)).split('\n').filter((row) => row.includes('-race'));
    assert.deepEqual(left, []);
  });

  test('a user has all installs that carry the id, the last one seen first', async () => {
    const shop = await openShop(opened.database);
    for (const device of ['phone', 'tablet', 'watch']) {
      await log(shop, device, { id: device, userId: 'ana@example.com' });
      shop.clock.now += 1_000;
    }
    const { body } = await ask(shop, `/api/users/${encodeURIComponent('ana@example.com')}`);
    assert.deepEqual(
      (body.installs as { id: string }[]).map(({ id }) => id),
      ['watch', 'tablet', 'phone']
    );
  });

  test('of a user id that more than a hundred installs carry, a hundred are shown', async () => {
    const shop = await openShop(opened.database);
    await opened.database.queries.execute(sql`
      INSERT INTO events (app_id, id, position, install_id, user_id, name, logged_at, received_at, occurred_at)
      SELECT ${shop.app.id}, install::text, install, 'phone-' || install, 'guest', 'login', now(), now(), now()
      FROM generate_series(1, 101) AS install`);
    const { body } = await ask(shop, '/api/users/guest');
    assert.deepEqual([(body.installs as unknown[]).length, body.hasMore], [100, true]);
  });

  test('a user id that more than twenty installs carry is deleted only by who confirms their number', async () => {
    const shop = await openShop(opened.database);
    for (let device = 1; device <= 21; device += 1)
      await log(shop, `phone-${device}`, { id: `${device}`, userId: 'guest' });
    for (const path of ['/api/users/guest', '/api/users/guest?confirm=20']) {
      const { status, body } = await ask(shop, path, 'DELETE');
      const { code, count, installs } = body.error as { code: string; count: number; installs: string[] };
      assert.deepEqual([status, code, count], [409, 'many_installs', 21]);
      assert.deepEqual(installs.sort(), Array.from({ length: 21 }, (_, index) => `phone-${index + 1}`).sort());
    }
    assert.deepEqual(await shop.forget('/api/users/guest?confirm=21'), {
      installs: 21,
      events: 21,
      opens: 0,
      clicks: 0,
      links: 0,
    });
    assert.equal((await ask(shop, '/api/users/guest')).status, 404);
  });

  test('after a deletion a dump of the database holds none of the person’s ids, addresses and texts', async () => {
    const shop = await openShop(opened.database);
    await liveZaphod(shop);
    assert.ok(((await dump(opened.database.queries)).match(TRACES) ?? []).length > 10);

    const clicks = async () => {
      const statistics = await shop.callAsOwner('/api/statistics?from=2026-01-01&to=2026-01-01');
      return ((await statistics.json()) as { total: { clicks: number } }).total.clicks;
    };
    assert.equal(await clicks(), 3);
    const deleted = await shop.forget('/api/users/user-zaphod');
    // What the dialog promises.
    assert.equal(await clicks(), 3);
    assert.deepEqual(deleted, { installs: 1, events: 6, opens: 1, clicks: 2, links: 1 });
    const left = await dump(opened.database.queries);
    assert.deepEqual(rowsAbout(left), []);
    for (const other of ['install-other', 'user-other', 'order-other', '203.0.113.99'])
      assert.ok(left.includes(other), other);
  });

  /** Lets statements that delete or change rows of a table fail, as those that wait for too long do. */
  async function lockTable(t: TestContext, table: string) {
    const { queries } = opened.database;
    await queries.execute(sql`
      CREATE FUNCTION lock_table() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'locked' USING ERRCODE = 'lock_not_available'; END $$`);
    await queries.execute(
      sql`CREATE TRIGGER lock_table BEFORE UPDATE OR DELETE ON ${sql.identifier(table)}
        FOR EACH ROW EXECUTE FUNCTION lock_table()`
    );
    const unlock = () => queries.execute(sql`DROP FUNCTION IF EXISTS lock_table CASCADE`);
    t.after(unlock);
    return unlock;
  }

  const tables = [
    'events',
    'event_ids',
    'purchases',
    'buyers',
    'opens',
    'links',
    'match_attempts',
    'clicks',
    'installs',
  ];
  for (const [place, table] of tables.entries()) {
    const how = place % 2 === 0 ? 'when it is repeated' : 'by itself';
    testOffCitus(`a deletion that is cut off at ${table} ends ${how}`, async (t) => {
      const shop = await openShop(opened.database);
      await liveZaphod(shop);
      const unlock = await lockTable(t, table);
      const cutOff = await ask(shop, '/api/users/user-zaphod', 'DELETE');
      assert.equal(cutOff.status, 202);
      assert.ok(Number(cutOff.body.left) > 0);
      await unlock();
      if (how === 'by itself') await createDeletionsJob(opened.database).run(new AbortController().signal);
      else await shop.forget('/api/users/user-zaphod');
      assert.deepEqual(rowsAbout(await dump(opened.database.queries)), []);
      const again = await ask(shop, '/api/users/user-zaphod', 'DELETE');
      assert.deepEqual(again, { status: 200, body: { installs: 0, events: 0, opens: 0, clicks: 0, links: 0 } });
      const statistics = await shop.callAsOwner('/api/statistics?from=2026-01-01&to=2026-01-01');
      const { total } = (await statistics.json()) as { total: Record<string, unknown> };
      assert.deepEqual([total.clicks, total.installs, total.opens, total.buyers], [3, 0, 0, 1]);
    });
  }
});
