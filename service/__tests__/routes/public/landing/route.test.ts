import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLink } from '../../../../src/operations/createLink.ts';
import { wordsOf } from '../../../../src/routes/public/landing/languages/wordsOf.ts';
import { landingPage, type Landing } from '../../../../src/routes/public/landing/page.ts';
import { pageHeaders } from '../../../../src/routes/public/landing/pageHeaders.ts';
import { qrCode } from '../../../../src/routes/public/landing/qrCode.ts';
import { storeLink } from '../../../../src/routes/public/landing/storeLink.ts';
import { createMetrics } from '../../../../src/server/createMetrics.ts';
import { EMPTY_LINK } from '../../../../src/storage/links.ts';
import { DEVICE_REPORTS } from '../../../../src/storage/tables.ts';
import { BARE_FACEBOOK, IN_APP_AGENTS } from '../../../support/inAppAgents.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../../support/phones.ts';

const desktop: Phone = {
  ...iphone,
  browser: { ...iphone.browser, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125' },
};

const mac: Phone = {
  ...iphone,
  browser: {
    ...iphone.browser,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  },
};

interface Carried {
  after?: number;
  address?: string;
  agent?: string;
  code?: 'sneaker' | 'summer';
  id?: string;
}

const ATTACK = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

const listing = { androidPackage: 'test.shop', appStoreId: '42', appStoreProviderId: null, storeUrl: null };

const link = {
  ...{ code: 'summer', destination: '/promo?utm_source=mail&ref=1&utm_campaign=a%20b' },
  ...{ campaign: 'a b', source: 'mail', medium: 'social & paid' },
};
const visit = { link, query: 'utm_source=chat' };

const brand = { id: 'shop', name: 'Shop', icon: null, accent: null, background: null };

const landing: Landing = {
  brand,
  words: wordsOf('en', {}, 'Shop'),
  notice: null,
  link: { ...EMPTY_LINK, title: 'Sale' },
  destination: 'https://shop.test/',
  platform: 'ios',
  isMac: false,
  iosButton: 'copy',
  hasFallback: { ios: false, android: false },
  desktopUrl: null,
  openUrl: null,
  intents: null,
  leaving: { isStuck: false, wayOut: null, marks: {} },
  tapUrl: null,
  pageUrl: 'https://go.test/a',
  scannedUrl: 'https://go.test/a',
  stores: { ios: 'https://ios.test', android: 'https://android.test' },
  copiedLink: 'https://go.test/a',
  reportUrl: '/api/clicks/1/device',
  reportTime: 'afterTap',
  isPreview: false,
};

test('the Play store gets the click id as referrer', () => {
  assert.equal(
    storeLink(listing, 'android', 'abc', null),
    'https://play.google.com/store/apps/details?id=test.shop&referrer=clickId%3Dabc'
  );
});

test('the Play store gets the campaign beside the click id, for Google Analytics', () => {
  const referrer = (clickId: string | null) =>
    new URL(storeLink(listing, 'android', clickId, visit) ?? '').searchParams.get('referrer');
  const utm = 'utm_source=chat&utm_campaign=a%20b&utm_medium=social%20%26%20paid';
  assert.equal(referrer('abc'), `clickId=abc&${utm}`);
  assert.equal(referrer(null), utm);
});

test('the App Store, which knows no referrer, gets the link as campaign', () => {
  assert.equal(storeLink(listing, 'ios', 'abc', null), 'https://apps.apple.com/app/id42');
  assert.equal(storeLink(listing, 'ios', 'abc', visit), 'https://apps.apple.com/app/id42?ct=summer');
  assert.equal(
    storeLink({ ...listing, appStoreProviderId: '123' }, 'ios', 'abc', {
      ...visit,
      link: { ...link, code: '/product/42' },
    }),
    'https://apps.apple.com/app/id42?ct=product%2F42&pt=123&mt=8'
  );
});

test('a campaign’s name is as long as App Store Connect takes it', () => {
  const long = storeLink(listing, 'ios', null, { ...visit, link: { ...link, code: 'x'.repeat(31) } });
  assert.equal(long, `https://apps.apple.com/app/id42?ct=${'x'.repeat(30)}`);
});

test('another store takes the place of both', () => {
  const own = { ...listing, storeUrl: '/store?lab=1' };
  assert.equal(
    storeLink(own, 'android', 'abc', null),
    '/store?lab=1&platform=android&id=test.shop&referrer=clickId%3Dabc'
  );
  assert.equal(storeLink({ ...own, storeUrl: '/store' }, 'ios', 'abc', null), '/store?platform=ios&id=42');
});

for (const platform of ['ios', 'android', null] as const) {
  test(`nothing on the page for ${platform} can break out of its place`, async () => {
    const page = String(
      await landingPage({
        brand: { ...brand, name: ATTACK },
        words: wordsOf('en', { en: { headline: ATTACK, text: ATTACK, getButton: ATTACK, openButton: ATTACK } }, ATTACK),
        notice: null,
        link: { ...EMPTY_LINK, title: ATTACK, description: ATTACK, imageUrl: ATTACK },
        destination: `https://shop.test/${ATTACK}`,
        platform,
        isMac: true,
        iosButton: 'copy',
        hasFallback: { ios: true, android: true },
        desktopUrl: ATTACK,
        openUrl: ATTACK,
        intents: { store: ATTACK, open: ATTACK, areFollowed: platform === 'ios' },
        leaving: { isStuck: true, wayOut: ATTACK, marks: { [ATTACK]: ATTACK } },
        tapUrl: ATTACK,
        pageUrl: ATTACK,
        scannedUrl: ATTACK,
        stores: { ios: ATTACK, android: ATTACK },
        copiedLink: ATTACK,
        reportUrl: ATTACK,
        reportTime: 'always',
        isPreview: false,
      })
    );
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.ok(!page.includes('<img'));
    assert.ok(!page.includes(`'alert(2)`));
  });
}

test('a destination that is no web link is never a link on the page', async () => {
  for (const destination of ['javascript://x', 'myapp://cart', '/cart']) {
    const page = String(await landingPage({ ...landing, platform: null, destination }));
    assert.ok(!page.includes(`href="${destination}"`));
  }
  assert.ok(String(await landingPage({ ...landing, platform: null })).includes('href="https://shop.test/"'));
});

for (const platform of ['ios', 'android'] as const) {
  test(`a phone in whose store the app is not (${platform}) is led to the web page instead of nowhere`, async () => {
    const stores = { ...landing.stores, [platform]: null };
    const page = String(await landingPage({ ...landing, platform, stores }));
    assert.match(page, /<a class="button primary" href="https:\/\/shop\.test\/">Continue in the browser<\/a>/);
    assert.match(page, /Shop is not in this phone’s store\./);
    assert.doesNotMatch(page, /Get Shop|straight there/);
    assert.doesNotMatch(
      String(await landingPage({ ...landing, platform })),
      /Continue in the browser|not in the store/
    );
    const inApp = String(await landingPage({ ...landing, platform, stores, destination: '/cart' }));
    assert.doesNotMatch(inApp, /Continue in the browser/);
  });
}

test('names and texts of others run in the direction of their own script', async () => {
  const name = 'متجر';
  const texts = { title: 'تخفيضات!', description: 'حتى الغد.' };
  const link = { ...EMPTY_LINK, ...texts };
  const page = String(await landingPage({ ...landing, link, brand: { ...brand, name } }));
  for (const text of [name, ...Object.values(texts)]) assert.match(page, new RegExp(`<\\w+[^>]* dir="auto">${text}</`));
});

test('only the page for iOS offers to copy', async () => {
  const offers = async (platform: Landing['platform']) =>
    String(await landingPage({ ...landing, platform })).includes('data-action="copy"');
  assert.deepEqual(await Promise.all([offers('ios'), offers('android'), offers(null)]), [true, false, false]);
});

test('an iPhone’s page has one button, and what it does is a setting', async () => {
  const open = { openUrl: 'shop://sale' };
  const copying = String(await landingPage({ ...landing, ...open }));
  const going = String(await landingPage({ ...landing, ...open, iosButton: 'go' }));
  for (const page of [copying, going]) {
    const visible = page.replace(/<div id="leave" hidden>[^]*?<\/div>/, '');
    assert.equal(visible.match(/class="button/g)?.length, 1);
    assert.match(page, /class="button primary"[^>]*>Get Shop<\/a>/);
    assert.match(page, /<a\s+data-action="open"[^>]*>Open Shop<\/a>/);
  }
  assert.match(copying, /data-action="copy"[^>]*aria-describedby="copying"[^]*id="copying">Also copies this link/);
  assert.match(copying, /<a\s+data-action="store"[^>]*>Continue without copying<\/a>/);
  assert.doesNotMatch(going, /data-action="copy"|copies|without copying/);
});

test('the link’s image has a place of its own, and an alternative text', async () => {
  const imageUrl = 'https://cdn.test/a.png?x=1&y=2';
  const page = String(await landingPage({ ...landing, link: { ...EMPTY_LINK, title: 'A "lamp"', imageUrl } }));
  assert.ok(
    page.includes(
      '<img class="picture" src="https://cdn.test/a.png?x=1&amp;y=2" alt="A &quot;lamp&quot;" width="1200" height="630" />'
    )
  );
  assert.doesNotMatch(String(await landingPage(landing)), /class="picture"/);
});

test('the policy allows the link’s image alone, whatever its address', async () => {
  const directives = (policy: string) => policy.split(';').map((each) => each.trim().split(' '));
  const plain = directives((await pageHeaders())['Content-Security-Policy']);
  await fc.assert(
    fc.asyncProperty(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary' }), async (url, tail) => {
      const imageUrl = `${url}${tail}`;
      const policy = (await pageHeaders({ imageUrl }))['Content-Security-Policy'];
      assert.match(policy, /^[\x20-\x7e]*$/);
      assert.ok(!policy.includes(','));
      const [images, ...others] = directives(policy);
      assert.deepEqual(others, plain.slice(1));
      assert.deepEqual(images?.slice(0, 3), ['img-src', "'self'", 'data:']);
      assert.ok((images?.length ?? 0) <= 4);
      if (images?.[3]) assert.equal(new URL(images[3]).origin, new URL(imageUrl).origin);
    })
  );
  const { 'Content-Security-Policy': policy } = await pageHeaders({ imageUrl: 'https://cdn.test/a,b;c.png?x=1' });
  assert.match(policy, /^img-src 'self' data: https:\/\/cdn\.test\/a%2Cb%3Bc\.png; /);
});

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
    assert.match(page, /führt nirgendwohin/);
    assert.doesNotMatch(page, /First|Second|App Store|class="button/);
  });

  test('a view records who clicked, and the page reports the rest', async () => {
    const shop = await openShop(opened.database);
    const id = await shop.click(shop.codes.summer, iphone);
    const response = await shop.callAsOwner('/api/clicks');
    assert.deepEqual(await response.json(), {
      clicks: [
        {
          id,
          code: shop.codes.summer,
          query: null,
          campaign: null,
          source: null,
          medium: null,
          country: null,
          route: null,
          address: iphone.address,
          device: 'iphone',
          model: null,
          systemVersion: '17.5',
          browser: 'Safari',
          userAgent: iphone.browser.userAgent,
          language: 'de-DE',
          screenWidth: 393,
          screenHeight: 852,
          scale: 3,
          timezone: 'Europe/Berlin',
          createdAt: '2026-01-01T12:00:00.000Z',
          storeTappedAt: null,
          claimedAt: null,
          claimedBy: null,
        },
      ],
      nextCursor: null,
    });
  });

  test('a claimed click shows when and how', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += 1_000;
    await shop.matchPhone(iphone);
    const response = await shop.callAsOwner('/api/clicks');
    const { clicks } = (await response.json()) as {
      clicks: { claimedAt: string; claimedBy: string }[];
    };
    assert.equal(clicks[0]?.claimedAt, '2026-01-01T12:00:01.000Z');
    assert.equal(clicks[0]?.claimedBy, 'fingerprint');
  });

  test('a second report changes nothing, and an unknown click has none', async () => {
    const shop = await openShop(opened.database);
    const id = await shop.click(shop.codes.summer, iphone);
    const forged = await shop.call(`/api/clicks/${id}/device?app=${shop.app.id}`, { body: { screenWidth: 1 } });
    assert.equal(forged.status, 404);
    assert.equal((await shop.call(`/api/clicks/none/device?app=${shop.app.id}`, { body: {} })).status, 404);
    assert.equal((await shop.call(`/api/clicks/%00/device?app=${shop.app.id}`, { body: {} })).status, 400);
    assert.equal((await shop.matchPhone(iphone)).status, 200);
  });

  test('a host that simulates phones overrules the request, and the report fills the rest', async () => {
    const shop = await openShop(opened.database, {
      visitorFacts: (request) =>
        new URL(request.url).searchParams.has('phone')
          ? { userAgent: iphone.browser.userAgent, screenWidth: 393, screenHeight: 852 }
          : {},
    });
    const response = await shop.view(shop.codes.summer, desktop, `/${shop.codes.summer}?phone=1`);
    const page = await response.text();
    assert.ok(page.includes('data-action="copy"'));
    const reportUrl = /data-report-url="([^"]+)"/.exec(page)?.[1] ?? '';
    await shop.call(reportUrl, {
      body: { screenWidth: 1920, screenHeight: 1080, scale: 1, timezone: 'Europe/Berlin' },
    });
    const list = await (await shop.callAsOwner('/api/clicks')).json();
    const { clicks } = list as { clicks: Record<string, unknown>[] };
    assert.equal(clicks[0]?.screenWidth, 393);
    assert.equal(clicks[0]?.timezone, 'Europe/Berlin');
    assert.equal(clicks[0]?.userAgent, iphone.browser.userAgent);
  });

  for (const deviceReport of DEVICE_REPORTS) {
    test(`the page of an app with the device report "${deviceReport}" says so to its script`, async () => {
      const shop = await openShop(opened.database, {}, { deviceReport });
      const page = await (await shop.view(shop.codes.summer, iphone)).text();
      assert.ok(page.includes(`data-report-time="${deviceReport}"`));
      assert.equal(page.includes('/device?app='), deviceReport !== 'never');
    });
  }

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
      assert.match(page, /führt nirgendwohin/);
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

  for (const [who, change, isSame] of [
    ['the same phone', {}, true],
    ['after ten minutes', { after: 10 * 60_000 + 1 }, false],
    ['from another network', { address: '198.51.100.77' }, false],
    ['on another kind of device', { agent: pixel.browser.userAgent }, false],
    ['for another link', { code: 'sneaker' }, false],
    ['with an id that nobody has', { id: crypto.randomUUID() }, false],
  ] as const) {
    test(`an address that carries its click is ${isSame ? 'no second' : 'another'} click: ${who}`, async () => {
      const shop = await openShop(opened.database);
      const { after = 0, address, agent, code = 'summer', id: other }: Carried = change;
      const inApp = { ...iphone, browser: { ...iphone.browser, userAgent: IN_APP_AGENTS.Facebook?.ios ?? '' } };
      const id = await shop.click(shop.codes.summer, inApp);
      shop.clock.now += after;
      const safari = {
        ...iphone,
        address: address ?? iphone.address,
        browser: { ...iphone.browser, userAgent: agent ?? iphone.browser.userAgent },
      };
      const path = `/${shop.codes[code]}?clickId=${other ?? id}&openExternalBrowser=1&ref=1`;
      const page = await (await shop.view('', safari, path)).text();
      const named = new RegExp(`data-copied-link="[^"]+clickId=([^"&]+)"`).exec(page)?.[1];
      assert.equal(named === id, isSame);
      assert.ok(!page.includes('openExternalBrowser'));
      const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: { query: string }[] };
      const queries = clicks.map(({ query }) => query).sort();
      assert.deepEqual(queries, isSame ? [null] : [null, 'ref=1']);
    });
  }

  test('a claimed click is not carried on, and a page whose device is known reports it no more', async () => {
    const shop = await openShop(opened.database);
    const id = await shop.click(shop.codes.summer, iphone);
    const view = async () => (await shop.view('', iphone, `/${shop.codes.summer}?clickId=${id}`)).text();
    assert.match(await view(), /data-report-url=""/);
    assert.equal((await shop.matchPhone(iphone)).status, 200);
    assert.doesNotMatch(await view(), new RegExp(id));
  });

  test('a tap on a store button is counted once for each click of the app, and tells strangers nothing', async () => {
    const shop = await openShop(opened.database);
    const id = await shop.click(shop.codes.summer, iphone);
    const tap = (click: string, app: string) =>
      shop.call(`/api/clicks/${click}/store-tap?app=${app}`, { method: 'POST' });
    const tappedAt = async () => {
      const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as {
        clicks: { storeTappedAt: string }[];
      };
      return clicks.map(({ storeTappedAt }) => storeTappedAt);
    };
    assert.equal((await tap(id, 'another')).status, 204);
    assert.equal((await tap('none', shop.app.id)).status, 204);
    assert.deepEqual(await tappedAt(), [null]);
    shop.clock.now += 5_000;
    assert.equal((await tap(id, shop.app.id)).status, 204);
    shop.clock.now += 5_000;
    assert.equal((await tap(id, shop.app.id)).status, 204);
    assert.deepEqual(await tappedAt(), ['2026-01-01T12:00:05.000Z']);
    assert.equal((await shop.call(`/api/clicks/${id}/store-tap`, { method: 'POST' })).status, 400);
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

  test('a desktop goes to the link’s own fallback, with the query; a Mac may be an iPad, and gets the page', async () => {
    const shop = await openShop(opened.database);
    const desktopFallback = 'https://shop.test/web';
    const link = { code: 'web', destination: '/web', desktopFallback, createdAt: new Date() };
    await createLink(opened.database.queries, shop.app, link);
    const response = await shop.view('', desktop, '/web?utm=a');
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), 'https://shop.test/web?utm=a');
    const page = await (await shop.view('web', mac)).text();
    assert.match(page, /data-for="ipad" hidden/);
    assert.match(page, /data-action="copy"/);
    const onMac = await (await shop.view('', mac, '/web?utm=a')).text();
    assert.match(onMac, /href="https:\/\/shop\.test\/web\?utm=a"/);
    assert.match(onMac, /data-desktop-url="https:\/\/shop\.test\/web\?utm=a"/);
  });

  test('a button that leads to a fallback doesn’t promise a store', async () => {
    const shop = await openShop(opened.database);
    const fallbacks = { iosFallback: 'https://beta.test/', androidFallback: 'https://apk.test/' };
    await createLink(opened.database.queries, shop.app, {
      code: 'beta',
      destination: '/b',
      ...fallbacks,
      createdAt: new Date(),
    });
    const onIos = await (await shop.view('beta', iphone)).text();
    assert.match(onIos, /data-action="copy" href="https:\/\/beta\.test\/" aria-describedby="copying">Weiter</);
    assert.match(onIos, /data-copied="Link kopiert\."/);
    assert.doesNotMatch(onIos, /zum Store|App Store|holen/);
    const onAndroid = await (await shop.view('beta', pixel)).text();
    assert.doesNotMatch(onAndroid, /Google Play/);
  });

  test('a link that has ended sends people to where its owner wants them afterwards', async () => {
    const shop = await openShop(opened.database);
    const code = `over-${shop.app.id}`;
    const expiresAt = new Date(shop.clock.now + 1_000).toISOString();
    const body = { code, destination: '/sale', expiresAt, afterwards: 'https://shop.test/next' };
    assert.equal((await shop.callAsOwner('/api/links', { body })).status, 201);
    assert.equal((await shop.view(code, iphone)).status, 200);
    shop.clock.now += 1_000;
    const response = await shop.view(code, iphone);
    assert.deepEqual([response.status, response.headers.get('location')], [302, 'https://shop.test/next']);
    await shop.callAsOwner(`/api/links/${code}`, { method: 'PATCH', body: { afterwards: null } });
    assert.equal((await shop.view(code, iphone)).status, 410);
  });

  test('fallbacks take the place of the stores, and a store that the app is not in is not offered', async () => {
    const shop = await openShop(opened.database, {}, { appStoreId: null });
    const link = { code: 'f', destination: '/f', androidFallback: 'https://apk.test/', createdAt: new Date() };
    await createLink(opened.database.queries, shop.app, link);
    assert.ok((await (await shop.view('f', pixel)).text()).includes('href="https://apk.test/"'));
    assert.match(await (await shop.view('', pixel, '/f?utm=a')).text(), /href="https:\/\/apk\.test\/\?utm=a"/);
    assert.ok(!(await (await shop.view('f', iphone)).text()).includes('data-action="copy"'));
  });

  for (const [who, headers] of [
    ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a chat', { 'user-agent': 'WhatsApp/2.23.20.0' }],
    ['a preview', { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' }],
    ['another chat', { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
    ['an app that loads ahead', { 'x-purpose': 'preview' }],
    ['Firefox that prefetches', { 'x-moz': 'prefetch' }],
  ] as const) {
    test(`${who} gets the page and leaves no click`, async () => {
      const shop = await openShop(opened.database);
      const agent = { 'user-agent': iphone.browser.userAgent };
      const response = await shop.call(`/${shop.codes.summer}`, { headers: { ...agent, ...headers } });
      assert.equal(response.status, 200);
      assert.match(await response.text(), /og:title.*data-report-url=""/s);
      assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
    });
  }

  for (const [who, headers] of [
    ['a browser that prefetches', { 'sec-purpose': 'prefetch' }],
    ['a browser that prerenders', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older browser that prefetches', { purpose: 'prefetch' }],
  ] as const) {
    test(`${who} gets no page that it could show without a click, and no error is counted`, async () => {
      const observed: number[] = [];
      const metrics = { ...createMetrics(), observe: ({ status }: { status: number }) => void observed.push(status) };
      const shop = await openShop(opened.database, { metrics });
      const response = await shop.call(`/${shop.codes.summer}`, {
        headers: { 'user-agent': pixel.browser.userAgent, ...headers },
      });
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(await response.text(), '');
      assert.deepEqual(observed, []);
      assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
    });
  }

  test('Facebook’s bare agent is an Android phone and a person; a shorter one is a preview', async () => {
    const shop = await openShop(opened.database);
    const desktopFallback = 'https://shop.test/web';
    const link = { code: 'web', destination: '/web', desktopFallback, createdAt: new Date() };
    await createLink(opened.database.queries, shop.app, link);
    const ask = (agent: string) => shop.call('/web', { headers: { 'user-agent': agent } });
    const page = await (await ask(BARE_FACEBOOK)).text();
    assert.match(page, /Google Play/);
    assert.equal((await ask('[FBAN/FB4A;FBAV/540.0.0.28.70;]')).status, 200);
    const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: Record<string, unknown>[] };
    assert.deepEqual(
      clicks.map(({ device, model, systemVersion, browser, storeTappedAt }) => [
        device,
        model,
        systemVersion,
        browser,
        storeTappedAt,
      ]),
      [['android', 'SM-S921B', '16', 'Facebook', null]]
    );
  });

  test('asking for the head alone is no click', async () => {
    const shop = await openShop(opened.database);
    const response = await shop.call(`/${shop.codes.summer}`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
  });
});
