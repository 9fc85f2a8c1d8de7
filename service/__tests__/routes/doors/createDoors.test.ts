import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { SCOPES, type Scope } from '../../../src/values/scopes.ts';
import { onOneDatabase, onPostgres, testOffCitus } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';

interface Operation {
  method: string;
  path: string;
  door: string;
  isSecured: boolean;
  /** What a secret key must be allowed to do; undefined if none opens this. */
  scope: string | undefined;
}

async function listOperations(shop: Shop): Promise<Operation[]> {
  const document = (await (await shop.call('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { tags: string[]; security?: Record<string, string[]>[] }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags, security }]) => ({
      method: method.toUpperCase(),
      path,
      door: tags.join(),
      isSecured: security !== undefined,
      scope: security?.find((scheme) => 'secretKey' in scheme)?.secretKey?.[0],
    }))
  );
}

const bearer = (key: string, appId?: string) => ({
  authorization: `Bearer ${key}`,
  ...(appId === undefined ? {} : { 'x-app-id': appId }),
});

onOneDatabase('doors', (opened) => {
  /**
   * Asks for every secured operation of some doors, with a body that no schema accepts and no parser reads; for one
   * after the other, as they would wait for each other at the gates and some would be refused there.
   */
  async function walk(
    shop: Shop,
    doors: string[],
    headers: Record<string, string>,
    isOpen = (status: number) => ![401, 403, 404].includes(status)
  ): Promise<string[]> {
    const operations = (await listOperations(shop)).filter(({ door }) => doors.includes(door));
    assert.ok(operations.length > 3);
    const open: string[] = [];
    for (const { method, path, isSecured } of operations) {
      const operation = `${method} ${path}`;
      assert.ok(isSecured, operation);
      const asked = path
        .replace('{id}', shop.app.id)
        .replace('{code}', shop.codes.summer)
        .replace('{file}', 'links.csv');
      const { status } = await shop.call(asked, { method, headers, ...(method === 'GET' ? {} : { body: '{' }) });
      assert.ok(status < 500, `${operation}: ${status}`);
      if (isOpen(status)) open.push(operation);
    }
    return open;
  }

  test('every operation belongs to one door, and only these are open to anybody', async () => {
    const operations = await listOperations(await openShop(opened.database));
    const open = operations.filter(({ door }) => door === 'public').map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(open.sort(), [
      'DELETE /api/session',
      'GET /api/session',
      'GET /{code}',
      'POST /api/clicks/{id}/device',
      'POST /api/clicks/{id}/store-tap',
      'POST /api/session',
    ]);
    assert.deepEqual(new Set(operations.map(({ door }) => door)), new Set(['app', 'owner', 'admin', 'public']));
  });

  test('without a key no door opens, and the body is not even read', async () => {
    const shop = await openShop(opened.database);
    assert.deepEqual(await walk(shop, ['app', 'owner', 'admin'], {}), []);
  });

  test('a key of the wrong kind opens no door', async () => {
    const shop = await openShop(opened.database);
    const { id, publishableKey, secretKey } = shop.app;
    assert.deepEqual(await walk(shop, ['app'], bearer(secretKey, id)), []);
    assert.deepEqual(await walk(shop, ['app'], bearer(shop.adminToken, id)), []);
    assert.deepEqual(await walk(shop, ['owner', 'admin'], bearer(publishableKey, id)), []);
  });

  test('a key of another app opens no door to this app', async () => {
    const shop = await openShop(opened.database);
    const { id, publishableKey, secretKey } = (await openShop(opened.database)).app;
    assert.deepEqual(await walk(shop, ['app'], bearer(publishableKey, shop.app.id)), []);
    assert.deepEqual(await walk(shop, ['owner', 'admin'], bearer(secretKey, shop.app.id)), []);
    // To another app's owner, this app's links and settings look as if they didn't exist.
    const owned = ['/api/links/{code}', '/api/apps/{id}'];
    for (const path of owned) {
      const asked = path.replace('{id}', shop.app.id).replace('{code}', shop.codes.summer);
      assert.equal((await shop.call(asked, { headers: bearer(secretKey, id) })).status, 404, path);
    }
  });

  test('a key with a scope opens what the document says, and nothing else', async () => {
    const shop = await openShop(opened.database);
    const ofEach = {
      read: [
        ...['GET /api/apps', 'GET /api/apps/{id}', 'GET /api/apps/{id}/preview', 'GET /api/cohorts', 'GET /api/links'],
        'GET /api/links/qr.zip',
        ...['GET /api/links/{code}', 'GET /api/shared', 'GET /api/statistics'],
      ],
      links: [
        'PATCH /api/links',
        'PATCH /api/links/{code}',
        'POST /api/links',
        'POST /api/links/bulk',
        'POST /api/links/import',
      ],
      events: ['POST /api/events'],
    };
    const opens: Record<Scope, string[]> = {
      read: ofEach.read,
      links: [...ofEach.read, ...ofEach.links],
      events: ofEach.events,
      all: (await listOperations(shop)).filter(({ scope }) => scope).map(({ method, path }) => `${method} ${path}`),
    };
    assert.ok(opens.all.length > 20);
    for (const scope of SCOPES) {
      const { secret } = await shop.addKey({ kind: 'secret', scope });
      const { cookie } = await shop.signIn(secret);
      const sameSite = { cookie, origin: shop.origin, 'sec-fetch-site': 'same-origin', 'x-app-id': shop.app.id };
      for (const headers of [bearer(secret, shop.app.id), sameSite]) {
        // All routes together are more than one network may ask at once.
        shop.clock.now += 60_000;
        const opened_ = await walk(shop, ['owner', 'admin'], headers, (status) => status !== 401 && status !== 403);
        assert.deepEqual(opened_.sort(), opens[scope].sort(), scope);
      }
    }
  });

  test('a key that may not do something is told which key may', async () => {
    const shop = await openShop(opened.database);
    const { secret } = await shop.addKey({ kind: 'secret', scope: 'events' });
    const answer = await shop.call('/api/links', { headers: bearer(secret, shop.app.id) });
    assert.deepEqual(await answer.json(), {
      error: { code: 'scope_required', message: 'This needs a secret key with the scope read or links or all.' },
    });
  });

  test('who shared a link, and with which data, is hidden from a key that may not see people', async () => {
    const shop = await openShop(opened.database);
    const headers = { 'x-install-id': 'ana-phone' };
    assert.equal(
      (await shop.callAsApp('/api/link/create', { body: { route: '/a', data: { note: 'ana' } }, headers })).status,
      200
    );
    const { secret } = await shop.addKey({ kind: 'secret', scope: 'read' });
    const seenBy = async (key: string) => {
      const list = await shop.call('/api/links?kind=shared', { headers: bearer(key, shop.app.id) });
      interface Seen {
        code: string;
        createdBy: string;
        data: unknown;
      }
      const [link] = ((await list.json()) as { links: Seen[] }).links;
      const one = await shop.call(`/api/links/${link?.code}`, { headers: bearer(key, shop.app.id) });
      return [link, (await one.json()) as Seen].map((seen) => [seen?.createdBy, seen?.data]);
    };
    const all = ['ana-phone', { note: 'ana' }];
    assert.deepEqual(await seenBy(shop.app.secretKey), [all, all]);
    assert.deepEqual(await seenBy(secret), [
      ['', null],
      ['', null],
    ]);
  });

  test('what owners and admins see is not stored, and neither is a refusal', async () => {
    const shop = await openShop(opened.database);
    for (const answer of [
      await shop.callAsOwner('/api/links'),
      await shop.callAsOwner('/api/statistics'),
      await shop.callAsAdmin('/api/apps'),
      await shop.call('/api/links'),
    ]) {
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
  });

  test('somebody who sends a body slowly keeps no other app waiting', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        finish = () => {
          controller.enqueue(new TextEncoder().encode('{"route":"/product/1"}'));
          controller.close();
        };
      },
    });
    const headers = { ...bearer(shop.app.publishableKey, shop.app.id), 'content-type': 'application/json' };
    const slow = shop.service.request(
      `${shop.origin}/api/link/create`,
      { method: 'POST', body, headers, duplex: 'half' },
      { address: '192.0.2.1' }
    );
    const quick = await shop.call('/api/link/create', {
      body: { route: '/product/2' },
      headers: bearer(other.app.publishableKey, other.app.id),
    });
    assert.equal(quick.status, 200);
    finish();
    assert.equal((await slow).status, 200);
  });
});

onPostgres('reports', (url) => {
  test('while one app reads 90 days, another app’s list is never refused and never waits', async () => {
    const database = await openDatabase({ url: url() });
    const locker = await openDatabase({ url: url(), poolSize: 2 });
    let isOver = false;
    let answered = 0;
    let readers: Promise<void>[] = [];
    try {
      const shop = await openShop(database);
      const other = await openShop(database);
      const headers = bearer(other.app.secretKey, other.app.id);
      // A report that hangs for seconds is refused, and asked for again.
      async function read(): Promise<void> {
        for (; !isOver; answered += 1) await shop.callAsOwner('/api/statistics?from=2025-10-04&to=2026-01-01&by=link');
      }
      await locker.queries.transaction(async (transaction) => {
        // Reports hang at this table, as if they had a lot to read.
        await transaction.execute(sql`LOCK TABLE rollups IN ACCESS EXCLUSIVE MODE`);
        readers = Array.from({ length: 20 }, read);
        // A list that had to wait would have to wait for a report.
        for (let rounds = 0, first = 0; first < 9; rounds += 1) {
          assert.ok(rounds < 99, 'lists are answered before reports');
          const before = answered;
          assert.equal((await shop.call('/api/links', { headers })).status, 200);
          if (answered === before) first += 1;
          // The lock is still held.
          await transaction.execute(sql`SELECT 1`);
        }
      });
    } finally {
      isOver = true;
      await Promise.all(readers);
      await database.close();
      await locker.close();
    }
  });
});

onPostgres('imports', (url) => {
  testOffCitus('a file of links waits until another app’s is read', async () => {
    const database = await openDatabase({ url: url() });
    try {
      const shop = await openShop(database);
      const other = await openShop(database);
      // For longer than other requests wait at a gate.
      await database.queries.execute(sql`
        CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3); RETURN NEW; END'`);
      await database.queries.execute(sql`
        CREATE TRIGGER be_slow BEFORE INSERT ON links FOR EACH ROW WHEN (NEW.code = 'slow') EXECUTE FUNCTION be_slow()`);
      const importAs = async ({ app }: Shop, code: string) => {
        const body = { csv: `code,destination\n${code},/a` };
        return (await shop.call('/api/links/import', { body, headers: bearer(app.secretKey, app.id) })).status;
      };
      assert.deepEqual(await Promise.all([importAs(shop, 'slow'), importAs(other, 'quick')]), [200, 200]);
    } finally {
      await database.close();
    }
  });
});
