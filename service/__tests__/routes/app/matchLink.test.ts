import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../src/storage/base/Database.ts';
import { clicksTable, matchAttemptsTable } from '../../../src/storage/schema/tables.ts';
import type { Change } from '../../../src/values/Change.ts';
import { found, matchOf, outcome, patiently } from '../../support/matchAnswers.ts';
import { onEachDatabase, onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';
import { iphone, pixel } from '../../support/phones.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/values/durations.ts';

const CONCURRENT = 200;

/** A database whose connection can be lost, as all instances notice it. */
function losable(database: Database) {
  const listeners: ((change: Change) => void)[] = [];
  let isListening = true;
  const tellLoss = () => {
    isListening = false;
    for (const listener of listeners) listener({ kind: 'everything' });
    isListening = true;
  };
  const onChange = (listener: (change: Change) => void) => void listeners.push(listener);
  return { tellLoss, database: { ...database, onChange, isListening: () => isListening } };
}

onOneDatabase('matching', (opened) => {
  test('after an outage nobody is told that there is no link while another instance may still store its clicks', async () => {
    const { database, tellLoss } = losable(opened.database);
    const shop = await openShop(database);
    assert.equal((await shop.match({ clickId: 'unknown' })).status, 404);
    tellLoss();
    assert.equal((await shop.match({ clickId: 'unknown' })).status, 503);
    assert.equal((await shop.matchPhone(pixel)).status, 503);
    const clickId = await shop.click(shop.codes.summer, pixel);
    assert.equal((await shop.match({ clickId })).status, 200);
    shop.clock.now += 5_000;
    assert.equal((await shop.match({ clickId: 'unknown' })).status, 404);
  });

  test('a network matches ten links a day that were copied without a click; who has an answer keeps it', async () => {
    const shop = await openShop(opened.database);
    const paste = (number: number, address = '192.0.2.1') =>
      shop.match({ pastedLink: `https://${shop.host}/${shop.codes.summer}` }, address, `install-${number}`);
    const statuses = [];
    for (let number = 0; number < 12; number += 1) statuses.push((await paste(number)).status);
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 404, 404]);
    assert.equal((await paste(0)).status, 200);
    assert.equal((await paste(20, '198.51.100.1')).status, 200);
    const clickId = await shop.click(shop.codes.summer, pixel);
    const copied = { pastedLink: `https://${shop.host}/${shop.codes.summer}?clickId=${clickId}` };
    assert.equal((await shop.match(copied, '192.0.2.1', 'install-30')).status, 200);
    shop.clock.now += 24 * 60 * 60 * 1000;
    assert.equal((await paste(10)).status, 200);
  });
});

onEachDatabase('matching', (opened) => {
  test('a click id finds its link, exactly once', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    assert.deepEqual(outcome(await shop.match({ clickId })), found(shop.destinations.sneaker));
    assert.deepEqual(outcome(await shop.match({ clickId })), [404, 'no_match']);
  });

  test('a click id may have as many characters as the library sends, and no more', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await shop.match({ clickId: 'x'.repeat(512) })).status, 404);
    assert.equal((await shop.match({ clickId: 'x'.repeat(513) })).status, 400);
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
    const matches = await Promise.all(
      Array.from({ length: CONCURRENT }, () => patiently(() => shop.match({ clickId })))
    );
    assert.equal(matches.filter(({ status }) => status === 200).length, 1);
    assert.equal(matches.filter(({ status }) => status === 404).length, CONCURRENT - 1);
  });

  test('of 200 concurrent requests of one fingerprint exactly one gets the link', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.sneaker, iphone);
    const matches = await Promise.all(
      Array.from({ length: CONCURRENT }, () => patiently(() => shop.matchPhone(iphone)))
    );
    assert.equal(matches.filter(({ status }) => status === 200).length, 1);
    assert.equal(matches.filter(({ status }) => status === 404).length, CONCURRENT - 1);
  });

  test('of concurrent requests by click id, clipboard and fingerprint exactly one gets the link', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.sneaker, iphone);
    const pastedLink = `${shop.origin}/${shop.codes.sneaker}?clickId=${clickId}`;
    const matches = await Promise.all(
      Array.from({ length: 20 }, () => [
        patiently(() => shop.match({ clickId })),
        patiently(() => shop.match({ pastedLink })),
        patiently(() => shop.matchPhone(iphone)),
      ]).flat()
    );
    assert.equal(matches.filter(({ status }) => status === 200).length, 1);
  });

  for (const [name, phone] of [
    ['an iPhone', iphone],
    ['an Android phone whose browser hides the model', pixel],
  ] as const) {
    test(`the fingerprint of ${name} finds its click, once`, async () => {
      const shop = await openShop(opened.database);
      await shop.click(shop.codes.summer, phone);
      assert.deepEqual(outcome(await shop.matchPhone(phone)), found(shop.destinations.summer));
      assert.deepEqual(outcome(await shop.matchPhone(phone)), [404, 'no_match']);
    });
  }

  test('each phone gets its own link', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    await shop.click(shop.codes.sneaker, { ...pixel, address: iphone.address });
    const pixelThere = { ...pixel, address: iphone.address };
    assert.deepEqual(outcome(await shop.matchPhone(pixelThere)), found(shop.destinations.sneaker));
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), found(shop.destinations.summer));
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

  test('clicks of two people who look alike are refused, and stay unclaimed', async () => {
    const shop = await openShop(opened.database);
    const inApp = { ...iphone, browser: { ...iphone.browser, userAgent: `${iphone.browser.userAgent} Snapchat/12` } };
    const summer = await shop.click(shop.codes.summer, iphone);
    const sneaker = await shop.click(shop.codes.sneaker, inApp);
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), [404, 'ambiguous_match']);
    assert.equal((await shop.match({ clickId: summer })).status, 200);
    assert.equal((await shop.match({ clickId: sneaker })).status, 200);
  });

  test('of two clicks of one browser the last is taken, and the first is nobody’s', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += MINUTE_MS;
    await shop.click(shop.codes.sneaker, iphone);
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), found(shop.destinations.sneaker));
    assert.equal((await shop.matchPhone(iphone)).status, 404);
  });

  for (const reported of ['first', 'last']) {
    test(`of two clicks of one browser the last is taken, although only the page of the ${reported} reported`, async () => {
      const shop = await openShop(opened.database);
      await shop[reported === 'first' ? 'click' : 'open'](shop.codes.summer, iphone);
      shop.clock.now += MINUTE_MS;
      await shop[reported === 'last' ? 'click' : 'open'](shop.codes.sneaker, iphone);
      assert.deepEqual(outcome(await shop.matchPhone(iphone)), found(shop.destinations.sneaker));
      assert.equal((await shop.matchPhone(iphone)).status, 404);
    });
  }

  test('two clicks that agree until both pages report different screens are two people’s', async () => {
    const shop = await openShop(opened.database);
    const larger = { ...iphone, browser: { ...iphone.browser, screenWidth: 430, screenHeight: 932 } };
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += MINUTE_MS;
    await shop.click(shop.codes.sneaker, larger);
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), found(shop.destinations.summer));
  });

  test('client hints tell two Androids apart whose agents and screens are the same', async () => {
    const shop = await openShop(opened.database);
    const withHints = (model: string, systemVersion: string) => ({
      ...pixel,
      browser: { ...pixel.browser, model, systemVersion },
      fingerprint: { ...pixel.fingerprint, model, systemVersion },
    });
    const [one, other] = [withHints('Pixel 7', '14.0.0'), withHints('Pixel 8', '15.0.0')];
    await shop.click(shop.codes.summer, one);
    await shop.click(shop.codes.sneaker, other);
    assert.deepEqual(outcome(await shop.matchPhone(other)), found(shop.destinations.sneaker));
    assert.deepEqual(outcome(await shop.matchPhone(one)), found(shop.destinations.summer));
  });

  test('client hints count only for an Android whose agent hides them', async () => {
    const shop = await openShop(opened.database);
    const hints = { model: 'Pixel 8', systemVersion: '15.0.0' };
    const webView = { ...pixel.browser, userAgent: pixel.fingerprint.userAgent };
    const cases = [
      [{ ...pixel, browser: { ...pixel.browser, ...hints } }, ['Pixel 8', '15']],
      [pixel, [null, null]],
      [{ ...pixel, browser: { ...webView, ...hints } }, ['Pixel 7', '14']],
      [{ ...iphone, browser: { ...iphone.browser, ...hints } }, [null, '17.5']],
    ] as const;
    for (const [phone, expected] of cases) {
      const id = await shop.click(shop.codes.summer, phone);
      const [stored] = await opened.database.queries.select().from(clicksTable).where(eq(clicksTable.id, id));
      assert.deepEqual([stored?.model, stored?.systemVersion], expected);
    }
  });

  test('a phone that differs in everything but the network and the make is told so', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    const stranger = {
      systemVersion: '16.7',
      screenWidth: 430,
      screenHeight: 932,
      locale: [{ languageTag: 'fr-FR' }],
      timezone: 'Asia/Tokyo',
    };
    assert.deepEqual(outcome(await shop.matchPhone(iphone, stranger)), [404, 'low_confidence']);
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), found(shop.destinations.summer));
  });

  test('a click is found by fingerprint for a day at most', async () => {
    const shop = await openShop(opened.database, { minConfidence: 0.01 });
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += DAY_MS;
    assert.deepEqual(outcome(await shop.matchPhone(iphone)), [404, 'no_match']);
    shop.clock.now -= 1;
    assert.equal((await shop.matchPhone(iphone)).status, 200);
  });

  test('the confidence falls with the hours, and a lower one can be allowed', async () => {
    const shop = await openShop(opened.database, { minConfidence: 0.01 });
    const confidences: number[] = [];
    for (const hours of [0, 1, 6, 23]) {
      const phone = { ...iphone, address: `198.51.100.${hours}` };
      await shop.click(shop.codes.summer, phone);
      shop.clock.now += hours * HOUR_MS;
      confidences.push(matchOf(await shop.matchPhone(phone)).confidence);
    }
    assert.deepEqual([...confidences].sort().reverse(), confidences);
    assert.ok((confidences[1] ?? 0) > 0.9 && (confidences.at(-1) ?? 1) < 0.9, confidences.join());
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
    assert.deepEqual(outcome(await shop.match({ pastedLink })), found(shop.destinations.summer));
    assert.equal((await shop.match({ clickId })).status, 404);
  });

  test('a pasted link whose click is taken says nothing, and the fingerprint decides', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    const pastedLink = `${shop.origin}/${shop.codes.summer}?clickId=${clickId}`;
    await shop.match({ clickId });
    assert.deepEqual(outcome(await shop.matchPhone(iphone, { pastedLink })), [404, 'no_match']);
    await shop.click(shop.codes.sneaker, iphone);
    assert.deepEqual(outcome(await shop.matchPhone(iphone, { pastedLink })), found(shop.destinations.sneaker));
  });

  test('a pasted link without a click id is matched, on any host of the app', async () => {
    const shop = await openShop(opened.database);
    for (const host of [shop.origin, `https://${shop.app.linkHosts[0]}`]) {
      const pastedLink = `${host}/${shop.codes.summer}`;
      assert.deepEqual(outcome(await shop.match({ pastedLink })), found(shop.destinations.summer));
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

onEachDatabase('what a match tells', (opened) => {
  test('a match says how it is known and how sure it is', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    assert.deepEqual(matchOf(await shop.match({ clickId })), { by: 'clickId', confidence: 1 });

    const copied = await shop.click(shop.codes.sneaker, iphone);
    const pastedLink = `${shop.origin}/${shop.codes.sneaker}?clickId=${copied}`;
    assert.deepEqual(matchOf(await shop.matchPhone(iphone, { pastedLink })), { by: 'clipboard', confidence: 1 });

    const elsewhere = { ...iphone, address: '198.51.100.9' };
    await shop.click(shop.codes.sneaker, elsewhere);
    const { by, confidence } = matchOf(await shop.matchPhone(elsewhere));
    assert.equal(by, 'fingerprint');
    assert.ok(confidence >= 0.9 && confidence < 1);
  });

  test('a match brings the data of its link', async () => {
    const shop = await openShop(opened.database);
    const data = { invitedBy: 'ana', items: [1, 2] };
    const code = `invite-${shop.app.id}`;
    await shop.callAsOwner('/api/links', { body: { code, destination: '/invite', data } });
    await shop.click(code, iphone);
    const { body } = await shop.matchPhone(iphone);
    assert.deepEqual((body as { data: unknown }).data, data);
  });

  test('every attempt is kept with its reason, and a certain one with what the fingerprint would have said', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.sneaker, iphone);
    shop.clock.now += MINUTE_MS;
    await shop.matchPhone(iphone, { pastedLink: `${shop.origin}/${shop.codes.sneaker}?clickId=${clickId}` });
    await shop.matchPhone({ ...iphone, address: '198.51.100.10' });
    const [certain, nothing, ...more] = await opened.database.queries
      .select()
      .from(matchAttemptsTable)
      .where(eq(matchAttemptsTable.appId, shop.app.id))
      .orderBy(matchAttemptsTable.attemptedAt);
    assert.deepEqual(more, []);
    assert.equal(certain?.outcome, 'matched');
    assert.equal(certain.matchedBy, 'clipboard');
    assert.equal(certain.delayMs, MINUTE_MS);
    assert.equal(certain.comparison, 'sussss');
    assert.equal(certain.guessIsRight, true);
    assert.ok((certain.guessConfidence ?? 0) > 0.9);
    assert.equal(nothing?.outcome, 'no_match');
    assert.equal(nothing.linked, 0);
  });
});
