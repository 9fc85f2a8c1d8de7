import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { createNodeServer } from '../../../../src/server/createNodeServer.ts';
import { listen } from '../../../../src/server/listen.ts';
import { addClicks, type NewClick } from '../../../../src/storage/facts/clicks.ts';
import type { Database } from '../../../../src/storage/base/Database.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { describeBrowser } from '../../../../src/matching/describeBrowser.ts';
import type { App } from '../../../../src/storage/schema/tables.ts';
import { isPathLink } from '../../../../src/values/linkPaths.ts';
import { readPath } from '../../../../src/values/readPath.ts';
import { passedQuery } from '../../../../src/values/shortUrl.ts';
import { createGroupNames } from '../../../../src/storage/facts/names.ts';
import { create } from '../../../support/linkRequests.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel } from '../../../support/phones.ts';

/** What a click knows of a visitor who tells nothing. */
const NOBODY = {
  ...describeBrowser({
    ...{ address: null, userAgent: null, language: null, timezone: null },
    ...{ screenWidth: null, screenHeight: null, scale: null },
  }),
  query: null,
};

const ON = { pathLinks: 'on', noLinks: [] } as const;

const openPathShop = (database: Database, change: Partial<App> = {}) =>
  openShop(database, {}, { pathLinks: 'on', scheme: 'shop', ...change });

async function clicksOf(shop: Shop) {
  const response = await shop.callAsOwner('/api/clicks');
  const { clicks } = (await response.json()) as {
    clicks: { code: string; route: string | null; query: string | null; claimedBy: string | null }[];
  };
  return clicks.map(({ code, route, query, claimedBy }) => ({ code, route, query, claimedBy }));
}

async function figuresOf(shop: Shop, query = '') {
  const response = await shop.callAsOwner(`/api/statistics?by=link&from=2026-01-01&to=2026-01-01${query}`);
  const { rows } = (await response.json()) as {
    rows: { link: { code: string; destination: string } | null; clicks: number; installs: number; opens: number }[];
  };
  return rows.map(({ link, clicks, installs, opens }) => [link?.code, clicks, installs, opens]);
}

/** Sends a request as it is written, which no client of HTTP would do. */
function sendRaw(port: number, target: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const agent = iphone.browser.userAgent;
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${agent}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
        'latin1'
      )
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.once('error', reject).once('close', () => resolve(answer));
  });
}

onOneDatabase('path links', (opened) => {
  test('without the setting a path is no link', async () => {
    const shop = await openShop(opened.database);
    for (const path of ['/product/42', '/product']) assert.equal((await shop.view(path, iphone, path)).status, 404);
    assert.deepEqual(await clicksOf(shop), []);
  });

  test('any path is a link as soon as the app says so, and none once it no longer does', async () => {
    const shop = await openShop(opened.database);
    const set = (pathLinks: string) =>
      shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { pathLinks } });
    assert.equal((await set('on')).status, 200);
    assert.equal((await shop.view('', iphone, '/product/42')).status, 200);
    await set('off');
    assert.equal((await shop.view('', iphone, '/product/42')).status, 404);
  });

  test('the landing page of a path hands route and query to the installed app, and to the stores', async () => {
    const shop = await openPathShop(opened.database);
    const page = await (await shop.view('', pixel, '/product/42?ref=mail&utm_source=news')).text();
    assert.match(page, /href="shop:\/\/product\/42\?ref=mail&amp;utm_source=news"/);
    assert.match(page, /referrer=clickId%3D[\w-]+%26utm_source%3Dnews/);
    assert.match(page, new RegExp(`data-copied-link="${shop.origin}/product/42\\?clickId=`));
    const query = 'ref=mail&utm_source=news';
    assert.deepEqual(await clicksOf(shop), [{ code: '/product/42', route: '/product/42', query, claimedBy: null }]);
  });

  test('a click on a path is found by click id, with route and query, and by its install again', async () => {
    const shop = await openPathShop(opened.database);
    const page = await (await shop.view('', pixel, '/product/42?ref=mail')).text();
    const clickId = /clickId%3D([\w-]+)/.exec(page)?.[1];
    const installId = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await shop.match({ clickId }, pixel.address, installId);
      assert.equal(status, 200);
      assert.deepEqual(body, { link: '/product/42?ref=mail', match: { by: 'clickId', confidence: 1 } });
    }
    assert.deepEqual(await figuresOf(shop), [['/product/42', 1, 1, 0]]);
  });

  test('a click on a path is found by the copied link and by fingerprint', async () => {
    const shop = await openPathShop(opened.database);
    const page = await (await shop.view('', iphone, '/produkt/%C3%A4?x=1')).text();
    const pastedLink = /data-copied-link="([^"]+)"/.exec(page)?.[1];
    const copied = await shop.matchPhone(iphone, { pastedLink }, randomUUID());
    assert.deepEqual(copied.body, {
      link: '/produkt/%C3%A4?x=1',
      match: { by: 'clipboard', confidence: 1 },
    });
    const alone = await openPathShop(opened.database);
    await alone.click('product/7', iphone);
    const { body } = await alone.matchPhone(iphone, {}, randomUUID());
    assert.equal((body as { link: string }).link, '/product/7');
  });

  test('a path link that was copied by hand is found without a click', async () => {
    const shop = await openPathShop(opened.database);
    const pastedLink = `${shop.origin}/product/42?ref=chat`;
    const installId = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      const { body } = await shop.matchPhone(iphone, { pastedLink }, installId);
      assert.equal((body as { link: string }).link, '/product/42?ref=chat');
    }
    const { status } = await shop.matchPhone(iphone, { pastedLink: `${shop.origin}/dashboard/x` }, randomUUID());
    assert.equal(status, 404);
  });

  test('codes win over paths, even those that have ended', async () => {
    const shop = await openPathShop(opened.database);
    const { code } = await create(shop, { code: `old/${randomUUID()}`, destination: '/new' });
    await shop.view('', iphone, `/${code}?a=1`);
    assert.deepEqual(await clicksOf(shop), [{ code, route: null, query: 'a=1', claimedBy: null }]);
    await shop.callAsOwner(`/api/links/${encodeURIComponent(code)}`, { method: 'PATCH', body: { disabled: true } });
    assert.equal((await shop.view('', iphone, `/${code}`)).status, 410);
  });

  test('reserved paths, files of browsers and paths that the app excludes are no links', async () => {
    const shop = await openPathShop(opened.database, { noLinks: ['/blog/*', '/?', '*.php'] });
    const paths = ['/', '/api/x', '/dashboards', '/health/x', '/.well-known/x', '/.env', '/favicon.ico', '/robots.txt'];
    for (const path of [...paths, '/apple-touch-icon-120x120.png', '/blog/a/b', '/x', '/a/b.php']) {
      const { status } = await shop.view('', iphone, path);
      assert.equal(status === 200, path === '/dashboards', path);
    }
    assert.deepEqual(
      (await clicksOf(shop)).map(({ route }) => route),
      ['/dashboards']
    );
  });

  test('bots see the page of a path and leave no click', async () => {
    const shop = await openPathShop(opened.database);
    const headers = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' };
    assert.equal((await shop.call('/product/42', { headers })).status, 200);
    assert.deepEqual(await clicksOf(shop), []);
  });

  test('an app that asks for a path is told to use the URL, and its open is recorded', async () => {
    const shop = await openPathShop(opened.database, { noLinks: ['/blog'] });
    const resolve = (path: string, installId?: string) =>
      shop.callAsApp('/api/link/resolve-short', {
        body: { url: `${shop.origin}${path}` },
        ...(installId ? { headers: { 'x-install-id': installId } } : {}),
      });
    for (const path of ['/news?x=1', '/blog', '/health', '/a//b']) {
      assert.equal((await resolve(path, 'install')).status, 404);
    }
    assert.equal((await resolve('/news')).status, 404);
    assert.deepEqual(await figuresOf(shop), [['/news', 0, 0, 1]]);
  });

  test('purchases belong to the path that brought the install', async () => {
    const shop = await openPathShop(opened.database);
    const page = await (await shop.view('', pixel, '/product/42?ref=mail')).text();
    await shop.match({ clickId: /clickId%3D([\w-]+)/.exec(page)?.[1] }, pixel.address, 'buyer');
    const event = {
      id: randomUUID(),
      name: 'purchase',
      data: { value: 5, currency: 'EUR' },
      timestamp: '2026-01-01T12:00:00Z',
    };
    await shop.callAsApp('/api/link/events', {
      body: { installId: 'buyer', events: [event], sentAt: event.timestamp },
    });
    const response = await shop.callAsOwner('/api/statistics?by=link&kind=path&from=2026-01-01&to=2026-01-01');
    const { rows } = (await response.json()) as { rows: { link: { code: string }; revenue: unknown }[] };
    assert.deepEqual(
      rows.map(({ link, revenue }) => [link.code, revenue]),
      [['/product/42', [{ currency: 'EUR', sum: '5' }]]]
    );
  });

  test('statistics of path links leave out codes', async () => {
    const shop = await openPathShop(opened.database);
    await shop.view(shop.codes.summer, iphone);
    await shop.view('', iphone, '/a/b?c=1');
    await shop.view('', iphone, '/a/b/?c=2');
    assert.deepEqual(await figuresOf(shop, '&kind=path'), [['/a/b', 2, 0, 0]]);
    const wanted = await figuresOf(shop, `&link=${encodeURIComponent('/a/b')}`);
    assert.deepEqual(wanted, [['/a/b', 2, 0, 0]]);
  });

  test('a path that no link can have gets the same page without a click, and never a redirect', async () => {
    const shop = await openPathShop(opened.database);
    const { server, stop } = createNodeServer(shop.service.fetch);
    const listening = await listen(server, '127.0.0.1', 0);
    assert.equal(listening.kind, 'listening');
    try {
      const targets = ['//evil.test', '/a//evil.test', '/a/../evil.test', '/a/%2e%2E/evil', '/./evil', '/evil/..'];
      const unreadable = [
        '/evil%',
        '/evil%zz',
        '/evil%E0%A4',
        '/evil%00',
        '/a%0d%0aLocation:%20x',
        '/evil%7f',
        '/evil%C2%85',
      ];
      for (const target of [...targets, ...unreadable, `/${'evil'.repeat(513)}`, '/evil%5C%']) {
        const answer = await sendRaw(listening.port, target, shop.host);
        assert.match(answer, /^HTTP\/1\.1 404 .*<h1 dir="auto">This link leads nowhere<\/h1>/s, target);
        assert.doesNotMatch(answer, /^location:|evil/im, target);
      }
      assert.deepEqual(await clicksOf(shop), []);
      assert.match(await sendRaw(listening.port, '/a/b', shop.host), /^HTTP\/1\.1 200 /);
    } finally {
      await stop(0);
    }
  });

  test('one network names fifty new paths and ten new campaigns a day, and the rest of its views count together', async () => {
    const shop = await openShop(opened.database, {}, { pathLinks: 'on' });
    const views = async (path: string, address: string) =>
      assert.equal((await shop.view('', { ...iphone, address }, path)).status, 200);
    await views('/known', '198.51.100.1');
    for (let number = 0; number < 60; number += 1) await views(`/${number}/x?utm_campaign=${number}`, '192.0.2.1');
    await views('/known', '192.0.2.1');
    await views('/other/network', '198.51.100.1');
    const counts = await opened.database.queries.execute(sql`
      SELECT count(DISTINCT code)::int AS paths, count(DISTINCT campaign)::int AS campaigns,
        (count(*) FILTER (WHERE code = 'other paths'))::int AS others, count(DISTINCT route)::int AS routes
      FROM clicks WHERE app_id = ${shop.app.id}`);
    // 50, two of another network, and the others; ten, and the others.
    assert.deepEqual(rowsOf(counts), [{ paths: 53, campaigns: 11, others: 10, routes: 62 }]);
  });

  test('a whole /48 names four times as much, by links that are clicked and by those that are opened', async () => {
    const shop = await openShop(opened.database, {}, { pathLinks: 'on' });
    const clicks = (number: number) =>
      shop.view('', { ...iphone, address: `2001:db8:7:${number}::1` }, `/c${number}?utm_campaign=${number}`);
    const opens = (number: number) =>
      shop.callAsApp('/api/link/resolve-short', {
        body: { url: `${shop.origin}/o${number}?utm_campaign=o${number}` },
        headers: { 'x-install-id': `phone-${number}` },
        address: `2001:db8:7:1${number}::1`,
      });
    for (let number = 0; number < 150; number += 1) {
      await clicks(number);
      await opens(number);
    }
    await shop.view('', { ...iphone, address: '2001:db8:8::1' }, '/elsewhere?utm_campaign=elsewhere');
    const kept = await opened.database.queries.execute(
      sql`SELECT kind, count(*)::int AS names FROM name_days WHERE app_id = ${shop.app.id} GROUP BY kind ORDER BY kind`
    );
    // 40 and 200, the others once each, and those of another network.
    assert.deepEqual(rowsOf(kept), [
      { kind: 'campaign', names: 42 },
      { kind: 'path', names: 201 },
    ]);
  });

  test('what remembers the names of a day has no path and no campaign in it, so nothing of a deleted person', async () => {
    const shop = await openShop(opened.database, {}, { pathLinks: 'on' });
    await shop.view('', iphone, '/reset/ada.lovelace?utm_campaign=ada');
    const kept = await opened.database.queries.execute(sql`SELECT * FROM name_days WHERE app_id = ${shop.app.id}`);
    assert.deepEqual(
      rowsOf<{ kind: string }>(kept)
        .map(({ kind }) => kind)
        .sort(),
      ['campaign', 'path']
    );
    assert.doesNotMatch(JSON.stringify(rowsOf(kept)), /ada/);
  });

  test('a thousand paths are counted one by one on a day, and the rest together', async () => {
    const shop = await openPathShop(opened.database);
    const { queries } = opened.database;
    const paths = 3_000;
    const createdAt = new Date(shop.clock.now);
    const clicks = Array.from({ length: paths }, (_, number): NewClick => {
      const code = `/scan/${number}`;
      const network = `10.${number >> 8}.${number & 255}.1`;
      return { ...NOBODY, id: randomUUID(), appId: shop.app.id, code, route: code, createdAt, network };
    });
    const groupNames = createGroupNames(() => shop.clock.now);
    // So many are stored together at most.
    for (let place = 0; place < paths; place += 200) {
      await addClicks(queries, groupNames, clicks.slice(place, place + 200));
    }
    const figures = await figuresOf(shop, '&limit=1000');
    assert.deepEqual(figures[0], ['other paths', paths - 1_000, 0, 0]);
    assert.equal(figures.length, 1_000);
    const kept = rowsOf(await queries.execute(`SELECT FROM name_days WHERE app_id = '${shop.app.id}'`));
    assert.equal(kept.length, 1_000);
    const page = await (await shop.view('', pixel, '/one/more?x=1')).text();
    const { body } = await shop.match({ clickId: /clickId%3D([\w-]+)/.exec(page)?.[1] }, pixel.address, 'late');
    assert.equal((body as { link: string }).link, '/one/more?x=1');
    assert.deepEqual((await figuresOf(shop, '&limit=1'))[0], ['other paths', paths - 999, 1, 0]);
    // The next day begins with none.
    shop.clock.now += 24 * 60 * 60 * 1000;
    await shop.view('', iphone, '/one/more');
    assert.equal((await clicksOf(shop))[0]?.code, '/one/more');
  });
});

const library = (await import(new URL('../../../../../src/core/parseLink.ts', import.meta.url).href)) as {
  parseLink: (url: string) => { route: string } | null;
  parseTarget: (link: string) => { route: string } | null;
};

/** Characters and escapes as browsers send them in a path, good and bad. */
const piece = fc.oneof(
  fc.stringMatching(/^[\w\-.~!$&'()*+,;=:@]{1,6}$/),
  fc.constantFrom(
    '/',
    '//',
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '%',
    '%C3%A4',
    '%E0%A4',
    '%00',
    '%0A',
    '%2F',
    '%5C',
    '%zz',
    '*'
  )
);

test('service and library read the same route from every path', () => {
  const target = fc.tuple(fc.array(piece, { maxLength: 8 }), fc.webQueryParameters({ size: 'small' }));
  let links = 0;
  fc.assert(
    fc.property(target, ([pieces, query]) => {
      const sent = `/${pieces.join('')}${query && `?${query}`}`;
      const path = readPath(sent);
      if (path === null || !isPathLink(path, ON)) return;
      links += 1;
      const passed = passedQuery(query && `?${query}`);
      const route = passed === null ? path : `${path}?${passed}`;
      // As the app is opened, and as a match answers.
      assert.equal(library.parseLink(`https://go.shop.test${sent}`)?.route, route);
      assert.equal(library.parseTarget(route)?.route, route);
    }),
    {
      numRuns: 5_000,
      examples: [[[['product/42'], 'ref=mail']], [[['a/'], '&&=']]],
    }
  );
  assert.ok(links > 500, `${links} links`);
});

test('a pattern with many stars ends, however long the path is', () => {
  // With backtracking to every star, this would run for longer than anybody waits.
  const app = { pathLinks: 'on', noLinks: [`/${'a*'.repeat(90)}b`] } as const;
  assert.ok(isPathLink(`/${'a'.repeat(2_047)}`, app));
});
