import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { describeBrowser } from '../../../src/matching/describeBrowser.ts';
import { addClicks, MAX_CLICKS_OF_NETWORK } from '../../../src/storage/facts/clicks.ts';
import type { Click } from '../../../src/storage/schema/tables.ts';
import { createGroupNames } from '../../../src/storage/facts/names.ts';
import { found, matchOf, outcome } from '../../support/matchAnswers.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

const MINUTE_MS = 60 * 1000;

/** More than a match looks at. */
const FLOOD = 2 * MAX_CLICKS_OF_NETWORK;

onOneDatabase('a flood of clicks', (opened) => {
  async function flood(shop: Shop, size: number, change: (index: number) => Partial<Click>) {
    const facts = describeBrowser({
      address: '203.0.113.99',
      userAgent: iphone.browser.userAgent,
      language: 'de-DE',
      screenWidth: 393,
      screenHeight: 852,
      scale: 3,
      timezone: 'Europe/Berlin',
    });
    const rows = Array.from({ length: size }, (_, index) => ({
      ...facts,
      id: randomUUID(),
      appId: shop.app.id,
      code: shop.codes.sneaker,
      query: null,
      createdAt: new Date(shop.clock.now - index),
      ...change(index),
    }));
    for (let start = 0; start < size; start += 500) {
      await addClicks(opened.database.queries, createGroupNames(Date.now), rows.slice(start, start + 500));
    }
  }

  test('from elsewhere changes no match', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += 10 * MINUTE_MS;
    await flood(shop, FLOOD, () => ({}));
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), found(shop.destinations.summer));
  });

  test('from elsewhere, each of another kind of phone, changes no match', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += 10 * MINUTE_MS;
    await flood(shop, FLOOD, (index) => ({ language: `x${index}`, userAgent: `Agent/${index}`, device: 'other' }));
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), found(shop.destinations.summer));
  });

  for (const size of [10, FLOOD]) {
    test(`from the same network, ${size} that look alike, gives nobody a link`, async () => {
      const shop = await openShop(opened.database);
      await shop.click(shop.codes.summer, iphone);
      shop.clock.now += MINUTE_MS;
      await flood(shop, size, () => ({ network: iphone.address }));
      assert.equal((await shop.matchPhone(iphone)).status, 404);
    });
  }

  test('from the same network, of other phones, makes the right click less sure', async () => {
    const confidences: number[] = [];
    for (const size of [0, 20, 300]) {
      const shop = await openShop(opened.database, { minConfidence: 0 });
      await flood(shop, size, (index) => ({ network: iphone.address, language: `x${index}`, timezone: 'Asia/Tokyo' }));
      await shop.click(shop.codes.summer, iphone);
      shop.clock.now += MINUTE_MS;
      const match = await shop.matchPhone(iphone);
      assert.deepEqual(outcome(match), found(shop.destinations.summer));
      confidences.push(matchOf(match).confidence);
    }
    const [alone = 0, some = 0, many = 0] = confidences;
    assert.ok(alone > some && some > many, confidences.join());
  });
});
