import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCode } from './support/errorCode.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { openShop } from './support/openShop.ts';
import { iphone } from './support/phones.ts';

interface WireLink {
  code: string;
  shortUrl: string;
  destination: string;
  disabled: boolean;
}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function create(shop: Shop, body: object): Promise<WireLink> {
  const response = await shop.callAsOwner('/api/links', { body });
  assert.equal(response.status, 201);
  return (await response.json()) as WireLink;
}

async function resolve(shop: Shop, url: string) {
  const response = await shop.callAsApp('/api/link/resolve-short', { body: { url } });
  return { status: response.status, body: await response.json() };
}

onEachDatabase('links', (opened) => {
  test('a link is created with the code asked for, listed first, and works', async () => {
    const shop = await openShop(opened.database);
    shop.clock.now += 1_000;
    const destination = 'https://shop.test/promo/AUTUMN10';
    const link = await create(shop, { code: 'autumn', destination });
    assert.deepEqual(link, {
      code: 'autumn',
      shortUrl: `${shop.origin}/autumn`,
      destination,
      title: null,
      description: null,
      imageUrl: null,
      data: null,
      fallbacks: { ios: null, android: null, desktop: null },
      expiresAt: null,
      disabled: false,
      createdAt: '2026-01-01T12:00:01.000Z',
      updatedAt: null,
    });

    const list = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.deepEqual(
      list.links.map((each) => each.code),
      ['autumn', shop.codes.sneaker, shop.codes.summer]
    );

    await shop.click('autumn', iphone);
    const match = await shop.matchPhone(iphone);
    assert.equal(match.status, 200);
    assert.equal((match.body as { link: string }).link, destination);
  });

  test('the service chooses a code if none is asked for', async () => {
    const shop = await openShop(opened.database);
    const { code } = await create(shop, { destination: '/cart' });
    assert.match(code, /^\w{8}$/);
    assert.equal((await shop.view(code, iphone)).status, 200);
  });

  test('a code that the app has is a 409 and changes nothing', async () => {
    const shop = await openShop(opened.database);
    const body = { code: shop.codes.summer, destination: 'https://evil.test/' };
    const response = await shop.callAsOwner('/api/links', { body });
    assert.equal(response.status, 409);
    assert.equal(errorCode(await response.json()), 'code_taken');
    const url = `${shop.origin}/${shop.codes.summer}`;
    assert.deepEqual((await resolve(shop, url)).body, { link: shop.destinations.summer });
  });

  test('two apps on hosts of their own may have the same code, and each host serves its own', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await create(shop, { code: 'same', destination: '/of-shop', title: 'Of shop' });
    await create(other, { code: 'same', destination: '/of-other', title: 'Of other' });
    assert.match(await (await shop.view('same', iphone)).text(), /Of shop/);
    assert.match(await (await other.view('same', iphone)).text(), /Of other/);
    const clickId = await other.click('same', iphone);
    assert.equal(((await other.match({ clickId })).body as { link: string }).link, '/of-other');
  });

  test('apps that share a host share its codes', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database, {}, { linkHosts: [shop.host] });
    await create(shop, { code: 'same', destination: '/cart' });
    const response = await other.callAsOwner('/api/links', { body: { code: 'same', destination: '/cart' } });
    assert.equal(response.status, 409);
  });

  test('of apps that share a host one gets a code, however many ask at once', async () => {
    const shop = await openShop(opened.database);
    const others = await Promise.all(
      [1, 2].map(() => openShop(opened.database, {}, { linkHosts: [shop.host, 'more.test'] }))
    );
    for (let round = 0; round < 8; round += 1) {
      const body = { destination: '/a', code: `raced-${round}-${shop.app.id}` };
      const bulk = { links: [body, { destination: '/b' }] };
      const answers = await Promise.all([
        ...[shop, ...others].map((each) => each.callAsOwner('/api/links', { body })),
        ...others.map((each) => each.callAsOwner('/api/links/bulk', { body: bulk })),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
    }
  });

  test('an app can’t get a host on which another app has one of its codes, and keeps those it has', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const code = `both-${shop.app.id}`;
    for (const each of [shop, other]) {
      assert.equal((await each.callAsOwner('/api/links', { body: { destination: '/a', code } })).status, 201);
    }
    const path = `/api/apps/${other.app.id}`;
    const take = () => shop.callAsAdmin(path, { method: 'PATCH', body: { hosts: [other.host, shop.host] } });
    const refused = await take();
    assert.equal(refused.status, 409);
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, 'codes_shared');
    assert.match(error.message, new RegExp(code));
    const { hosts } = (await (await shop.callAsAdmin(path)).json()) as { hosts: string[] };
    assert.deepEqual(hosts, [other.host]);
    await other.callAsOwner(`/api/links/${code}`, { method: 'DELETE' });
    assert.equal((await take()).status, 200);
    assert.equal((await other.callAsOwner('/api/links', { body: { destination: '/a', code } })).status, 409);
  });

  test('neither can it lose its hosts to share the service’s with such an app', async () => {
    const code = `none-${Date.now()}`;
    const shop = await openShop(opened.database, {}, { linkHosts: [] });
    const other = await openShop(opened.database);
    for (const each of [shop, other]) await each.callAsOwner('/api/links', { body: { destination: '/a', code } });
    const change = { method: 'PATCH', body: { hosts: [] } };
    assert.equal((await shop.callAsAdmin(`/api/apps/${other.app.id}`, change)).status, 409);
  });

  test('a host given to an app while a link is made on it leaves one link of that code', async () => {
    for (let round = 0; round < 8; round += 1) {
      const shop = await openShop(opened.database);
      const other = await openShop(opened.database);
      const code = `moved-${shop.app.id}`;
      const body = { destination: '/a', code };
      await other.callAsOwner('/api/links', { body });
      const [made, moved] = await Promise.all([
        shop.callAsOwner('/api/links', { body }),
        shop.callAsAdmin(`/api/apps/${other.app.id}`, { method: 'PATCH', body: { hosts: [shop.host] } }),
      ]);
      assert.deepEqual([made.status < 300, moved.status < 300].sort(), [false, true]);
    }
  });

  test('on the service’s own host an app that has that host goes before one without any', async () => {
    const options = { publicUrl: 'https://go.public.test' };
    const code = `own-${Date.now()}`;
    const without = await openShop(opened.database, options, { linkHosts: [] });
    await without.callAsOwner('/api/links', { body: { destination: '/a', code, title: 'of the app without' } });
    const owner = await openShop(opened.database, options, { linkHosts: ['go.public.test'] });
    await owner.callAsOwner('/api/links', { body: { destination: '/a', code, title: 'of the app with' } });
    const page = await owner.service.request(`https://go.public.test/${code}`, {}, { address: '198.51.100.1' });
    assert.match(await page.text(), /of the app with</);
  });

  test('an app’s code is not served on another host', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const page = await shop.service.request(`${other.origin}/${shop.codes.summer}`, {}, { address: iphone.address });
    assert.equal(page.status, 404);
    const elsewhere = await shop.service.request(`https://elsewhere.test/${shop.codes.summer}`);
    assert.equal(elsewhere.status, 404);
    const local = await shop.service.request(`http://127.0.0.1:8787/${shop.codes.summer}`);
    assert.equal(local.status, 200);
  });

  test('an app without a host lives at the public address', async () => {
    const shop = await openShop(opened.database, { publicUrl: 'https://links.test' }, { linkHosts: [] });
    const page = await shop.service.request(`https://links.test/${shop.codes.sneaker}`);
    assert.equal(page.status, 200);
    const list = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.equal(list.links[0]?.shortUrl, `https://links.test/${shop.codes.sneaker}`);
    assert.equal((await resolve(shop, `https://links.test/${shop.codes.sneaker}`)).status, 200);
  });

  for (const body of [
    { destination: 'javascript:alert(1)' },
    { destination: '//evil.test' },
    { destination: 'https://shop.test@evil.test/' },
    { destination: 'itms-services://?action=download-manifest&url=https://evil.test' },
    { destination: 'exp://192.0.2.1:8081' },
    { code: 'api', destination: '/cart' },
    { code: 'health', destination: '/cart' },
    { code: 'apple-app-site-association', destination: '/cart' },
    { code: '<script>', destination: '/cart' },
    { destination: '/cart', data: 'text' },
    { destination: '/cart', data: { large: 'x'.repeat(8 * 1024) } },
    { destination: '/cart', imageUrl: 'javascript:alert(1)' },
    { destination: '/cart', fallbacks: { desktop: '/path' } },
    { destination: '/cart', expiresAt: 'tomorrow' },
    {},
  ]) {
    test(`${JSON.stringify(body).slice(0, 70)} is a 400 and makes no link`, async () => {
      const shop = await openShop(opened.database);
      const response = await shop.callAsOwner('/api/links', { body });
      assert.equal(response.status, 400);
      assert.equal(errorCode(await response.json()), 'invalid_request');
      const { links } = (await (await shop.callAsOwner('/api/links')).json()) as { links: unknown[] };
      assert.equal(links.length, 2);
    });
  }

  test('data and query go on to the app', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'invite', destination: 'https://shop.test/join?a=1#top', data: { invitedBy: 'ana' } });
    assert.deepEqual(await resolve(shop, `${shop.origin}/invite?utm_source=x%20y&clickId=1`), {
      status: 200,
      body: { link: 'https://shop.test/join?a=1&utm_source=x%20y#top', data: { invitedBy: 'ana' } },
    });
  });

  test('a link is changed in part, and what is left out stays', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'sale', destination: '/sale', title: 'Sale', data: { a: 1 } });
    const changed = await shop.callAsOwner('/api/links/sale', {
      method: 'PATCH',
      body: { destination: '/sale/2', data: null, fallbacks: { desktop: 'https://shop.test/web' } },
    });
    assert.equal(changed.status, 200);
    const link = (await (await shop.callAsOwner('/api/links/sale')).json()) as Record<string, unknown>;
    assert.equal(link.destination, '/sale/2');
    assert.equal(link.title, 'Sale');
    assert.equal(link.data, null);
    assert.deepEqual(link.fallbacks, { ios: null, android: null, desktop: 'https://shop.test/web' });
    assert.equal(link.updatedAt, '2026-01-01T12:00:00.000Z');
  });

  test('a change that is not valid, or of another app’s link, changes nothing', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const path = `/api/links/${shop.codes.summer}`;
    const change = (as: Shop, body: object) => as.callAsOwner(path, { method: 'PATCH', body });
    assert.equal((await change(shop, { destination: 'javascript:alert(1)' })).status, 400);
    assert.equal((await change(shop, { destinatoin: '/typo' })).status, 400);
    assert.equal((await change(other, { destination: '/evil' })).status, 404);
    assert.equal((await other.callAsOwner(path, { method: 'DELETE' })).status, 404);
    const url = `${shop.origin}/${shop.codes.summer}`;
    assert.deepEqual((await resolve(shop, url)).body, { link: shop.destinations.summer });
  });

  test('a disabled link leads nowhere until it is enabled again', async () => {
    const shop = await openShop(opened.database);
    const path = `/api/links/${shop.codes.summer}`;
    const url = `${shop.origin}/${shop.codes.summer}`;
    await shop.callAsOwner(path, { method: 'PATCH', body: { disabled: true } });
    assert.equal((await resolve(shop, url)).status, 404);
    const page = await shop.view(shop.codes.summer, iphone);
    assert.equal(page.status, 410);
    assert.match(await page.text(), /has ended/);
    await shop.callAsOwner(path, { method: 'PATCH', body: { disabled: false } });
    assert.equal((await resolve(shop, url)).status, 200);
  });

  test('a link ends when its time has run out', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'brief', destination: '/sale', expiresAt: '2026-01-01T14:00:00+01:00' });
    assert.equal((await shop.view('brief', iphone)).status, 200);
    shop.clock.now = Date.parse('2026-01-01T13:00:00Z');
    assert.equal((await shop.view('brief', iphone)).status, 410);
    assert.equal((await resolve(shop, `${shop.origin}/brief`)).status, 404);
  });

  test('a deleted link is gone with its clicks, and its code is free', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    const path = `/api/links/${shop.codes.summer}`;
    assert.equal((await shop.callAsOwner(path, { method: 'DELETE' })).status, 204);
    assert.equal((await shop.callAsOwner(path, { method: 'DELETE' })).status, 404);
    assert.equal((await shop.view(shop.codes.summer, iphone)).status, 404);
    await create(shop, { code: shop.codes.summer, destination: '/new' });
    assert.equal((await shop.match({ clickId })).status, 404);
  });

  test('many links are made at once, or none', async () => {
    const shop = await openShop(opened.database);
    const bulk = (links: object[]) => shop.callAsOwner('/api/links/bulk', { body: { links } });
    const count = async () =>
      ((await (await shop.callAsOwner('/api/links')).json()) as { links: unknown[] }).links.length;

    const made = await bulk([{ code: 'one', destination: '/1' }, { destination: '/2' }]);
    assert.equal(made.status, 201);
    const { links } = (await made.json()) as { links: WireLink[] };
    assert.deepEqual(
      links.map(({ destination }) => destination),
      ['/1', '/2']
    );
    assert.equal(await count(), 4);

    const taken = await bulk([
      { code: 'two', destination: '/2' },
      { code: 'one', destination: '/1' },
      { code: 'two', destination: '/3' },
    ]);
    assert.equal(taken.status, 409);
    const { error } = (await taken.json()) as { error: { fields: { name: string }[] } };
    assert.deepEqual(
      error.fields.map(({ name }) => name),
      ['links.1.code', 'links.2.code']
    );
    assert.equal(await count(), 4);
    assert.equal((await bulk([{ destination: '/1' }, { destination: 'nonsense' }])).status, 400);
    assert.equal(await count(), 4);
  });

  test('the pages of a list show every link once, whatever is added meanwhile', async () => {
    const shop = await openShop(opened.database);
    const links = Array.from({ length: 23 }, (_, index) => ({ code: `c${index}`, destination: '/x' }));
    await shop.callAsOwner('/api/links/bulk', { body: { links } });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const response = await shop.callAsOwner(`/api/links?limit=5${cursor && `&cursor=${cursor}`}`);
      const page = (await response.json()) as { links: WireLink[]; nextCursor: string | null };
      seen.push(...page.links.map(({ code }) => code));
      cursor = page.nextCursor;
      shop.clock.now += 1_000;
      await create(shop, { destination: '/later' });
    }
    const expected = [...links.map(({ code }) => code), shop.codes.sneaker, shop.codes.summer].sort();
    assert.deepEqual(seen.sort(), expected);
    assert.equal((await shop.callAsOwner('/api/links?cursor=nonsense')).status, 400);
  });

  test('clicks and events have pages, too', async () => {
    const shop = await openShop(opened.database);
    for (let visit = 0; visit < 3; visit += 1) await shop.click(shop.codes.summer, iphone);
    const first = (await (await shop.callAsOwner('/api/clicks?limit=2')).json()) as {
      clicks: { id: string }[];
      nextCursor: string;
    };
    const rest = (await (await shop.callAsOwner(`/api/clicks?cursor=${first.nextCursor}`)).json()) as {
      clicks: { id: string }[];
      nextCursor: null;
    };
    assert.equal(new Set([...first.clicks, ...rest.clicks].map(({ id }) => id)).size, 3);
    assert.equal(rest.nextCursor, null);

    const events = ['a', 'b', 'c'].map((id) => ({ id, name: 'login', timestamp: '2026-01-01T12:00:00Z' }));
    const body = { deviceId: 'd', sentAt: '2026-01-01T12:00:00Z', events };
    await shop.callAsApp('/api/link/events', { body });
    const newest = (await (await shop.callAsOwner('/api/events?limit=2')).json()) as {
      events: { id: string }[];
      nextCursor: string;
    };
    assert.deepEqual(
      newest.events.map(({ id }) => id),
      ['b', 'c']
    );
    const older = (await (await shop.callAsOwner(`/api/events?cursor=${newest.nextCursor}`)).json()) as {
      events: { id: string }[];
    };
    assert.deepEqual(
      older.events.map(({ id }) => id),
      ['a']
    );
  });

  test('an export has every row, and nothing in it runs in a spreadsheet', async () => {
    const shop = await openShop(opened.database);
    const title = '=HYPERLINK("https://evil.test"),\n"x"';
    await create(shop, { code: 'odd', destination: '/odd', title });
    const bulk = Array.from({ length: 500 }, () => ({ destination: '/x' }));
    await shop.callAsOwner('/api/links/bulk', { body: { links: bulk } });
    await shop.callAsOwner('/api/links/bulk', { body: { links: bulk } });
    const response = await shop.callAsOwner('/api/export/links.csv');
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
    const text = await response.text();
    assert.ok(text.startsWith('code,short_url,destination,title,'));
    assert.ok(text.includes(`/odd,"'=HYPERLINK(""https://evil.test""),\n""x""",`));
    assert.equal(text.split('\r\n').length, 1 + 1_003 + 1);
    assert.equal((await shop.callAsApp('/api/export/links.csv')).status, 403);
    assert.equal((await shop.callAsOwner('/api/export/apps.csv')).status, 400);
    for (const file of ['clicks.csv', 'events.csv']) {
      assert.equal((await shop.callAsOwner(`/api/export/${file}`)).status, 200);
    }
  });

  test('an app sees its own links and clicks only', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await other.click(other.codes.summer, iphone);
    const links = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.equal(links.links.length, 2);
    assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
  });

  test('a link shared from the app is the same for the same install, route and data, and leads into the app', async () => {
    const shop = await openShop(opened.database);
    const share = async (installId: string, body: object) => {
      const headers = { 'x-install-id': installId };
      const response = await shop.callAsApp('/api/link/create', { body, headers });
      assert.equal(response.status, 200);
      return ((await response.json()) as { url: string }).url;
    };
    const invitation = { route: '/join?a=1', data: { invitedBy: 'ana' }, title: 'Join me' };
    const urls = await Promise.all(Array.from({ length: 10 }, () => share('ana', invitation)));
    assert.equal(new Set(urls).size, 1);
    assert.notEqual(await share('ben', invitation), urls[0]);
    const [one, other] = [
      { a: 1, b: { c: [1, { d: 2, e: 3 }] } },
      { b: { c: [1, { e: 3, d: 2 }] }, a: 1 },
    ];
    assert.equal(await share('ana', { route: '/x', data: one }), await share('ana', { route: '/x', data: other }));
    const turned = { ...one, b: { c: [{ d: 2, e: 3 }, 1] } };
    assert.notEqual(await share('ana', { route: '/x', data: one }), await share('ana', { route: '/x', data: turned }));
    assert.notEqual(await share('ana', { ...invitation, data: null }), urls[0]);
    assert.deepEqual(await resolve(shop, urls[0] ?? ''), {
      status: 200,
      body: { link: '/join?a=1', data: { invitedBy: 'ana' } },
    });
  });

  test('an app can’t share a link to elsewhere, and an install not without end', async () => {
    const shop = await openShop(opened.database);
    const share = (route: string) =>
      shop.callAsApp('/api/link/create', { body: { route }, headers: { 'x-install-id': 'ana' } });
    for (const route of [
      'https://evil.test',
      'HTTPS:evil.test',
      'https:/evil.test',
      'javascript:alert(1)',
      '//evil.test',
      '///evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      '/\t/evil.test',
      '/\n/evil.test',
      ' //evil.test',
      '/.//evil.test',
      '/x/..//evil.test',
      '/%2e//evil.test',
      'user@evil.test',
      '@evil.test',
      '.evil.test',
      '/a b',
      '/\u0000',
      '/\ud800',
      `/${'x'.repeat(2_048)}`,
      'cart',
      '',
    ]) {
      assert.equal((await share(route)).status, 400, route);
    }
    for (const body of [
      { route: '/x', data: 'text' },
      { route: '/x', data: [1] },
      { route: '/x', data: { text: 'x'.repeat(8_192) } },
      '{"route":"/x","data":{"__proto__":{"isAdmin":true}}}',
      { route: '/x', title: 'x'.repeat(141) },
      { route: 7 },
      {},
    ]) {
      assert.equal((await shop.callAsApp('/api/link/create', { body })).status, 400);
    }
    const long = { 'x-install-id': 'x'.repeat(129) };
    assert.equal((await shop.callAsApp('/api/link/create', { body: { route: '/x' }, headers: long })).status, 400);
    for (let count = 0; count < 200; count += 1) assert.equal((await share(`/${count}`)).status, 200);
    const refused = await share('/one-more');
    assert.equal(refused.status, 429);
    assert.equal(errorCode(await refused.json()), 'too_many_links');
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await share('/0')).status, 200);
    shop.clock.now += 24 * 60 * 60 * 1000;
    assert.equal((await share('/one-more')).status, 200);
  });

  test('everything of an install goes when its owner asks', async () => {
    const shop = await openShop(opened.database);
    const send = (deviceId: string, id: string) =>
      shop.callAsApp('/api/link/events', {
        body: {
          deviceId,
          sentAt: '2026-01-01T12:00:00Z',
          events: [{ id, name: 'login', timestamp: '2026-01-01T12:00:00Z' }],
        },
      });
    await send('ana', 'a');
    await send('ben', 'b');
    for (const install of ['ana', 'ben']) {
      const body = { url: `${shop.origin}/${shop.codes.summer}` };
      await shop.callAsApp('/api/link/resolve-short', { body, headers: { 'x-install-id': install } });
    }
    await shop.callAsApp('/api/link/create', { body: { route: '/x' }, headers: { 'x-install-id': 'ana' } });
    assert.equal((await shop.callAsApp('/api/installs/ana', { method: 'DELETE' })).status, 403);
    const response = await shop.callAsOwner('/api/installs/ana', { method: 'DELETE' });
    assert.deepEqual(await response.json(), { events: 1, opens: 1, links: 1 });
    const { events } = (await (await shop.callAsOwner('/api/events')).json()) as { events: { deviceId: string }[] };
    assert.deepEqual(
      events.map(({ deviceId }) => deviceId),
      ['ben']
    );
    const again = await shop.callAsOwner('/api/installs/ana', { method: 'DELETE' });
    assert.deepEqual(await again.json(), { events: 0, opens: 0, links: 0 });
    const { total } = (await (await shop.callAsOwner('/api/statistics')).json()) as { total: { opens: number } };
    assert.equal(total.opens, 1);
  });

  test('the events of a user go when their owner asks, on whatever install they were', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const send = (as: Shop, deviceId: string, userId: string | null) =>
      as.callAsApp('/api/link/events', {
        body: {
          deviceId,
          sentAt: '2026-01-01T12:00:00Z',
          events: [{ id: `${deviceId} ${userId}`, name: 'login', timestamp: '2026-01-01T12:00:00Z', userId }],
        },
      });
    for (const device of ['phone', 'tablet']) {
      for (const user of ['ana@example.com', 'ben', null]) await send(shop, device, user);
    }
    await send(other, 'phone', 'ana@example.com');
    const path = `/api/users/${encodeURIComponent('ana@example.com')}`;
    assert.equal((await shop.callAsApp(path, { method: 'DELETE' })).status, 403);
    assert.deepEqual(await (await shop.callAsOwner(path, { method: 'DELETE' })).json(), { events: 2 });
    assert.deepEqual(await (await shop.callAsOwner(path, { method: 'DELETE' })).json(), { events: 0 });
    const left = async (as: Shop) =>
      ((await (await as.callAsOwner('/api/events')).json()) as { events: { userId: string | null }[] }).events;
    assert.deepEqual(
      (await left(shop)).map(({ userId }) => userId),
      ['ben', null, 'ben', null]
    );
    assert.equal((await left(other)).length, 1);
  });

  test('clicks are listed by link, too', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await shop.click(shop.codes.sneaker, iphone);
    const response = await shop.callAsOwner(`/api/clicks?link=${shop.codes.summer}`);
    const { clicks } = (await response.json()) as { clicks: { id: string }[] };
    assert.deepEqual(
      clicks.map(({ id }) => id),
      [clickId]
    );
  });

  test('events are exported with their link, user and money, and nothing that a spreadsheet would run', async () => {
    const shop = await openShop(opened.database);
    const headers = { 'x-install-id': 'phone' };
    await shop.callAsApp('/api/link/resolve-short', { body: { url: `${shop.origin}/${shop.codes.summer}` }, headers });
    const timestamp = '2026-01-01T12:00:00.000Z';
    const event = {
      id: 'a',
      name: 'refund',
      timestamp,
      userId: '=HYPERLINK("//evil.test")',
      data: { total: -5.5, currency: 'eur' },
    };
    await shop.callAsApp('/api/link/events', { body: { deviceId: 'phone', sentAt: timestamp, events: [event] } });
    const csv = await (await shop.callAsOwner('/api/export/events.csv')).text();
    const [titles = '', row = ''] = csv.split('\r\n');
    assert.match(titles, /,occurred_at,user_id,link,amount,currency$/);
    const expected = `,${timestamp},"'=HYPERLINK(""//evil.test"")",${shop.codes.summer},-5.5,EUR`;
    assert.ok(row.endsWith(expected), row);
  });
});
