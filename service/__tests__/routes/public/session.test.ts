import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { forgetOldRows } from '../../../src/operations/retention.ts';
import { createService } from '../../../src/routes/createService.ts';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { hashText } from '../../../src/values/hashText.ts';
import { errorCode } from '../../support/errorCode.ts';
import { onOneDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { HOUR_MS } from '../../../src/values/durations.ts';

const statusOf = async (answer: Response | Promise<Response>) => (await answer).status;

const codeOf = async (answer: Response | Promise<Response>) => errorCode(await (await answer).json());

/** Signs in and gives the whole answer. */
const trySignIn = (shop: Shop, key: unknown, headers: Record<string, string> = {}) =>
  shop.call('/api/session', { body: { key }, headers: { origin: shop.origin, ...headers } });

onOneDatabase('a session', (opened) => {
  const open = (...rest: Parameters<typeof openShop> extends [unknown, ...infer Rest] ? Rest : never) =>
    openShop(opened.database, ...rest);

  test('of a secret key opens its app, and tells so', async () => {
    const shop = await open();
    const response = await trySignIn(shop, shop.app.secretKey);
    assert.equal(response.status, 201);
    const session = {
      role: 'owner',
      scopes: ['read', 'links', 'events', 'all'],
      app: { id: shop.app.id, name: shop.app.name },
      expiresAt: new Date(shop.clock.now + 12 * HOUR_MS).toISOString(),
    };
    assert.deepEqual(await response.json(), session);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(
      response.headers.get('set-cookie') ?? '',
      /^deferred_link_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/
    );
    const browser = await shop.signIn(shop.app.secretKey);
    assert.deepEqual(await (await browser.call('/api/session')).json(), session);
    const list = await browser.call('/api/links');
    assert.equal(list.status, 200);
    assert.equal(list.headers.get('cache-control'), 'no-store');
    const created = await browser.call('/api/links', { body: { destination: '/a' } });
    assert.equal(created.status, 201);
  });

  test('of the admin token opens every app and the administration', async () => {
    const shop = await open();
    const other = await open();
    const browser = await shop.signIn(shop.adminToken);
    const { role, app } = (await (await browser.call('/api/session')).json()) as Record<string, unknown>;
    assert.deepEqual({ role, app }, { role: 'admin', app: null });
    assert.equal(await statusOf(browser.call('/api/apps')), 200);
    for (const { id } of [shop.app, other.app]) {
      const headers = { 'x-app-id': id };
      assert.equal(await statusOf(browser.call('/api/links', { headers })), 200);
      assert.equal(await statusOf(browser.call('/api/links', { body: { destination: '/a' }, headers })), 201);
    }
    for (const headers of [{ 'x-app-id': `nobody-${randomUUID()}` }, { 'x-app-id': '' }, undefined]) {
      const answer = await browser.call('/api/links', headers ? { headers } : {});
      assert.equal(answer.status, 403);
      assert.equal(errorCode(await answer.json()), 'app_unknown');
    }
  });

  test('of a key shows nothing of another app, and not whether there is one', async () => {
    const shop = await open();
    const other = await open();
    const browser = await shop.signIn(shop.app.secretKey);
    const paths = ['/api/links', `/api/links/${other.codes.summer}`, '/api/clicks', '/api/events', '/api/statistics'];
    for (const path of [...paths, '/api/match-attempts', '/api/export/links.csv']) {
      const answers = await Promise.all(
        [other.app.id, `nobody-${randomUUID()}`].map(async (id) => {
          const answer = await browser.call(path, { headers: { 'x-app-id': id } });
          return { status: answer.status, text: await answer.text() };
        })
      );
      assert.equal(answers[0]?.status, 403, path);
      assert.deepEqual(answers[0], answers[1]);
      assert.deepEqual(await browser.call(`${path}?app=${other.app.id}`).then((answer) => answer.status), 403, path);
    }
    assert.equal(await statusOf(browser.call(`/api/links/${other.codes.summer}`)), 404);
    for (const [path, call] of [
      ['/api/apps', { body: { id: 'x', name: 'X' } }],
      [`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { name: 'X' } }],
      ['/api/keys', { body: { app: shop.app.id, kind: 'secret' } }],
      ['/api/whoami', {}],
      ['/metrics', {}],
    ] as const) {
      assert.equal(await codeOf(browser.call(path, call)), 'admin_required', path);
    }
    const remove = { method: 'DELETE', headers: { 'x-app-id': other.app.id } };
    assert.equal(await statusOf(browser.call(`/api/links/${other.codes.summer}`, remove)), 403);
    assert.equal(await statusOf(other.callAsOwner(`/api/links/${other.codes.summer}`)), 200);
  });

  test('names its app in the query for a download, and only there', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.adminToken);
    const query = `?app=${shop.app.id}`;
    const file = await browser.call(`/api/export/links.csv${query}`);
    assert.equal(file.status, 200);
    assert.match(await file.text(), new RegExp(shop.codes.summer));
    assert.equal(await codeOf(browser.call(`/api/links${query}`, { body: { destination: '/a' } })), 'app_unknown');
    const byToken = await shop.callAsAdmin(`/api/links${query}`);
    assert.equal(await codeOf(byToken), 'app_unknown');
  });

  test('is over after signing out, and stays over for whoever kept the cookie', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.app.secretKey);
    const stays = await shop.signIn(shop.app.secretKey);
    const answer = await browser.call('/api/session', { method: 'DELETE' });
    assert.equal(answer.status, 204);
    assert.match(answer.headers.get('set-cookie') ?? '', /^deferred_link_session=; Max-Age=0; Path=\/;/);
    assert.equal(await codeOf(browser.call('/api/session')), 'signed_out');
    assert.equal(await codeOf(browser.call('/api/links')), 'signed_out');
    assert.equal(await statusOf(browser.call('/api/session', { method: 'DELETE' })), 204);
    assert.equal(await statusOf(shop.call('/api/session', { method: 'DELETE' })), 204);
    assert.equal(await statusOf(stays.call('/api/links')), 200);
  });

  test('is over after signing out, however many cookies of its name somebody has planted before it', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.app.secretKey);
    const planted = Array.from({ length: 9 }, (_, number) => `deferred_link_session=${'b'.repeat(42)}${number}`);
    const cookie = [...planted, browser.cookie].join('; ');
    assert.equal(await statusOf(browser.call('/api/session', { method: 'DELETE', headers: { cookie } })), 204);
    assert.equal(await codeOf(browser.call('/api/links')), 'signed_out');
  });

  test('that is newer counts, if a browser has two', async () => {
    const shop = await open();
    const older = await shop.signIn(shop.app.secretKey);
    shop.clock.now += 1;
    const newer = await shop.signIn(shop.adminToken);
    for (const cookie of [`${older.cookie}; ${newer.cookie}`, `${newer.cookie}; ${older.cookie}`]) {
      const answer = await newer.call('/api/session', { headers: { cookie } });
      assert.equal(((await answer.json()) as { role: string }).role, 'admin');
    }
  });

  test('is over once its key was revoked', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.app.secretKey);
    const { keys } = (await (await shop.callAsAdmin(`/api/keys?app=${shop.app.id}`)).json()) as {
      keys: { id: string; kind: string }[];
    };
    const key = keys.find(({ kind }) => kind === 'secret');
    assert.equal(await statusOf(browser.call('/api/links')), 200);
    assert.equal(await statusOf(shop.callAsAdmin(`/api/keys/${key?.id}`, { method: 'DELETE' })), 204);
    assert.equal(await codeOf(browser.call('/api/links')), 'signed_out');
    assert.equal(await statusOf(trySignIn(shop, shop.app.secretKey)), 401);
  });

  test('is over after twelve hours, and then deleted', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.app.secretKey);
    const count = async () => {
      const hash = await hashText(browser.cookie.split('=')[1] ?? '');
      return rowsOf(await opened.database.queries.execute(sql`SELECT 1 FROM sessions WHERE hash = ${hash}`)).length;
    };
    shop.clock.now += 12 * HOUR_MS - 1;
    assert.equal(await statusOf(browser.call('/api/links')), 200);
    await forgetOldRows(opened.database.queries, shop.clock.now, 400);
    assert.equal(await count(), 1);
    shop.clock.now += 1;
    assert.equal(await codeOf(browser.call('/api/links')), 'signed_out');
    await forgetOldRows(opened.database.queries, shop.clock.now, 400);
    assert.equal(await count(), 0);
  });

  test('is over once the admin token is another one', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.adminToken);
    const again = (tokens: string[]) =>
      Promise.all(tokens.map(hashText)).then((adminTokenHashes) =>
        createService({ database: opened.database, clock: () => shop.clock.now, adminTokenHashes })
      );
    const ask = async (tokens: string[]) =>
      (await (await again(tokens)).request(`${shop.origin}/api/apps`, { headers: { cookie: browser.cookie } })).status;
    assert.equal(await ask(['local token', shop.adminToken]), 200);
    assert.equal(await ask(['another token']), 401);
  });

  test('keeps neither the cookie nor the token in the database', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.adminToken);
    const rows = rowsOf(await opened.database.queries.execute(sql`SELECT row_to_json(sessions)::text FROM sessions`));
    const text = JSON.stringify(rows);
    assert.ok(rows.length > 0);
    for (const secret of [browser.cookie.split('=')[1] ?? '', shop.adminToken, await hashText(shop.adminToken)]) {
      assert.ok(secret.length > 10 && !text.includes(secret));
    }
  });

  test('is not to be had with any other key, and the answer is always the same', async () => {
    const shop = await open();
    const wrong = ['', ' ', 'x', '\0', `sk_\0${shop.app.secretKey}`, 'ü\ud800', 'k'.repeat(200_000)];
    const answers = await Promise.all(
      [...wrong, shop.app.publishableKey, shop.app.id].map(async (key) => {
        const answer = await trySignIn(shop, key);
        assert.equal(answer.headers.get('set-cookie'), null);
        return `${answer.status} ${await answer.text()}`;
      })
    );
    assert.equal(new Set(answers).size, 1);
    assert.match(answers[0] ?? '', /^401 .*"key_wrong"/);
    for (const key of [undefined, null, 7, [shop.app.secretKey]]) {
      assert.equal(await statusOf(trySignIn(shop, key)), 400);
    }
    assert.equal(await statusOf(trySignIn(shop, 'k'.repeat(300_000))), 413);
  });

  test('opens by the key with blanks around it, as people paste it', async () => {
    const shop = await open();
    assert.equal(await statusOf(trySignIn(shop, ` ${shop.app.secretKey}\n`)), 201);
  });

  test('from a page of another origin changes nothing and reads nothing', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.app.secretKey);
    const { cookie } = browser;
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: `https://${shop.host}` },
      { origin: `${shop.origin}.evil.test` },
      { origin: shop.origin, 'sec-fetch-site': 'cross-site' },
      { origin: shop.origin, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const what = JSON.stringify(headers);
      const call = (path: string, rest = {}) => shop.call(path, { ...rest, headers: { cookie, ...headers } });
      assert.equal(await codeOf(call('/api/links')), 'other_origin', what);
      assert.equal(await codeOf(call('/api/session')), 'other_origin', what);
      assert.equal(await codeOf(call('/api/links', { body: { code: 'evil', destination: '/a' } })), 'other_origin');
      assert.equal(await codeOf(call('/api/session', { method: 'DELETE' })), 'other_origin', what);
      assert.equal(await codeOf(call('/api/session', { body: { key: shop.app.secretKey } })), 'other_origin', what);
    }
    const silent = { method: 'DELETE', headers: { cookie } };
    assert.equal(await codeOf(shop.call(`/api/links/${shop.codes.summer}`, silent)), 'other_origin');
    assert.equal(await codeOf(shop.call('/api/session', silent)), 'other_origin');
    const typed = { 'sec-fetch-site': 'none' };
    assert.equal(
      await codeOf(browser.call('/api/links', { body: { destination: '/a' }, headers: typed })),
      'other_origin'
    );
    assert.equal(await statusOf(shop.call('/api/links', { headers: { cookie, ...typed } })), 200);
    assert.equal(await statusOf(browser.call(`/api/links/${shop.codes.summer}`)), 200);
    assert.equal(await statusOf(browser.call('/api/links/evil')), 404);
  });

  test('counts for nothing beside other credentials', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.app.secretKey);
    for (const authorization of ['Bearer wrong', 'Basic eDp5', 'x']) {
      assert.equal(await statusOf(browser.call('/api/links', { headers: { authorization } })), 401);
      assert.equal(await statusOf(browser.call('/api/session', { headers: { authorization } })), 401);
    }
    const publishable = { authorization: `Bearer ${shop.app.publishableKey}`, 'x-app-id': shop.app.id };
    assert.equal(await codeOf(browser.call('/api/links', { headers: publishable })), 'secret_key_required');
  });

  test('does not open what takes a publishable key', async () => {
    const shop = await open();
    const browser = await shop.signIn(shop.app.secretKey);
    const body = { url: `${shop.origin}/${shop.codes.summer}` };
    assert.equal(await codeOf(browser.call('/api/link/resolve-short', { body })), 'key_missing');
  });

  test('is not found by cookies of nonsense', async () => {
    const shop = await open();
    const { cookie } = await shop.signIn(shop.app.secretKey);
    const name = 'deferred_link_session';
    const nonsense = ['', '=', '"', '%00', '\u00ff', 'a'.repeat(43), 'a'.repeat(9_000), `${cookie.split('=')[1]}x`];
    for (const value of nonsense) {
      const answer = await shop.call('/api/links', { headers: { cookie: `${name}=${value}` } });
      assert.equal(answer.status, 401, value);
      assert.equal(errorCode(await answer.json()), 'signed_out', value);
    }
    for (const other of [name, `x${cookie}`, `__Host-${cookie}`, ';;;', '=;=']) {
      assert.equal(await codeOf(shop.call('/api/links', { headers: { cookie: other } })), 'key_missing', other);
    }
  });

  test('is found among other cookies, and among several of its name', async () => {
    const shop = await open();
    const { cookie } = await shop.signIn(shop.app.secretKey);
    const planted = `deferred_link_session=${'b'.repeat(43)}`;
    const all = `a=b; ${planted};${cookie} ; theme="dark;"; =; c`;
    assert.equal(await statusOf(shop.call('/api/links', { headers: { cookie: all } })), 200);
    const many = Array.from({ length: 50 }, (_, index) => `deferred_link_session=${String(index).padStart(43, 'x')}`);
    assert.equal(await statusOf(shop.call('/api/links', { headers: { cookie: [...many, cookie].join('; ') } })), 401);
    const origin = { origin: shop.origin };
    const out = await shop.call('/api/session', { method: 'DELETE', headers: { cookie: all, ...origin } });
    assert.equal(out.status, 204);
    assert.equal(await statusOf(shop.call('/api/links', { headers: { cookie } })), 401);
  });

  test('behind TLS is kept by a cookie that only this host can set, and only over TLS', async () => {
    const shop = await open({ trustedProxies: { kind: 'hops', count: 1 } });
    const passed = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'go.test' };
    const response = await trySignIn(shop, shop.app.secretKey, { ...passed, origin: 'https://go.test' });
    assert.equal(response.status, 201);
    const header = response.headers.get('set-cookie') ?? '';
    assert.match(
      header,
      /^__Host-deferred_link_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/
    );
    const cookie = header.split(';')[0] ?? '';
    const headers = { ...passed, cookie, origin: 'https://go.test' };
    assert.equal(await statusOf(shop.call('/api/links', { body: { destination: '/a' }, headers })), 201);
    assert.equal(await statusOf(shop.call('/api/links', { headers: { ...passed, cookie: cookie.slice(7) } })), 401);
    assert.equal(await statusOf(shop.call('/api/links', { headers: { cookie } })), 401);
    assert.equal(await codeOf(trySignIn(shop, shop.app.secretKey, passed)), 'other_origin');
    const out = await shop.call('/api/session', { method: 'DELETE', headers });
    assert.match(out.headers.get('set-cookie') ?? '', /^__Host-deferred_link_session=; Max-Age=0; .*Secure/);
  });

  test('is guessed ten times by a network, then every ten seconds; the right key always opens one', async () => {
    const shop = await open({ signInRateLimit: undefined });
    const attempt = (key: string, address?: string) =>
      shop.call('/api/session', { body: { key }, ...(address ? { address } : {}) });
    for (let count = 0; count < 10; count += 1) assert.equal(await statusOf(attempt('guess')), 401);
    const limited = await attempt('guess');
    assert.equal(limited.status, 429);
    assert.equal(limited.headers.get('retry-after'), '10');
    assert.equal(await statusOf(attempt(shop.app.secretKey)), 201);
    assert.equal(await statusOf(attempt('guess', '198.51.100.7')), 401);
    assert.equal(await statusOf(shop.call('/api/session')), 401);
    shop.clock.now += 10_000;
    assert.equal(await statusOf(attempt(shop.adminToken)), 201);
    assert.equal(await statusOf(attempt('guess')), 401);
    assert.equal(await statusOf(attempt('guess')), 429);
  });
});

onPostgres('a session on two instances', (url) => {
  test('opens both, and ends on both at once', async () => {
    const databases = [await openDatabase({ url: url() }), await openDatabase({ url: url() })] as const;
    try {
      const shop = await openShop(databases[0]);
      const adminTokenHashes = [await hashText(shop.adminToken)];
      const other = createService({ database: databases[1], clock: () => shop.clock.now, adminTokenHashes });
      const askOther = (cookie: string, method = 'GET', path = '/api/links') =>
        other.request(`${shop.origin}${path}`, { method, headers: { cookie, origin: shop.origin } });

      const left = await shop.signIn(shop.app.secretKey);
      assert.equal(await statusOf(askOther(left.cookie)), 200);
      assert.equal(await statusOf(left.call('/api/links')), 200);
      assert.equal(await statusOf(askOther(left.cookie, 'DELETE', '/api/session')), 204);
      assert.equal(await statusOf(left.call('/api/links')), 401);

      const revoked = await shop.signIn(shop.app.secretKey);
      assert.equal(await statusOf(askOther(revoked.cookie)), 200);
      await databases[0].queries.execute(sql`UPDATE keys SET revoked_at = now() WHERE app_id = ${shop.app.id}`);
      assert.equal(await statusOf(askOther(revoked.cookie)), 401);
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });
});
