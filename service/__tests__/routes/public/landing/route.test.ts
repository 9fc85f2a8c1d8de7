import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createLink } from '../../../../src/operations/createLink.ts';
import { qrCode } from '../../../../src/routes/public/landing/qrCode.ts';
import { IN_APP_AGENTS } from '../../../support/inAppAgents.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { desktop, iphone, mac, pixel, type Phone } from '../../../support/phones.ts';

const ATTACK = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

onOneDatabase('landing page', (opened) => {
  test('a link’s image is the only thing from elsewhere, and a link that a user shares has none', async () => {
    const shop = await openShop(opened.database);
    const imageUrl = 'https://cdn.test/a.png';
    for (const createdBy of [null, 'install-1']) {
      const code = `${createdBy ?? 'own'}-${shop.app.id}`;
      await createLink(opened.database.queries, shop.app, {
        ...{ code, destination: '/a', imageUrl, createdBy, createdAt: new Date() },
      });
      const response = await shop.view(code, iphone);
      const isShown = createdBy === null;
      assert.equal(response.headers.get('content-security-policy')?.includes(imageUrl), isShown);
      assert.equal((await response.text()).includes(`src="${imageUrl}"`), isShown);
    }
  });

  test('a link that was disabled, deleted or mistyped leads to the app’s store, and nothing is copied or counted', async () => {
    const shop = await openShop(opened.database, {}, { accent: '#2563eb', scheme: 'shop' });
    const add = (code: string, change: object) =>
      shop.callAsOwner('/api/links', { body: { code, destination: '/a', title: 'Secret sale', ...change } });
    const [off, gone] = [`off-${shop.app.id}`, `gone-${shop.app.id}`];
    assert.equal((await add(off, { disabled: true })).status, 201);
    assert.equal((await add(gone, {})).status, 201);
    assert.ok((await shop.callAsOwner(`/api/links/${gone}`, { method: 'DELETE' })).ok);
    for (const [code, status] of [
      [off, 410],
      [gone, 404],
      ['mistyped', 404],
    ] as const) {
      const pages = await Promise.all(
        [
          iphone,
          pixel,
          desktop,
          { ...iphone, browser: { ...iphone.browser, userAgent: IN_APP_AGENTS.Facebook?.ios ?? '' } },
        ].map(async (phone) => {
          const response = await shop.view(code, phone);
          assert.equal(response.status, status);
          return (await response.text()).replace(/<script>[^]*<\/script>/, '');
        })
      );
      for (const page of pages) {
        assert.match(page, /--accent:#2563eb[^]*<b dir="auto">Test Shop<\/b>/);
        assert.doesNotMatch(page, /data-action="(copy|open)"|Secret sale|og:|\/api\/clicks|clickId/);
      }
      const [onIphone = '', onPixel = '', onDesktop = '', inFacebook = ''] = pages;
      assert.match(
        onIphone,
        /class="button primary"[^>]* href="https:\/\/apps\.apple\.com\/app\/id42"[^>]*>Test Shop holen</
      );
      assert.match(onPixel, /class="button primary"[^>]*href="intent:\/\/details\?id=test\.shop#/);
      assert.match(onDesktop, /href="https:\/\/apps\.apple\.com[^]*href="https:\/\/play\.google\.com/);
      assert.match(inFacebook, /data-way-out="x-safari-\{page\}"/);
    }
    assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
    await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { accent: '#0f766e' } });
    assert.match(await (await shop.view('mistyped', iphone)).text(), /--accent:#0f766e/);
  });

  test('a mistyped link on a host of several apps shows none of them', async () => {
    const shop = await openShop(opened.database, {}, { name: 'First' });
    await shop.callAsAdmin('/api/apps', { body: { id: `two-${shop.app.id}`, name: 'Second', hosts: [shop.host] } });
    const response = await shop.view('mistyped', iphone);
    assert.equal(response.status, 404);
    const page = await response.text();
    assert.match(page, /führt ins Leere/);
    assert.doesNotMatch(page, /First|Second|App Store|class="button/);
  });

  test('the Android page leads to the store with the click that it recorded', async () => {
    const shop = await openShop(opened.database);
    const page = await (await shop.view(shop.codes.sneaker, pixel)).text();
    const href = /data-fallback="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    const store = new URL(href ?? '');
    assert.equal(store.origin + store.pathname, 'https://play.google.com/store/apps/details');
    assert.equal(store.searchParams.get('id'), 'test.shop');
    const clickId = new URLSearchParams(store.searchParams.get('referrer') ?? '').get('clickId');
    assert.deepEqual((await shop.match({ clickId })).body, {
      link: shop.destinations.sneaker,
      match: { by: 'clickId', confidence: 1 },
    });
  });

  test('what the iOS page copies matches the click that it recorded', async () => {
    const shop = await openShop(opened.database, { storeUrl: '/store' });
    const page = await (await shop.view(shop.codes.sneaker, iphone)).text();
    assert.ok(page.includes(`href="/store?platform=ios&amp;id=42&amp;ct=${shop.codes.sneaker}"`));
    const pastedLink = /data-copied-link="([^"]+)"/.exec(page)?.[1];
    assert.ok(pastedLink?.startsWith(`${shop.origin}/${shop.codes.sneaker}?clickId=`));
    assert.deepEqual((await shop.match({ pastedLink })).body, {
      link: shop.destinations.sneaker,
      match: { by: 'clipboard', confidence: 1 },
    });
    assert.equal((await shop.match({ pastedLink })).status, 404);
  });

  test('a page that was made before has the new click in every place, for each kind of phone', async () => {
    const shop = await openShop(opened.database);
    const code = `shoe-${shop.app.id}`;
    await shop.callAsOwner('/api/links', { body: { code, destination: '/shoe', title: 'Größe 44 – 👟' } });
    const seen = new Set<string>();
    for (const phone of [iphone, pixel, mac, iphone, pixel, mac]) {
      const response = await shop.view(code, phone);
      const page = await response.text();
      const ids = new Set(page.match(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g));
      assert.equal(ids.size, 1);
      const [id = ''] = ids;
      assert.ok(!seen.has(id));
      seen.add(id);
      assert.ok(page.includes('>Größe 44 – 👟</h1>') && page.trimEnd().endsWith('</html>'));
      assert.equal(page.includes(`data-report-url="/api/clicks/${id}/device?app=${shop.app.id}"`), true);
      assert.equal(page.includes(`referrer=clickId%3D${id}`), phone !== iphone);
      assert.equal(page.includes('data-action="copy"'), phone !== pixel);
    }
    await shop.callAsOwner(`/api/links/${code}`, { method: 'PATCH', body: { title: 'Sold out' } });
    assert.match(await (await shop.view(code, iphone)).text(), />Sold out<\/h1>/);
  });

  test('the policy allows the page’s own script and style and nothing else', async () => {
    const shop = await openShop(opened.database);
    const response = await shop.view(shop.codes.summer, iphone);
    const policy = response.headers.get('content-security-policy') ?? '';
    const page = await response.text();
    for (const [directive, tag] of [
      ['script-src', 'script'],
      ['style-src', 'style'],
    ] as const) {
      const text = new RegExp(`<${tag}>([^]*)</${tag}>`).exec(page)?.[1] ?? '';
      const hash = createHash('sha256').update(text).digest('base64');
      assert.ok(policy.includes(`${directive} 'sha256-${hash}';`), directive);
    }
    assert.ok(policy.includes("default-src 'none'"));
    assert.ok(!policy.includes('unsafe'));
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.ok(!/(src|href)="https?:\/\/(?!apps\.apple\.com)/.test(page));
  });

  test('a title and an app name full of markup stay text', async () => {
    const shop = await openShop(opened.database, {}, { name: ATTACK });
    await createLink(opened.database.queries, shop.app, {
      code: 'evil',
      destination: `https://shop.test/${ATTACK}`,
      title: ATTACK,
      description: ATTACK,
      createdAt: new Date(),
    });
    for (const phone of [iphone, pixel, desktop]) {
      const page = await (await shop.view('evil', phone)).text();
      assert.equal(page.match(/<script/g)?.length, 1);
      assert.ok(!page.includes('<img'));
    }
  });

  test('an unknown code is a page of its own that doesn’t repeat it', async () => {
    const shop = await openShop(opened.database);
    for (const path of ['/unknown', '/%3Cscript%3Ealert(1)%3C%2Fscript%3E', '/a.b', '/%00', '/%E0%A4%A']) {
      const response = await shop.view('', iphone, path);
      assert.equal(response.status, 404);
      const page = await response.text();
      assert.match(page, /führt ins Leere/);
      assert.ok(!page.includes('alert'));
    }
  });

  test('the query of the short link goes on to the app, by click and by copied link', async () => {
    const shop = await openShop(opened.database);
    const view = async () => {
      const page = await (await shop.view('', iphone, `/${shop.codes.summer}?utm=a%20b&clickId=forged`)).text();
      return /data-report-url="\/api\/clicks\/([^/]+)\/device\?/.exec(page)?.[1];
    };
    const body = (await shop.match({ clickId: await view() })).body as { link: string };
    assert.equal(body.link, `${shop.destinations.summer}?utm=a%20b`);
  });

  test('a preview has title, description, image and address, each as text', async () => {
    const shop = await openShop(opened.database);
    await createLink(opened.database.queries, shop.app, {
      code: 'shown',
      destination: '/shown',
      title: 'Half "price"',
      description: 'Today & tomorrow',
      imageUrl: 'https://cdn.test/a.png?x=1&y=2',
      createdAt: new Date(),
    });
    const page = await (await shop.view('shown', iphone)).text();
    assert.ok(page.includes('<meta property="og:title" content="Half &quot;price&quot;" />'));
    assert.ok(page.includes('<meta property="og:description" content="Today &amp; tomorrow" />'));
    assert.ok(page.includes('<meta property="og:image" content="https://cdn.test/a.png?x=1&amp;y=2" />'));
    assert.ok(page.includes(`<meta property="og:url" content="${shop.origin}/shown" />`));
  });

  test('the page opens the installed app by its scheme, on the destination, where nothing better is known', async () => {
    for (const [settings, expected] of [
      [{ scheme: 'myapp' }, /^myapp:\/\/product\/42\?ref=mail$/],
      [{ scheme: null }, /^$/],
    ] as const) {
      const shop = await openShop(opened.database, {}, settings);
      const href = async (phone: Phone) =>
        /data-action="open" href="([^"]+)"/.exec(await (await shop.view(shop.codes.sneaker, phone)).text())?.[1] ?? '';
      for (const phone of [iphone, pixel]) assert.match(await href(phone), expected);
      assert.equal(await href(desktop), '');
    }
  });

  test('a desktop gets a code to scan, without a click in it', async () => {
    const shop = await openShop(opened.database);
    const page = await (await shop.view(shop.codes.sneaker, desktop)).text();
    assert.ok(page.includes(qrCode(`${shop.origin}/${shop.codes.sneaker}`, false)));
  });

  test('the code to scan takes the query along, and is left out where even the link is too long', async () => {
    const shop = await openShop(opened.database, {}, { pathLinks: 'on' });
    const codeOn = async (path: string) =>
      /<svg.*<\/svg>/s.exec(await (await shop.view('', desktop, path)).text())?.[0] ?? null;
    const path = `/${shop.codes.sneaker}`;
    const pictures = [
      await codeOn(`${path}?utm=mail&clickId=forged`),
      await codeOn(`${path}?utm=${'x'.repeat(100)}`),
      await codeOn(`/${'long/'.repeat(20)}a`),
    ];
    const codes = [qrCode(`${shop.origin}${path}?utm=mail`, false), qrCode(`${shop.origin}${path}`, false), null];
    // Their difference would take minutes to print.
    assert.deepEqual(
      codes.map((code, position) => code === pictures[position]),
      [true, true, true]
    );
  });

  test('whatever a stranger writes into the address of a page, it is answered with at most 56 kB', async () => {
    const icon = 'a'.repeat(64);
    const shop = await openShop(opened.database, {}, { pathLinks: 'on', scheme: 'shop', icon });
    for (const phone of [desktop, mac, iphone, pixel]) {
      for (const filler of ['a', '&', "'", '%F0%9F%98%80']) {
        for (const path of [
          `/${shop.codes.sneaker}?utm_source=${filler.repeat(4_000 / filler.length)}`,
          `/p${filler.repeat(Math.floor(2_000 / filler.length))}?${filler.repeat(4_000 / filler.length)}`,
        ]) {
          const response = await shop.view('', phone, path);
          assert.equal(response.status, 200);
          const { length } = await response.text();
          assert.ok(length <= 56_000, `${length} bytes for ${filler} on ${phone.browser.userAgent}`);
        }
      }
    }
  });
});
