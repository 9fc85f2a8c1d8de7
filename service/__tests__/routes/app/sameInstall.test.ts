import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/routes/createService.ts';
import { addInstall, findInstalls } from '../../../src/storage/facts/installs.ts';
import { createGroupNames } from '../../../src/storage/facts/names.ts';
import { count, found, outcome, patiently } from '../../support/matchAnswers.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone, pixel } from '../../support/phones.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/values/durations.ts';

onOneDatabase('the same install', (opened) => {
  test('keeps its first answer if two requests copy different links at the same moment', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const { summer, sneaker } = shop.codes;
    const answer = {
      query: null,
      matchedBy: 'clipboard',
      confidence: 1,
      matchedAt: new Date(shop.clock.now),
    } as const;
    const install = { ...answer, network: null, appId: shop.app.id, id: 'torn' };
    assert.equal(await addInstall(queries, createGroupNames(Date.now), { ...install, code: summer }), true);
    assert.equal(await addInstall(queries, createGroupNames(Date.now), { ...install, code: sneaker }), false);
    const [kept] = await findInstalls(queries, [{ appId: shop.app.id, id: 'torn' }]);
    assert.equal(kept?.link.destination, shop.destinations.summer);
  });

  const signs: [string, (shop: Shop, clickId: string) => object][] = [
    ['click id', (_shop, clickId) => ({ clickId })],
    [
      'copied link',
      (shop, clickId) => ({
        ...iphone.fingerprint,
        pastedLink: `${shop.origin}/${shop.codes.summer}?clickId=${clickId}`,
      }),
    ],
    ['fingerprint', () => iphone.fingerprint],
  ];
  for (const [sign, signed] of signs) {
    test(`asks again and gets the same answer, and nobody else does (${sign})`, async () => {
      const shop = await openShop(opened.database);
      const clickId = await shop.click(shop.codes.summer, iphone);
      const body = signed(shop, clickId);
      const first = await shop.match(body, iphone.address, 'install-1');
      assert.deepEqual(outcome(first), found(shop.destinations.summer));
      // By then the clipboard is another, the network is another, and so is the instance.
      const other = createService({ database: opened.database, clock: () => shop.clock.now });
      shop.clock.now += DAY_MS;
      const again = await shop.match({ ...body, pastedLink: null }, '198.51.100.77', 'install-1');
      assert.deepEqual(again, first);
      const elsewhere = await other.request(`${shop.origin}/api/link/match-link`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shop.app.publishableKey}`,
          'x-app-id': shop.app.id,
          'x-install-id': 'install-1',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      assert.deepEqual(await elsewhere.json(), first.body);

      shop.clock.now -= DAY_MS;
      assert.deepEqual(outcome(await shop.match(body, iphone.address, 'install-2')), [404, 'no_match']);
      assert.equal((await shop.match(body, iphone.address)).status, 404);
    });
  }

  test('that pasted a link copied by hand gets it again without', async () => {
    const shop = await openShop(opened.database);
    const pastedLink = `${shop.origin}/${shop.codes.summer}`;
    const first = await shop.matchPhone(iphone, { pastedLink }, 'install-1');
    assert.deepEqual(outcome(first), found(shop.destinations.summer));
    assert.deepEqual(await shop.matchPhone(iphone, {}, 'install-1'), first);
    assert.equal((await shop.matchPhone(iphone, {}, 'install-2')).status, 404);
  });

  test('that is installed anew and clicked anew gets its new link', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += MINUTE_MS;
    assert.equal((await shop.matchPhone(iphone, {}, 'install-1')).status, 200);
    shop.clock.now += MINUTE_MS;
    await shop.click(shop.codes.sneaker, iphone);
    assert.deepEqual(outcome(await shop.matchPhone(iphone, {}, 'install-2')), found(shop.destinations.sneaker));
  });

  test('asks a hundred times at once: one click, one answer', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += HOUR_MS;
    // A second click that would do as well, of somebody else.
    const neighbour = { ...iphone, browser: { ...iphone.browser, userAgent: `${iphone.browser.userAgent} Other/1` } };
    const second = await shop.click(shop.codes.summer, neighbour);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => patiently(() => shop.matchPhone(iphone, {}, 'install-1')))
    );
    assert.equal(count(answers, 200), 100);
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
    const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as {
      clicks: { claimedAt: string | null }[];
    };
    assert.equal(clicks.filter(({ claimedAt }) => claimedAt !== null).length, 1);
    assert.ok(second);
  });

  test('brings a click id after it was matched by its fingerprint, and keeps its answer', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    const first = await shop.matchPhone(iphone, {}, 'install-1');
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    assert.deepEqual(await shop.match({ clickId }, iphone.address, 'install-1'), first);
    assert.deepEqual(
      outcome(await shop.match({ clickId }, pixel.address, 'install-2')),
      found(shop.destinations.sneaker)
    );
  });

  test('of another app is another install', async () => {
    const [shop, other] = [await openShop(opened.database), await openShop(opened.database)];
    await shop.click(shop.codes.summer, iphone);
    assert.equal((await shop.matchPhone(iphone, {}, 'install-1')).status, 200);
    assert.equal((await other.matchPhone(iphone, {}, 'install-1')).status, 404);
  });

  test('that is forgotten leaves no answer, no attempt and no click', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await shop.matchPhone(iphone, {}, 'install-1');
    await shop.forget('/api/installs/install-1');
    assert.equal((await shop.matchPhone(iphone, {}, 'install-1')).status, 404);
    assert.equal((await shop.match({ clickId })).status, 404);
  });

  test('whose link was disabled gets nothing any more', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'PATCH', body: { disabled: true } });
    assert.deepEqual(outcome(await shop.matchPhone(iphone, {}, 'install-1')), [404, 'no_match']);
  });

  test('whose link was deleted gets nothing, even if a new link has that code', async () => {
    const shop = await openShop(opened.database);
    const code = shop.codes.summer;
    const clickId = await shop.click(code, iphone);
    const ask = () => shop.match({ clickId }, undefined, 'phone');
    assert.deepEqual(outcome(await ask()), found(shop.destinations.summer));
    await shop.callAsOwner(`/api/links/${code}`, { method: 'DELETE' });
    shop.clock.now += HOUR_MS;
    await shop.callAsOwner('/api/links', { body: { code, destination: '/somebody-else' } });
    assert.deepEqual(outcome(await ask()), [404, 'no_match']);
  });

  test('an id that is too long is refused', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await shop.matchPhone(iphone, {}, 'x'.repeat(129))).status, 400);
  });
});
