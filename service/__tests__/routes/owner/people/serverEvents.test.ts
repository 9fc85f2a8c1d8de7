import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { forgetOldRows } from '../../../../src/operations/retention.ts';
import type { Queries } from '../../../../src/storage/base/Database.ts';
import { findInstallsOfUsers } from '../../../../src/storage/facts/people.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { onOneDatabase, testOffCitus } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { DAY_MS } from '../../../../src/values/durations.ts';

const NOW = '2026-01-01T12:00:00.000Z';

interface Sent {
  id: string;
  installId?: string;
  userId?: string;
  name?: string;
  data?: unknown;
  timestamp?: string;
  renewalOf?: string;
}

async function send(shop: Shop, ...events: Sent[]) {
  const timestamp = new Date(shop.clock.now).toISOString();
  const body = { events: events.map((event) => ({ name: 'purchase', timestamp, ...event })) };
  const response = await shop.callAsOwner('/api/events', { body });
  assert.equal(response.status, 200);
  return (await response.json()) as { accepted: number; repeated: number; rejected: { id: string; reason: string }[] };
}

/** The installed app opens a link. */
async function open(shop: Shop, installId: string, code: string) {
  const body = { url: `${shop.origin}/${code}` };
  const response = await shop.callAsApp('/api/link/resolve-short', { body, headers: { 'x-install-id': installId } });
  assert.equal(response.status, 200);
}

async function log(shop: Shop, installId: string, event: object, platform: string | null = null) {
  const body = { installId, platform, sentAt: NOW, events: [{ name: 'login', timestamp: NOW, ...event }] };
  assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
}

async function linksOf(shop: Shop) {
  const response = await shop.callAsOwner('/api/events');
  const { events } = (await response.json()) as { events: { id: string; link: string | null }[] };
  return Object.fromEntries(events.map(({ id, link }) => [id, link]));
}

async function revenue(shop: Shop) {
  const day = new Date(shop.clock.now).toISOString().slice(0, 10);
  const response = await shop.callAsOwner(`/api/statistics?from=2026-01-01&to=${day}`);
  return ((await response.json()) as { total: { revenue: object[] } }).total.revenue;
}

/** How many rows of events this session has read, since when doesn't matter. */
async function rowsRead(session: Queries): Promise<number> {
  const counted = await session.execute(sql`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables
    WHERE relname ~ '^(events|event_ids)_|^purchases'`);
  return rowsOf<{ rows: number }>(counted)[0]?.rows ?? NaN;
}

onOneDatabase('events from the server', (opened) => {
  test('those of many requests at once are all taken, each is answered by itself, and an id counts once', async () => {
    const shop = await openShop(opened.database);
    const data = { total: 1, currency: 'EUR' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => send(shop, { id: `order-${number % 40}`, userId: 'ana', data }))
    );
    assert.equal(answers.filter(({ accepted }) => accepted === 1).length, 40);
    assert.equal(answers.filter(({ repeated }) => repeated === 1).length, 10);
    assert.deepEqual(await revenue(shop), [{ currency: 'EUR', sum: '40' }]);
  });

  testOffCitus(
    'they are found by index, whatever the database believes of a table that nobody has analysed',
    async () => {
      const shop = await openShop(opened.database);
      const { queries } = opened.database;
      await queries.execute(sql`
      INSERT INTO events (
        app_id, id, position, arrived, install_id, user_id, platform, name, logged_at, received_at, occurred_at)
      SELECT ${shop.app.id}, 'old-' || number, number, number, 'phone-' || number % 500, 'user-' || number % 500, 'ios', 'login',
        at, at, at
      FROM generate_series(1, 5000) AS number,
        LATERAL (SELECT ${NOW}::timestamptz - number * interval '1 second' AS at) AS time`);
      await queries.execute(sql`
      INSERT INTO event_ids (app_id, id, quarter, received_at)
      SELECT app_id, event_key(id), date_trunc('quarter', received_at AT TIME ZONE 'UTC')::date, received_at
      FROM events WHERE app_id = ${shop.app.id}`);
      const at = Date.parse(NOW);
      const events = [
        { batch: 0, position: 1, id: 'order', name: 'purchase', install_id: 'phone-1', logged_at: at, occurred_at: at },
        { batch: 0, position: 2, id: 'next', name: 'purchase', renewal_of: 'order', logged_at: at, occurred_at: at },
        // Of a phone, which gives way.
        { batch: 1, position: 3, id: 'old-7', name: 'purchase', user_id: 'user-7', logged_at: at, occurred_at: at },
      ];
      const read = await queries.transaction(async (transaction) => {
        const before = await rowsRead(transaction);
        const added = await transaction.execute(
          sql`SELECT * FROM add_server_events(${shop.app.id}, ${NOW}::timestamptz, ${JSON.stringify(events)}::json)`
        );
        assert.deepEqual(rowsOf(added), [
          { batch: 0, added: 2 },
          { batch: 1, added: 1 },
        ]);
        await findInstallsOfUsers(transaction, shop.app.id, ['user-7'], 21);
        return (await rowsRead(transaction)) - before;
      });
      assert.ok(read < 200, `${read} rows were read`);
    }
  );

  test('they belong to the link of their install, or of the install on which the user was seen last', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'phone', shop.codes.summer);
    await open(shop, 'tablet', shop.codes.sneaker);
    await log(shop, 'phone', { id: 'a', userId: 'ana' });
    shop.clock.now += 1_000;
    await log(shop, 'tablet', { id: 'b', userId: 'ana' });
    const answer = await send(
      shop,
      { id: 'by install', installId: 'phone' },
      { id: 'by user', userId: 'ana' },
      { id: 'by both', installId: 'phone', userId: 'ben' },
      { id: 'by user of this request', userId: 'ben' },
      { id: 'unknown install', installId: 'nobody' },
      { id: 'unknown user', userId: 'nobody' }
    );
    assert.deepEqual(answer, { accepted: 6, repeated: 0, rejected: [] });
    assert.deepEqual(await linksOf(shop), {
      a: shop.codes.summer,
      b: shop.codes.sneaker,
      'by install': shop.codes.summer,
      'by user': shop.codes.sneaker,
      'by both': shop.codes.summer,
      'by user of this request': shop.codes.summer,
      'unknown install': null,
      'unknown user': null,
    });
  });

  test('a user id that more than twenty installs share is nobody’s', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'phone-1', shop.codes.summer);
    for (let device = 1; device <= 21; device += 1)
      await log(shop, `phone-${device}`, { id: `${device}`, userId: 'guest' });
    await send(shop, { id: 'order', userId: 'guest' });
    assert.equal((await linksOf(shop)).order, null);
  });

  test('an event that comes before the link of its install gets it later', async () => {
    const shop = await openShop(opened.database);
    await send(shop, { id: 'order', installId: 'phone' }, { id: 'renewal', userId: 'x', renewalOf: 'order' });
    assert.deepEqual(await linksOf(shop), { order: null, renewal: null });
    await open(shop, 'phone', shop.codes.summer);
    assert.deepEqual(await linksOf(shop), { order: shop.codes.summer, renewal: shop.codes.summer });
  });

  test('an id counts once, whoever sends it', async () => {
    const shop = await openShop(opened.database);
    const order = { id: 'order', userId: 'ana' };
    assert.deepEqual(await send(shop, order, order), { accepted: 1, repeated: 1, rejected: [] });
    assert.equal((await send(shop, order)).repeated, 1);
    await log(shop, 'phone', { id: 'order' });
    assert.deepEqual(Object.keys(await linksOf(shop)), ['order']);
  });

  test('one that is not valid is rejected with the reason, and the others are stored', async () => {
    const shop = await openShop(opened.database);
    const { accepted, rejected } = await send(
      shop,
      { id: 'fine', userId: 'ana' },
      { id: 'nobody' },
      { id: 'own', userId: 'ana', name: 'level_reached' },
      { id: 'name', userId: 'ana', name: 'Bought' },
      { id: 'install', installId: 'phone 1' },
      { id: 'time', userId: 'ana', timestamp: 'yesterday' },
      { id: 'self', userId: 'ana', renewalOf: 'self' }
    );
    assert.equal(accepted, 2);
    assert.deepEqual(
      rejected.map(({ id }) => id),
      ['nobody', 'name', 'install', 'time', 'self']
    );
    assert.match(rejected[0]?.reason ?? '', /needs an installId or a userId/);
    assert.match(rejected[3]?.reason ?? '', /^timestamp: must be a time/);
    for (const events of [Array.from({ length: 101 }, () => ({})), 'none']) {
      assert.equal((await shop.callAsOwner('/api/events', { body: { events } })).status, 400);
    }
    assert.equal((await shop.callAsApp('/api/events', { body: { events: [] } })).status, 403);
  });

  test('a renewal inherits the link of its purchase, years after retention has deleted the purchase', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    await open(shop, 'phone', shop.codes.summer);
    await send(shop, { id: 'order', installId: 'phone', userId: 'ana' });
    shop.clock.now += 800 * DAY_MS;
    await forgetOldRows(queries, shop.clock.now, 400);
    assert.deepEqual(await linksOf(shop), {});
    await send(shop, { id: 'renewal', userId: 'ana', renewalOf: 'order' });
    assert.deepEqual(await linksOf(shop), { renewal: shop.codes.summer });
    await shop.forget('/api/users/ana');
    const left = await queries.execute(sql`SELECT 1 FROM purchases WHERE app_id = ${shop.app.id}`);
    assert.deepEqual(rowsOf(left), []);
    await send(shop, { id: 'later', userId: 'ana', renewalOf: 'order' });
    assert.deepEqual(await linksOf(shop), { later: null });
  });

  test('a renewal that comes before its purchase gets the link with the purchase', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'phone', shop.codes.summer);
    await send(shop, { id: 'renewal', userId: 'ana', renewalOf: 'order' });
    await send(shop, { id: 'order', installId: 'phone' });
    assert.deepEqual(await linksOf(shop), { renewal: shop.codes.summer, order: shop.codes.summer });
  });

  test('a renewal keeps the link of its purchase, whatever its own install opened since', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'phone', shop.codes.summer);
    await send(shop, { id: 'order', installId: 'phone' });
    shop.clock.now += DAY_MS;
    await send(shop, { id: 'renewal', installId: 'phone', renewalOf: 'order' });
    shop.clock.now -= 1_000;
    await open(shop, 'phone', shop.codes.sneaker);
    assert.equal((await linksOf(shop)).renewal, shop.codes.summer);
  });

  for (const platform of ['android', 'server', null]) {
    test(`what a phone (${platform}) sent under the id of an order gives way to the server’s word`, async () => {
      const shop = await openShop(opened.database);
      const data = (total: number) => ({ total, currency: 'EUR' });
      await open(shop, 'thief', shop.codes.summer);
      await open(shop, 'phone', shop.codes.sneaker);
      const forge = () => log(shop, 'thief', { id: 'order', name: 'purchase', data: data(1) }, platform);
      await forge();
      const order = { id: 'order', installId: 'phone', data: data(50) };
      assert.deepEqual(await send(shop, order, order), { accepted: 1, repeated: 1, rejected: [] });
      assert.equal((await send(shop, order)).repeated, 1);
      await forge();
      await send(shop, { id: 'renewal', installId: 'phone', renewalOf: 'order', data: data(50) });
      assert.deepEqual(await linksOf(shop), { order: shop.codes.sneaker, renewal: shop.codes.sneaker });
      assert.deepEqual(await revenue(shop), [{ currency: 'EUR', sum: '100' }]);
    });
  }

  test('a renewal of another app’s purchase inherits nothing', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await open(other, 'phone', other.codes.summer);
    await send(other, { id: 'order', installId: 'phone' });
    await open(shop, 'phone', shop.codes.summer);
    await send(shop, { id: 'renewal', installId: 'phone', renewalOf: 'order' });
    assert.deepEqual(await linksOf(shop), { renewal: null });
  });

  test('revenue is net of refunds, whatever their sign', async () => {
    const shop = await openShop(opened.database);
    const money = (total: number) => ({ total, currency: 'EUR' });
    await send(
      shop,
      { id: 'order', userId: 'ana', data: money(50) },
      { id: 'renewal', userId: 'ana', data: money(50), renewalOf: 'order' },
      { id: 'refund', userId: 'ana', name: 'refund', data: money(20) },
      { id: 'negative refund', userId: 'ana', name: 'refund', data: money(-5) }
    );
    assert.deepEqual(await revenue(shop), [{ currency: 'EUR', sum: '75' }]);
  });

  test('if the server reports revenue, amounts from phones are stored and not counted', async () => {
    for (const revenueFrom of ['app', 'server'] as const) {
      const shop = await openShop(opened.database, {}, { revenueFrom });
      const data = { total: 10, currency: 'EUR' };
      await log(shop, 'phone', { id: 'phone', name: 'purchase', data });
      await send(shop, { id: 'server', installId: 'phone', data });
      assert.deepEqual(await revenue(shop), [{ currency: 'EUR', sum: revenueFrom === 'app' ? '20' : '10' }]);
      const { events } = (await (await shop.callAsOwner('/api/events')).json()) as { events: { data: unknown }[] };
      assert.deepEqual(events[0]?.data, data);
    }
  });

  test('an event that says it happens later happens now', async () => {
    const shop = await openShop(opened.database);
    await send(shop, { id: 'order', userId: 'ana', timestamp: '2027-01-01T00:00:00Z' });
    const { events } = (await (await shop.callAsOwner('/api/events')).json()) as { events: { occurredAt: string }[] };
    assert.equal(events[0]?.occurredAt, NOW);
  });
});
