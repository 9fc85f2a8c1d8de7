import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeHost, isHost } from '../../src/values/hosts.ts';
import { passedQuery } from '../../src/values/shortUrl.ts';
import { errorCode } from '../support/errorCode.ts';
import { onEachDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone } from '../support/phones.ts';

const NOW = '2026-01-01T12:00:00Z';

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const cursorOf = (place: unknown) => Buffer.from(encodeURIComponent(JSON.stringify(place))).toString('base64url');

onEachDatabase('hostile input', (opened) => {
  const forged = [[1e300, 'a'], [8.64e15, 'a'], [-1, 'a'], [1, 'a\0'], [1, 'a'.repeat(201)], ['1', 'a'], [1], {}, null];
  for (const list of ['links', 'clicks', 'events']) {
    test(`a forged cursor of ${list} is a 400`, async () => {
      const shop = await openShop(opened.database);
      for (const place of forged) {
        // An event's place is a number, so that [1] is a place there.
        if (list === 'events' && Array.isArray(place) && place.length === 1) continue;
        const response = await shop.callAsOwner(`/api/${list}?cursor=${cursorOf(place)}`);
        assert.equal(response.status, 400, JSON.stringify(place));
        assert.equal(errorCode(await response.json()), 'invalid_request');
      }
    });
  }

  test('a forged cursor of statistics is a 400', async () => {
    const shop = await openShop(opened.database);
    for (const place of [['1', 'a\0'], ['1', '\ud800'], ['1', 'a'.repeat(2_049)], ['1e9', 'a'], [1, 'a'], ['1'], {}]) {
      const response = await shop.callAsOwner(`/api/statistics?by=link&cursor=${cursorOf(place)}`);
      assert.equal(response.status, 400, JSON.stringify(place));
    }
  });

  test('another app’s cursor shows nothing of that app', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    for (const [list, path] of [
      ['links', '/api/links'],
      ['clicks', '/api/clicks'],
    ] as const) {
      await other.view(other.codes.summer, iphone);
      await other.view(other.codes.summer, iphone);
      const page = (await (await other.callAsOwner(`${path}?limit=1`)).json()) as { nextCursor: string };
      const answer = await shop.callAsOwner(`${path}?cursor=${page.nextCursor}`);
      const rows = ((await answer.json()) as Record<string, unknown[]>)[list];
      assert.ok(!JSON.stringify(rows).includes(other.codes.summer), list);
    }
  });

  for (const expiresAt of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']) {
    test(`a link that expires at ${expiresAt} is a 400`, async () => {
      const shop = await openShop(opened.database);
      const response = await shop.callAsOwner('/api/links', { body: { destination: '/a', expiresAt } });
      assert.equal(response.status, 400);
      const change = { method: 'PATCH', body: { expiresAt } };
      assert.equal((await shop.callAsOwner(`/api/links/${shop.codes.summer}`, change)).status, 400);
    });
  }

  test('half of a surrogate pair, which the database can’t keep, is a 400', async () => {
    const shop = await openShop(opened.database);
    const event = { id: 'a', name: 'login', timestamp: NOW };
    const batch = { installId: 'd', sentAt: NOW, events: [event] };
    for (const body of [
      { ...batch, installId: '\ud800' },
      { ...batch, events: [{ ...event, id: 'x\udfff' }] },
      { ...batch, events: [{ ...event, userId: '\ud800x' }] },
    ]) {
      assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 400);
    }
    const link = { destination: '/a', title: '\ud800' };
    assert.equal((await shop.callAsOwner('/api/links', { body: link })).status, 400);
    const whole = { ...batch, events: [{ ...event, data: { half: '\ud800' } }] };
    assert.equal((await shop.callAsApp('/api/link/events', { body: whole })).status, 200);
  });

  for (const data of ['{"__proto__":{"a":1}}', '{"a":[{"__proto__":1}]}', '[]', '"text"', '1']) {
    test(`data ${data} on a link is a 400, and makes no link`, async () => {
      const shop = await openShop(opened.database);
      const body = `{"destination":"/a","route":"/a","data":${data}}`;
      assert.equal((await shop.callAsOwner('/api/links', { body })).status, 400);
      assert.equal((await shop.callAsApp('/api/link/create', { body })).status, 400);
      const { links } = (await (await shop.callAsOwner('/api/links')).json()) as { links: unknown[] };
      assert.equal(links.length, 2);
    });
  }

  for (const [levels, status] of [
    [64, 201],
    [65, 400],
    [4_000, 400],
  ] as const) {
    test(`data of ${levels} levels on a link is a ${status}: phones can’t read what is nested too deeply`, async () => {
      const shop = await openShop(opened.database);
      const data = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
      assert.equal(
        (await shop.callAsOwner('/api/links', { body: `{"destination":"/a","data":${data}}` })).status,
        status
      );
    });
  }

  test('data that only looks like it has a prototype comes back as it went in', async () => {
    const shop = await openShop(opened.database);
    const data = { text: 'x,"__proto__":1', constructor: 1, toString: { prototype: 2 } };
    const response = await shop.callAsOwner('/api/links', { body: { destination: '/a', data } });
    assert.deepEqual(((await response.json()) as { data: unknown }).data, data);
  });

  for (const [fallback, location] of [
    ['https://a.test/ü', 'https://a.test/%C3%BC?q=%0d%0aSet-Cookie:x'],
    ['https://a.test/日本?x=%C3%BC', 'https://a.test/%E6%97%A5%E6%9C%AC?x=%C3%BC&q=%0d%0aSet-Cookie:x'],
  ] as const) {
    test(`a desktop is sent to ${fallback} by an address that is escaped once`, async () => {
      const shop = await openShop(opened.database);
      const body = { destination: '/a', fallbacks: { desktop: fallback } };
      const { code } = (await (await shop.callAsOwner('/api/links', { body })).json()) as { code: string };
      const headers = { 'user-agent': DESKTOP };
      const response = await shop.call(`/${code}?q=%0d%0aSet-Cookie:x`, { headers });
      assert.equal(response.headers.get('location'), location);
    });
  }

  test('a slash behind the code changes nothing', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await shop.view('', iphone, `/${shop.codes.summer}/`)).status, 200);
  });

  test('a method that a path doesn’t take is a 405 that says which it takes', async () => {
    const shop = await openShop(opened.database);
    for (const [path, method, allow] of [
      [`/${shop.codes.summer}`, 'POST', 'GET'],
      ['/health', 'DELETE', 'GET'],
      ['/api/links', 'PUT', 'GET, POST, PATCH, DELETE'],
      [`/api/links/${shop.codes.summer}`, 'POST', 'GET, PATCH, DELETE'],
    ] as const) {
      const response = await shop.callAsOwner(path, { method });
      assert.equal(response.status, 405, path);
      assert.equal(response.headers.get('allow'), allow);
      assert.equal(errorCode(await response.json()), 'method_not_allowed');
    }
    const response = await shop.callAsApp('/api/link/events', { method: 'GET' });
    assert.equal(response.headers.get('allow'), 'POST');
  });

  test('whoever is far away learns of no app by a Host of this machine', async () => {
    const shop = await openShop(opened.database);
    const ask = (host: string, path: string, address: string, headers = {}) =>
      shop.service.request(`http://${host}${path}`, { headers }, { address });
    const file = '/.well-known/apple-app-site-association';
    for (const host of ['localhost', '127.0.0.1:8787', '10.0.0.1', '[::1]', 'a.localhost']) {
      assert.equal((await ask(host, file, '198.51.100.1')).status, 404, host);
      assert.equal((await ask(host, `/${shop.codes.summer}`, '198.51.100.1')).status, 404, host);
      assert.equal((await ask(host, `/${shop.codes.summer}`, '::ffff:198.51.100.1')).status, 404, host);
      assert.equal((await ask(host, `/${shop.codes.summer}`, '192.168.1.7')).status, 200, host);
      // A proxy on this machine that nobody told the service of.
      const forwarded = { 'x-forwarded-for': '198.51.100.1' };
      assert.equal((await ask(host, file, '127.0.0.1', forwarded)).status, 404, host);
    }
    const trusting = await openShop(opened.database, { trustedProxies: { kind: 'hops', count: 1 } });
    const headers = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-host': 'localhost' };
    const page = await trusting.service.request(
      `http://x.test/${trusting.codes.summer}`,
      { headers },
      {
        address: '127.0.0.1',
      }
    );
    assert.equal(page.status, 404);
  });

  test('guesses of the admin token are limited, wherever they go', async () => {
    for (const path of ['/metrics', '/api/apps', '/api/whoami', '/api/links']) {
      const shop = await openShop(opened.database, { rateLimit: { burst: 1, perSecond: 0.1 } });
      const guess = () => shop.call(path, { headers: { authorization: 'Bearer guess', 'x-app-id': shop.app.id } });
      assert.equal((await guess()).status, 401);
      assert.equal((await guess()).status, 429, path);
    }
  });

  test('a flood of /ready takes one connection', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const execute = queries.execute.bind(queries);
    let asked = 0;
    queries.execute = (...args: Parameters<typeof execute>) => {
      asked += 1;
      return execute(...args);
    };
    try {
      const answers = await Promise.all(Array.from({ length: 50 }, () => shop.call('/ready')));
      assert.ok(answers.every(({ status }) => status === 200));
      assert.equal(asked, 1);
      assert.equal((await shop.call('/ready')).status, 200);
      assert.equal(asked, 2);
    } finally {
      queries.execute = execute;
    }
  });

  for (const host of [
    '*.example.com',
    '*',
    'a..b',
    '-a-',
    '$x',
    'x y',
    '',
    'a/b',
    'u@a.test',
    'a.test:0',
    'a'.repeat(300),
  ]) {
    test(`${JSON.stringify(host.slice(0, 20))} is no host of an app`, async () => {
      const shop = await openShop(opened.database);
      const response = await shop.callAsAdmin('/api/apps', {
        body: { id: `new-${shop.app.id}`, name: 'x', hosts: [host] },
      });
      assert.equal(response.status, 400);
      const { error } = (await response.json()) as { error: { fields: { name: string }[] } };
      assert.deepEqual(
        error.fields.map(({ name }) => name),
        ['hosts.0']
      );
    });
  }

  for (const [field, value] of [
    ['scheme', 'https'],
    ['scheme', 'javascript'],
    ['scheme', 'exp'],
    ['scheme', 'content'],
    ['scheme', 'itms-services'],
    ['name', ' '],
  ] as const) {
    test(`${JSON.stringify(value)} is no ${field} of an app`, async () => {
      const shop = await openShop(opened.database);
      const call = { method: 'PATCH', body: { [field]: value } };
      assert.equal((await shop.callAsAdmin(`/api/apps/${shop.app.id}`, call)).status, 400);
    });
  }

  test('an app’s host is found however the operator or the browser writes it', async () => {
    const shop = await openShop(opened.database);
    const body = { hosts: [`B\u00fccher-${shop.host}:443`] };
    const changed = await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body });
    const { hosts } = (await changed.json()) as { hosts: string[] };
    const [host = ''] = hosts;
    assert.match(host, /^xn--bcher-[\w-]+\.shop\.test$/);
    for (const origin of [
      `https://${host}`,
      `https://${host}.`,
      `http://${host}:80`,
      `https://${host.toUpperCase()}`,
    ]) {
      const response = await shop.service.request(`${origin}/${shop.codes.summer}`, {}, { address: '198.51.100.1' });
      assert.equal(response.status, 200, origin);
    }
  });

  test('an app’s name can’t steer the terminal that lists it', async () => {
    const shop = await openShop(opened.database);
    const body = { name: 'My\u001b[2JApp' };
    assert.equal((await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body })).status, 400);
  });

  test('no cell of an export begins like a formula', async () => {
    const shop = await openShop(opened.database);
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
      await shop.callAsOwner('/api/links', { body: { destination: '/a', title: `${sign}cmd|x` } });
    }
    const csv = await (await shop.callAsOwner('/api/export/links.csv')).text();
    assert.equal(csv.match(/[,"]'[=+\-@\t\r\n＝＋－＠]cmd/g)?.length, 11);
  });
});

test('a host in its normal form is a host, and stays as it is', () => {
  for (const host of [
    'go.example.com',
    'localhost:8787',
    '127.0.0.1:8787',
    '[::1]:8787',
    'a_b.example',
    'xn--bcher-kva.example',
  ]) {
    assert.ok(isHost(host), host);
    assert.equal(normalizeHost(host), host);
  }
});

test('a query that is too long loses whole parameters', () => {
  assert.equal(passedQuery('?a=1&b=%E2%82%AC&c=3', 14), 'a=1');
  assert.equal(passedQuery('?a=1&b=%E2%82%AC', 15), 'a=1&b=%E2%82%AC');
  assert.equal(passedQuery(`?${'x'.repeat(20)}`, 10), null);
});
