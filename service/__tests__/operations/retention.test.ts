import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { forgetTraces } from '../../src/operations/retention.ts';
import { DEFAULT_WINDOW_MS } from '../../src/matching/startValues.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone, pixel } from '../support/phones.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

onOneDatabase('what is left of people', (opened) => {
  const execute = (query: ReturnType<typeof sql>) => opened.database.queries.execute(query);

  /** Everything that is stored of an app's clicks and attempts. */
  async function dump(appId: string): Promise<string> {
    const clicks = rowsOf(await execute(sql`SELECT to_json(clicks) AS row FROM clicks WHERE app_id = ${appId}`));
    const attempts = rowsOf(
      await execute(sql`SELECT to_json(match_attempts) AS row FROM match_attempts WHERE app_id = ${appId}`)
    );
    return JSON.stringify([clicks, attempts]);
  }

  function assertHoldsNothingOf(phone: typeof iphone, stored: string): void {
    const { userAgent, screenHeight, timezone } = phone.browser;
    assert.ok(!stored.includes(phone.address), 'the address');
    assert.ok(!stored.includes(phone.address.split('.').slice(0, 3).join('.')), 'the wide network');
    assert.ok(!stored.includes(JSON.stringify(userAgent).slice(1, -1)), 'the agent');
    assert.ok(!stored.includes(`"screen_height":${screenHeight}`), 'the screen');
    assert.ok(!stored.includes(String(timezone)), 'the zone');
  }

  for (const by of ['fingerprint', 'clickId'] as const) {
    test(`a click that was claimed by ${by} holds no address, agent, screen or zone, and the install keeps its answer`, async () => {
      const shop = await openShop(opened.database);
      const installId = randomUUID();
      const clickId = await shop.click(shop.codes.summer, iphone);
      assert.ok((await dump(shop.app.id)).includes(iphone.address));
      const ask = () =>
        by === 'clickId' ? shop.match({ clickId }, iphone.address, installId) : shop.matchPhone(iphone, {}, installId);
      const first = await ask();
      assert.equal(first.status, 200);
      assertHoldsNothingOf(iphone, await dump(shop.app.id));
      assert.deepEqual(await ask(), first);
    });
  }

  test('a claimed click keeps the campaign of its query, and its install gets the whole query again', async () => {
    const shop = await openShop(opened.database);
    const installId = randomUUID();
    const query = 'coupon=FOR-ANNA&utm_source=mail&utmost=1&utm_campaign=summer';
    const clickId = await shop.click(shop.codes.summer, iphone, `/${shop.codes.summer}?${query}`);
    const ask = () => shop.match({ clickId }, iphone.address, installId);
    const first = await ask();
    assert.equal(Reflect.get(first.body as object, 'link'), `${shop.destinations.summer}?${query}`);
    const stored = await dump(shop.app.id);
    assert.ok(stored.includes('"query":"utm_source=mail&utm_campaign=summer"'), stored);
    assert.ok(!stored.includes('FOR-ANNA'));
    assert.deepEqual(await ask(), first);
  });

  test('a click that nobody claimed keeps its query, for an install that names it after the window', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, pixel, `/${shop.codes.summer}?coupon=FOR-ANNA`);
    shop.clock.now += DEFAULT_WINDOW_MS;
    await forgetTraces(opened.database.queries, shop.clock.now, DEFAULT_WINDOW_MS);
    const late = await shop.match({ clickId }, pixel.address, randomUUID());
    assert.equal(Reflect.get(late.body as object, 'link'), `${shop.destinations.summer}?coupon=FOR-ANNA`);
    assert.ok(!(await dump(shop.app.id)).includes('FOR-ANNA'));
  });

  test('matches of neighbours show one wide network, and two networks', async () => {
    const shop = await openShop(opened.database);
    for (const [installId, address] of [
      ['one', '203.0.113.7'],
      ['two', '203.0.113.8'],
    ] as const) {
      const phone = { ...iphone, address };
      const clickId = await shop.click(shop.codes.summer, phone);
      await shop.matchPhone(phone, { clickId }, installId);
    }
    const networks = await execute(sql`
      SELECT count(DISTINCT network)::int AS own, count(DISTINCT wide_network)::int AS wide
      FROM match_attempts WHERE app_id = ${shop.app.id}`);
    assert.deepEqual(rowsOf(networks), [{ own: 2, wide: 1 }]);
  });

  test('a device report that comes after the claim is refused', async () => {
    const shop = await openShop(opened.database);
    const page = await (await shop.view(shop.codes.summer, iphone)).text();
    const reportUrl = /data-report-url="([^"]+)"/.exec(page)?.[1] ?? '';
    assert.equal((await shop.match({ clickId: reportUrl.split('/')[3] }, iphone.address)).status, 200);
    const { screenWidth, screenHeight, scale, timezone } = iphone.browser;
    const report = await shop.call(reportUrl, { body: { screenWidth, screenHeight, scale, timezone } });
    assert.equal(report.status, 404);
    assertHoldsNothingOf(iphone, await dump(shop.app.id));
  });

  test('a claimed click is still a rival: a second install of the same look on its network is not matched to it', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    assert.equal((await shop.matchPhone(iphone, {}, randomUUID())).status, 200);
    assert.equal((await shop.matchPhone(iphone, {}, randomUUID())).status, 404);
  });

  test('when the window is over, nobody’s click holds an address, an agent or a hash, and later the keys are gone', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    await shop.click(shop.codes.sneaker, pixel);
    await shop.matchPhone(iphone, {}, randomUUID());
    const { queries } = opened.database;

    await forgetTraces(queries, shop.clock.now + DEFAULT_WINDOW_MS - 1_000, DEFAULT_WINDOW_MS);
    assert.ok((await dump(shop.app.id)).includes(pixel.address), 'an open click is still matched');

    await forgetTraces(queries, shop.clock.now + DEFAULT_WINDOW_MS, DEFAULT_WINDOW_MS);
    const stored = await dump(shop.app.id);
    for (const phone of [iphone, pixel]) assertHoldsNothingOf(phone, stored);
    assert.match(stored, /"device":"iphone"/);
    assert.doesNotMatch(stored, /"look":"/);
    const [clicks] = JSON.parse(stored) as [{ row: { network: unknown; code: unknown } }[]];
    assert.deepEqual(
      clicks.map(({ row }) => row.network),
      [null, null]
    );

    await forgetTraces(queries, shop.clock.now + WEEK_MS, DEFAULT_WINDOW_MS);
    assert.doesNotMatch(await dump(shop.app.id), /network":"/);
    const keysAfter = async (windowMs: number) => {
      await forgetTraces(queries, shop.clock.now + 3 * WEEK_MS, windowMs);
      return rowsOf(await execute(sql`SELECT FROM hash_keys WHERE app_id = ${shop.app.id} AND kind = 'network'`))
        .length;
    };
    assert.equal(await keysAfter(3 * WEEK_MS), 1, 'a click of that window is still matched');
    assert.equal(await keysAfter(DEFAULT_WINDOW_MS), 0);
  });
});
