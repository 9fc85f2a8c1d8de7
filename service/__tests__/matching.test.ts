import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCode } from './support/errorCode.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { openShop } from './support/openShop.ts';
import { iphone, pixel } from './support/phones.ts';

const CONCURRENT = 200;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const found = (link: string) => ({ status: 200, body: { link } });

function outcome({ status, body }: { status: number; body: unknown }) {
  return [status, errorCode(body)];
}

onEachDatabase('matching', (opened) => {
  test('a click id finds its link, exactly once', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    assert.deepEqual(await shop.match({ clickId }), found(shop.destinations.sneaker));
    assert.deepEqual(outcome(await shop.match({ clickId })), [404, 'no_match']);
  });

  test('an unknown click id finds nothing, even with a fingerprint that would', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.sneaker, iphone);
    const match = await shop.matchPhone(iphone, { clickId: 'unknown' });
    assert.deepEqual(outcome(match), [404, 'no_match']);
  });

  test('a click id of another app finds nothing and stays unclaimed', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    assert.equal((await other.match({ clickId })).status, 404);
    assert.equal((await shop.match({ clickId })).status, 200);
  });

  test('a click id is good for ninety days', async () => {
    const shop = await openShop(opened.database);
    const early = await shop.click(shop.codes.sneaker, pixel);
    const late = await shop.click(shop.codes.sneaker, pixel);
    shop.clock.now += 90 * DAY_MS - 1;
    assert.equal((await shop.match({ clickId: early })).status, 200);
    shop.clock.now += 1;
    assert.equal((await shop.match({ clickId: late })).status, 404);
  });

  test('of 200 concurrent requests with one click id exactly one gets the link', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    const matches = await Promise.all(Array.from({ length: CONCURRENT }, () => shop.match({ clickId })));
    assert.equal(matches.filter(({ status }) => status === 200).length, 1);
    assert.equal(matches.filter(({ status }) => status === 404).length, CONCURRENT - 1);
  });

  test('of 200 concurrent requests of one fingerprint exactly one gets the link', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.sneaker, iphone);
    const matches = await Promise.all(Array.from({ length: CONCURRENT }, () => shop.matchPhone(iphone)));
    assert.equal(matches.filter(({ status }) => status === 200).length, 1);
    assert.equal(matches.filter(({ status }) => status === 404).length, CONCURRENT - 1);
  });

  test('of concurrent requests by click id, clipboard and fingerprint exactly one gets the link', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.sneaker, iphone);
    const pastedLink = `${shop.origin}/${shop.codes.sneaker}?clickId=${clickId}`;
    const matches = await Promise.all(
      Array.from({ length: 20 }, () => [
        shop.match({ clickId }),
        shop.match({ pastedLink }),
        shop.matchPhone(iphone),
      ]).flat()
    );
    assert.equal(matches.filter(({ status }) => status === 200).length, 1);
  });

  test('ten phones that look alike and clicked the same link each get it, and an eleventh doesn’t', async () => {
    const shop = await openShop(opened.database);
    for (let visit = 0; visit < 10; visit += 1) await shop.click(shop.codes.sneaker, iphone);
    const matches = await Promise.all(Array.from({ length: 11 }, () => shop.matchPhone(iphone)));
    assert.equal(matches.filter(({ status }) => status === 200).length, 10);
  });

  for (const [name, phone] of [
    ['an iPhone', iphone],
    ['an Android phone whose browser hides the model', pixel],
  ] as const) {
    test(`the fingerprint of ${name} finds its click, once`, async () => {
      const shop = await openShop(opened.database);
      await shop.click(shop.codes.summer, phone);
      assert.deepEqual(await shop.matchPhone(phone), found(shop.destinations.summer));
      assert.deepEqual(outcome(await shop.matchPhone(phone)), [404, 'no_match']);
    });
  }

  test('each phone gets its own link', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    await shop.click(shop.codes.sneaker, { ...pixel, address: iphone.address });
    const pixelThere = { ...pixel, address: iphone.address };
    assert.deepEqual(await shop.matchPhone(pixelThere), found(shop.destinations.sneaker));
    assert.deepEqual(await shop.matchPhone(iphone), found(shop.destinations.summer));
  });

  test('parts that the phone could not read don’t prevent a match', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    const partly = { userAgent: null, timezone: null, locale: null, manufacturer: null };
    assert.equal((await shop.matchPhone(iphone, partly)).status, 200);
  });

  test('a phone elsewhere gets nothing, however alike', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    const elsewhere = { ...iphone, address: '198.51.100.1' };
    assert.deepEqual(outcome(await shop.matchPhone(elsewhere)), [404, 'no_match']);
  });

  test('an empty fingerprint gets nothing', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    assert.deepEqual(outcome(await shop.match({}, iphone.address)), [404, 'no_match']);
  });

  test('clicks that score alike on different links are refused, and stay unclaimed', async () => {
    const shop = await openShop(opened.database);
    const summer = await shop.click(shop.codes.summer, iphone);
    const sneaker = await shop.click(shop.codes.sneaker, iphone);
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), [404, 'ambiguous_match']);
    assert.equal((await shop.match({ clickId: summer })).status, 200);
    assert.equal((await shop.match({ clickId: sneaker })).status, 200);
  });

  test('a click is found by fingerprint for an hour', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += HOUR_MS;
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), [404, 'no_match']);
    shop.clock.now -= 1;
    assert.equal((await shop.matchPhone(iphone)).status, 200);
  });

  test('the window can be set', async () => {
    const shop = await openShop(opened.database, { matchWindowMs: 1_000 });
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += 1_000;
    assert.equal((await shop.matchPhone(iphone)).status, 404);
  });

  test('a fingerprint doesn’t find the clicks of another app', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await other.click(other.codes.summer, iphone);
    assert.equal((await shop.matchPhone(iphone)).status, 404);
  });

  test('a pasted link with its click id takes that click', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    const pastedLink = `${shop.origin}/${shop.codes.summer}?clickId=${clickId}`;
    assert.deepEqual(await shop.match({ pastedLink }), found(shop.destinations.summer));
    assert.equal((await shop.match({ clickId })).status, 404);
  });

  test('a pasted link whose click is taken says nothing, and the fingerprint decides', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    const pastedLink = `${shop.origin}/${shop.codes.summer}?clickId=${clickId}`;
    await shop.match({ clickId });
    assert.deepEqual(outcome(await shop.matchPhone(iphone, { pastedLink })), [404, 'no_match']);
    await shop.click(shop.codes.sneaker, iphone);
    assert.deepEqual(await shop.matchPhone(iphone, { pastedLink }), found(shop.destinations.sneaker));
  });

  test('a pasted link without a click id is matched, on any host of the app', async () => {
    const shop = await openShop(opened.database);
    for (const host of [shop.origin, `https://${shop.app.linkHosts[0]}`]) {
      const pastedLink = `${host}/${shop.codes.summer}`;
      assert.deepEqual(await shop.match({ pastedLink }), found(shop.destinations.summer));
    }
  });

  test('a pasted link of another app or another site says nothing', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    for (const pastedLink of [
      `${shop.origin}/${other.codes.summer}`,
      `https://elsewhere.test/${shop.codes.summer}`,
      'not a link',
    ]) {
      assert.deepEqual(outcome(await shop.match({ pastedLink })), [404, 'no_match']);
    }
  });
});

onEachDatabase('resolve-short', (opened) => {
  const resolve = async (shop: Awaited<ReturnType<typeof openShop>>, url: unknown) => {
    const response = await shop.callAsApp('/api/link/resolve-short', { body: { url } });
    return { status: response.status, body: await response.json() };
  };

  test('a short link of the app resolves, any number of times', async () => {
    const shop = await openShop(opened.database);
    const url = `https://${shop.app.linkHosts[0]}/${shop.codes.sneaker}`;
    assert.deepEqual(await resolve(shop, url), found(shop.destinations.sneaker));
    assert.deepEqual(await resolve(shop, url), found(shop.destinations.sneaker));
  });

  test('what is not a short link of the app is a 404', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    for (const url of [
      `https://${shop.app.linkHosts[0]}/cart`,
      `https://elsewhere.test/${shop.codes.sneaker}`,
      `${shop.origin}/${other.codes.sneaker}`,
      'nonsense',
    ]) {
      assert.deepEqual(outcome(await resolve(shop, url)), [404, 'not_a_short_link']);
    }
  });

  test('a missing or empty url is a 400', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await resolve(shop, undefined)).status, 400);
    assert.equal((await resolve(shop, '')).status, 400);
  });
});
