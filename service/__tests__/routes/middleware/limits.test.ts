import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createService } from '../../../src/routes/createService.ts';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { errorCode } from '../../support/errorCode.ts';
import { onOneDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import { openMemory } from '../../support/openMemory.ts';
import { openShop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

onOneDatabase('limits', (opened) => {
  const few = { rateLimit: { burst: 2, perSecond: 0.1 } };

  test('too many requests get 429 and Retry-After, for each network', async () => {
    const shop = await openShop(opened.database, few);
    const send = (address: string) => shop.callAsApp('/api/link/match-link', { body: {}, address });
    assert.equal((await send('192.0.2.1')).status, 404);
    assert.equal((await send('192.0.2.1')).status, 404);

    const limited = await send('192.0.2.1');
    assert.equal(limited.status, 429);
    assert.equal(limited.headers.get('retry-after'), '10');
    assert.equal(errorCode(await limited.json()), 'too_many_requests');

    assert.equal((await send('192.0.2.2')).status, 404);
    shop.clock.now += 10_000;
    assert.equal((await send('192.0.2.1')).status, 404);
  });

  test('a request costs its network a token for each 16 KiB, and all that a body can cost if nobody knows its length', async () => {
    for (const [headers, admitted] of [
      [{ 'content-length': String(16 * 1024) }, 32],
      [{ 'content-length': String(16 * 1024 + 1) }, 16],
      [{ 'content-length': String(256 * 1024) }, 2],
      [{ 'transfer-encoding': 'chunked' }, 2],
    ] as const) {
      const shop = await openShop(opened.database, { rateLimit: { burst: 32, perSecond: 0.1 } });
      let answers = 0;
      while ((await shop.callAsApp('/api/link/resolve-short', { body: {}, headers })).status !== 429) answers += 1;
      assert.equal(answers, admitted, JSON.stringify(headers));
    }
  });

  test('another X-App-ID with every request doesn’t help', async () => {
    const shop = await openShop(opened.database, few);
    const guess = (round: number) =>
      shop.callAsApp('/api/link/events', { body: {}, headers: { 'x-app-id': `app-${round}` } });
    assert.deepEqual([(await guess(1)).status, (await guess(2)).status, (await guess(3)).status], [401, 401, 429]);
  });

  test('neither does another address of one’s own IPv6 network', async () => {
    const shop = await openShop(opened.database, few);
    const open = (address: string) => shop.call(`/${shop.codes.summer}`, { address });
    assert.equal((await open('2001:db8:1:2::1')).status, 200);
    assert.equal((await open('2001:db8:1:2:a::1')).status, 200);
    assert.equal((await open('2001:db8:1:2:b:c::1')).status, 429);
    assert.equal((await open('2001:db8:1:3::1')).status, 200);
  });

  test('a whole /24 or /48 gets sixteen times what one of its networks gets', async () => {
    for (const addressOf of [(n: number) => `192.0.2.${n}`, (n: number) => `2001:db8:1:${n.toString(16)}::1`]) {
      const shop = await openShop(opened.database, few);
      const statuses = [];
      for (let n = 0; n < 40; n += 1)
        statuses.push((await shop.call('/nothing/here', { address: addressOf(n) })).status);
      assert.deepEqual([statuses.indexOf(429), statuses.lastIndexOf(404)], [32, 31]);
      assert.equal((await shop.call('/nothing/here', { address: '198.51.100.1' })).status, 404);
    }
  });

  test('sign-ins are limited for a whole /48: thirty guesses', async () => {
    const shop = await openShop(opened.database, { signInRateLimit: undefined });
    const guess = (n: number) =>
      shop.call('/api/session', {
        body: { key: `sk_${n}` },
        headers: { origin: shop.origin },
        address: `2001:db8:1:${n.toString(16)}::1`,
      });
    const statuses = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await guess(n)).status);
    assert.deepEqual([statuses.indexOf(429), statuses.lastIndexOf(401)], [30, 29]);
    // Whoever has the right one gets in, from the same network.
    for (const [key, status] of [
      [shop.adminToken, 201],
      [shop.app.secretKey, 201],
      ['sk_wrong', 429],
    ] as const) {
      const headers = { origin: shop.origin };
      const answer = await shop.call('/api/session', { body: { key }, headers, address: '2001:db8:1:1::1' });
      assert.equal(answer.status, status);
    }
  });

  test('paths where nothing is are limited, too', async () => {
    for (const path of ['/', '/product/42', '/a/b/c', '/.well-known/x', '/dashboard']) {
      const shop = await openShop(opened.database, few);
      await shop.call(path);
      await shop.call(path);
      assert.equal((await shop.call(path)).status, 429, path);
      assert.equal((await shop.call('/health')).status, 200);
    }
  });

  test('an app’s users make so many links and no more, wherever they are and whoever they say they are', async () => {
    const shop = await openShop(opened.database, { appRateLimit: { burst: 30, perSecond: 1 } });
    const share = (request: number) =>
      shop.callAsApp('/api/link/create', {
        body: { route: `/product/${request}` },
        address: `192.0.${request}.1`,
        headers: request % 2 === 0 ? {} : { 'x-install-id': `install-${request}` },
      });
    for (let request = 0; request < 3; request += 1) assert.equal((await share(request)).status, 200);
    const limited = await share(3);
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '100']);
    assert.equal(errorCode(await limited.json()), 'too_many_requests');
    // What else the app asks for is not touched.
    assert.equal((await shop.callAsApp('/api/link/match-link', { body: {} })).status, 404);
  });

  test('twelve addresses that make all the links they can leave most of the app’s limit to others', async () => {
    const shop = await openShop(opened.database, { appRateLimit: { burst: 5_000, perSecond: 100 } });
    const share = async (address: string, request: number) =>
      (await shop.callAsApp('/api/link/create', { body: { route: `/p/${request % 5}` }, address })).status;
    let made = 0;
    for (let attacker = 0; attacker < 12; attacker += 1) {
      for (let request = 0; request < 15; request += 1) {
        if ((await share(`198.51.${attacker}.7`, request)) === 200) made += 1;
      }
    }
    assert.equal(made, 12 * 10);
    assert.equal(await share('192.0.2.1', 1), 200);
  });

  test('one app can’t take all, wherever its requests come from', async () => {
    const shop = await openShop(opened.database, { appRateLimit: { burst: 2, perSecond: 0.1 } });
    const send = (address: string) => shop.callAsApp('/api/link/match-link', { body: {}, address });
    assert.equal((await send('192.0.2.1')).status, 404);
    assert.equal((await send('192.0.2.2')).status, 404);
    assert.equal((await send('192.0.2.3')).status, 429);
    const guess = await shop.callAsApp('/api/link/events', { body: {}, headers: { authorization: 'Bearer x' } });
    assert.equal(guess.status, 401);
  });

  test('an owner who asks for much at once doesn’t make the owners of other apps wait', async () => {
    const flooding = new AsyncLocalStorage<Promise<void>>();
    // Statistics are read by `execute`.
    const slow = new Proxy(opened.database.queries, {
      get: (queries, name, receiver) =>
        name === 'execute'
          ? async (...query: Parameters<typeof queries.execute>) => {
              await flooding.getStore();
              await new Promise((resolve) => setTimeout(resolve, 50));
              return queries.execute(...query);
            }
          : (Reflect.get(queries, name, receiver) as unknown),
    });
    const shop = await openShop({ ...opened.database, queries: slow });
    const other = await openShop(opened.database);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let answered = 0;
    const flood = Array.from({ length: 8 }, () =>
      flooding.run(released, async () => {
        const { status } = await shop.callAsOwner('/api/statistics');
        // On a busy machine, some wait for too long.
        if (status !== 503) answered += 1;
      })
    );
    const headers = { authorization: `Bearer ${other.app.secretKey}`, 'x-app-id': other.app.id };
    const list = await shop.call('/api/links', { headers });
    assert.deepEqual([list.status, answered], [200, 0]);
    // Another report is next in turn, whatever waits already.
    const report = shop.call('/api/statistics', { headers });
    release();
    assert.equal((await report).status, 200);
    assert.ok(answered <= 2, `${answered} of the flood came first`);
    await Promise.all(flood);
  });

  test('the address behind proxies is stored with the click', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.1:4711, 10.0.0.2' };
    const shop = await openShop(opened.database, { trustedProxies: { kind: 'hops', count: 2 } });
    await shop.call(`/${shop.codes.summer}`, { headers, address: '10.0.0.1' });
    const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: { address: string }[] };
    assert.equal(clicks[0]?.address, '198.51.100.1');
  });

  test('behind a trusted proxy links carry its protocol and host', async () => {
    const shop = await openShop(
      opened.database,
      { trustedProxies: { kind: 'hops', count: 1 } },
      { linkHosts: ['go.example.com'] }
    );
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'go.example.com' };
    const page = await (await shop.view(shop.codes.summer, iphone)).text();
    assert.match(page, /führt ins Leere/);
    const forwarded = await shop.call(`/${shop.codes.summer}`, {
      headers: { ...headers, 'user-agent': iphone.browser.userAgent },
    });
    assert.match(await forwarded.text(), /data-copied-link="https:\/\/go\.example\.com\//);
  });

  test('a size of 0 and an agent of a thousand characters don’t spoil a match', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    const body = { clickId, screenWidth: 0, screenHeight: -1, scale: 0, userAgent: 'x'.repeat(1_010) };
    assert.equal((await shop.match(body)).status, 200);
  });

  test('the document is made once, not for each request', async () => {
    const shop = await openShop(opened.database);
    const make = shop.service.getOpenAPI31Document;
    let made = 0;
    shop.service.getOpenAPI31Document = (...args: Parameters<typeof make>) => {
      made += 1;
      return make(...args);
    };
    const first = await (await shop.call('/api/openapi.json')).text();
    assert.equal(await (await shop.call('/api/openapi.json')).text(), first);
    assert.equal(made, 1);
  });
});

onPostgres('a database that is gone', (url) => {
  test('a database that has gone makes the service not ready, and requests 503', async () => {
    const database = await openDatabase({ url: url(), poolSize: 2 });
    const shop = await openShop(database);
    const service = createService({ database });
    assert.equal((await service.request('/ready')).status, 200);
    await database.queries.execute(sql`SELECT 1`);
    await database.close();
    assert.equal((await service.request('/ready')).status, 503);
    assert.equal((await service.request('/health')).status, 200);
    const response = await shop.callAsApp('/api/link/match-link', { body: {} });
    assert.equal(response.status, 503);
    assert.ok(response.headers.has('retry-after'));
  });
});

test('a fault is logged without what was in the query', async () => {
  const database = await openMemory();
  const logged: unknown[] = [];
  try {
    const shop = await openShop(database, { log: (...entry) => logged.push(entry) });
    await database.queries.execute(sql`ALTER TABLE events RENAME TO elsewhere`);
    const events = [{ id: 'a', name: 'login', timestamp: '2026-01-01T12:00:00Z', data: 'ana@example.com' }];
    const body = { installId: 'secret-device', sentAt: '2026-01-01T12:00:00Z', events };
    const response = await shop.callAsApp('/api/link/events?token=secret-query', { body });
    assert.equal(response.status, 500);
    const text = JSON.stringify(logged);
    assert.match(text, /"code":"42\w{3}"/);
    assert.ok(!/ana@example|secret-device|secret-query|192\.0\.2/.test(text), text);
  } finally {
    await database.close();
  }
});
