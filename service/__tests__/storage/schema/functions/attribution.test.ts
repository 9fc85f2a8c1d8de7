import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { addOpens } from '../../../../src/storage/facts/opens.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { onEachDatabase, onOneDatabase, onPostgres } from '../../../support/onEachDatabase.ts';
import { openDatabase } from '../../../../src/server/openDatabase.ts';
import { createGroupNames } from '../../../../src/storage/facts/names.ts';
import { log, match, open } from '../../../support/appRequests.ts';
import { listEvents } from '../../../support/listEvents.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';
import { storeClick } from '../../../support/storeClick.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const START = Date.parse('2026-01-01T12:00:00Z');

const links = async (shop: Shop) => (await listEvents(shop)).map(({ link }) => link);

onEachDatabase('attribution', (opened) => {
  test('an event belongs to the link that its install was matched to', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await match(shop, 'phone', clickId, START + MINUTE_MS);
    await log(shop, 'phone', START + HOUR_MS);
    await log(shop, 'other', START + HOUR_MS);
    assert.deepEqual(await links(shop), [shop.codes.summer, null]);
  });

  test('the link that was opened last before the event wins', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await match(shop, 'phone', clickId, START + MINUTE_MS);
    await log(shop, 'phone', START + HOUR_MS);
    await open(shop, 'phone', shop.codes.sneaker, START + 2 * HOUR_MS);
    await log(shop, 'phone', START + 3 * HOUR_MS);
    await log(shop, 'phone', START + HOUR_MS, { late: 3 * HOUR_MS });
    assert.deepEqual(await links(shop), [shop.codes.summer, shop.codes.sneaker, shop.codes.summer]);
  });

  test('events that came before the match get their link when it is stored, from the click on', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await log(shop, 'phone', START - 1);
    await log(shop, 'phone', START + MINUTE_MS);
    await log(shop, 'neighbour', START + MINUTE_MS);
    assert.deepEqual(await links(shop), [null, null, null]);
    await match(shop, 'phone', clickId, START + HOUR_MS);
    assert.deepEqual(await links(shop), [null, shop.codes.summer, null]);
  });

  test('a link copied by hand counts for what the install did on its first day before the match', async () => {
    const shop = await openShop(opened.database);
    await log(shop, 'phone', START - DAY_MS - 1);
    await log(shop, 'phone', START - HOUR_MS);
    shop.clock.now = START;
    const pastedLink = `${shop.origin}/${shop.codes.summer}`;
    assert.equal((await shop.matchPhone(iphone, { pastedLink }, 'phone')).status, 200);
    assert.deepEqual(await links(shop), [null, shop.codes.summer]);
  });

  test('a link that was opened while the match was under way wins, as it does in the app', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await open(shop, 'phone', shop.codes.sneaker, START + 1_000);
    await match(shop, 'phone', clickId, START + 2_000);
    await log(shop, 'phone', START + 3_000);
    assert.deepEqual(await links(shop), [shop.codes.sneaker]);
  });

  test('an open that is stored after a later event of its install still gets it', async () => {
    const shop = await openShop(opened.database);
    await log(shop, 'phone', START + HOUR_MS);
    await open(shop, 'phone', shop.codes.sneaker, START);
    assert.deepEqual(await links(shop), [shop.codes.sneaker]);
    await open(shop, 'phone', shop.codes.summer, START + MINUTE_MS);
    assert.deepEqual(await links(shop), [shop.codes.summer]);
    await open(shop, 'phone', shop.codes.sneaker, START + 1);
    assert.deepEqual(await links(shop), [shop.codes.summer]);
  });

  test('a link counts for thirty days, or as many as the app says', async () => {
    for (const days of [undefined, 7]) {
      const shop = await openShop(opened.database, {}, days === undefined ? {} : { attributionDays: days });
      await open(shop, 'phone', shop.codes.summer, START);
      await log(shop, 'phone', START + (days ?? 30) * DAY_MS - 1);
      await log(shop, 'phone', START + (days ?? 30) * DAY_MS);
      assert.deepEqual(await links(shop), [shop.codes.summer, null]);
    }
  });

  test('the days of a match begin with the match, however old its click is', async () => {
    const shop = await openShop(opened.database);
    const clickId = await storeClick(opened.database, shop, shop.codes.summer, START - 80 * DAY_MS);
    await match(shop, 'phone', clickId, START);
    await log(shop, 'phone', START + 30 * DAY_MS - 1);
    await log(shop, 'phone', START + 30 * DAY_MS);
    assert.deepEqual(await links(shop), [shop.codes.summer, null]);
  });

  test('after a denial and a new grant nothing connects the new install id with the old one', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'before', shop.codes.summer, START);
    await log(shop, 'after', START + MINUTE_MS);
    assert.deepEqual(await links(shop), [null]);
  });

  test('an event counts by what passed on the phone’s clock, not by what that clock says', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'phone', shop.codes.summer, START);
    for (const skew of [-20 * 365 * DAY_MS, -HOUR_MS, 0, HOUR_MS, 20 * 365 * DAY_MS]) {
      await log(shop, 'phone', START - MINUTE_MS, { late: HOUR_MS, skew });
      await log(shop, 'phone', START + MINUTE_MS, { late: HOUR_MS, skew });
    }
    const stored = await listEvents(shop);
    assert.deepEqual(new Set(stored.map(({ link }) => link)), new Set([null, shop.codes.summer]));
    for (const { link, occurredAt } of stored) {
      assert.equal(occurredAt, new Date(link === null ? START - MINUTE_MS : START + MINUTE_MS).toISOString());
    }
  });

  test('a request that doesn’t say which install it is opens nothing', async () => {
    const shop = await openShop(opened.database);
    await open(shop, null, shop.codes.summer, START);
    const opens = await opened.database.queries.execute(sql`SELECT 1 FROM opens WHERE app_id = ${shop.app.id}`);
    assert.deepEqual(rowsOf(opens), []);
  });

  test('installs of other apps with the same id have nothing to do with it', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await open(other, 'phone', other.codes.summer, START);
    await log(shop, 'phone', START + MINUTE_MS);
    assert.deepEqual(await links(shop), [null]);
  });
});

onOneDatabase('attribution of thousands of events', (opened) => {
  /** Stores events of installs without asking the service, as so many requests would take too long. */
  async function storeEvents({ app }: Shop, installs: number, eventsOfEach: number) {
    await opened.database.queries.execute(sql`
      INSERT INTO events (app_id, id, position, install_id, name, logged_at, received_at, occurred_at)
      SELECT ${app.id}, install || ' ' || event, install, 'phone-' || install, 'login', moment.at, moment.at, moment.at
      FROM generate_series(1, ${installs}::int) AS install, generate_series(1, ${eventsOfEach}::int) AS event,
        LATERAL (SELECT ${new Date(START).toISOString()}::timestamptz + event * interval '1 second' AS at) AS moment`);
  }

  /** How many events of each install have a link, and when the last of them happened. */
  async function countAttributed({ app }: Shop) {
    const result = await opened.database.queries.execute(sql`
      SELECT count(*)::int AS count, extract(epoch from max(occurred_at))::float8 * 1000 AS last
      FROM events WHERE app_id = ${app.id} AND code IS NOT NULL GROUP BY install_id`);
    return rowsOf<{ count: number; last: number }>(result);
  }

  test('a match gives its link to the first thousand events, so that no install holds up the others', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await storeEvents(shop, 1, 1_001);
    await match(shop, 'phone-1', clickId, START + HOUR_MS);
    assert.deepEqual(await countAttributed(shop), [{ count: 1_000, last: START + 1_000_000 }]);
  });

  test('installs whose links are stored together share what one statement can do', async () => {
    const shop = await openShop(opened.database);
    await storeEvents(shop, 40, 501);
    const { id: appId } = shop.app;
    const opens = Array.from({ length: 40 }, (_, position) => ({
      appId,
      network: null,
      installId: `phone-${position + 1}`,
      openedAt: new Date(START),
      code: shop.codes.summer,
    }));
    await addOpens(opened.database.queries, createGroupNames(Date.now), opens);
    const counts = await countAttributed(shop);
    assert.deepEqual(
      counts.map(({ count }) => count),
      opens.map(() => 500)
    );
  });
});

onPostgres('attribution by several instances', (url) => {
  test('an event and the link before it that are stored at the same moment find each other', async (t) => {
    const databases = await Promise.all([1, 2].map(() => openDatabase({ url: url() })));
    t.after(() => Promise.all(databases.map((database) => database.close())));
    const [one, other] = databases;
    assert.ok(one && other);
    const shop = await openShop(one);
    const second = await openShop(other, { clock: () => shop.clock.now });
    const asSecond = { ...shop, service: second.service };
    for (let round = 0; round < 100; round += 1) {
      const clickId = await storeClick(one, shop, shop.codes.summer, START - 1);
      shop.clock.now = START;
      const body = {
        installId: `phone-${round}`,
        sentAt: new Date(START).toISOString(),
        events: [{ id: `event-${round}`, name: 'purchase', timestamp: new Date(START).toISOString() }],
      };
      const touch =
        round % 2
          ? match(shop, `phone-${round}`, clickId, START)
          : open(shop, `phone-${round}`, shop.codes.summer, START);
      const headers = {
        authorization: `Bearer ${shop.app.publishableKey}`,
        'x-app-id': shop.app.id,
        'content-type': 'application/json',
      };
      const [, answer] = await Promise.all([
        touch,
        asSecond.service.request(
          `${shop.origin}/api/link/events`,
          { method: 'POST', headers, body: JSON.stringify(body) },
          { address: '192.0.2.1' }
        ),
      ]);
      assert.equal(answer.status, 200);
    }
    assert.deepEqual(new Set(await links(shop)), new Set([shop.codes.summer]));
  });
});
