import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { onOneDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';

interface Operation {
  method: string;
  path: string;
  door: string;
  isSecured: boolean;
}

async function listOperations(shop: Shop): Promise<Operation[]> {
  const document = (await (await shop.call('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { tags: string[]; security?: object[] }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags, security }]) => ({
      method: method.toUpperCase(),
      path,
      door: tags.join(),
      isSecured: security !== undefined,
    }))
  );
}

const bearer = (key: string, appId?: string) => ({
  authorization: `Bearer ${key}`,
  ...(appId === undefined ? {} : { 'x-app-id': appId }),
});

onOneDatabase('doors', (opened) => {
  /** Asks for every secured operation of some doors, with a body that no schema accepts and no parser reads. */
  async function walk(shop: Shop, doors: string[], headers: Record<string, string>): Promise<string[]> {
    const operations = (await listOperations(shop)).filter(({ door }) => doors.includes(door));
    assert.ok(operations.length > 3);
    const answers = operations.map(async ({ method, path, isSecured }) => {
      assert.ok(isSecured, `${method} ${path}`);
      const asked = path
        .replace('{id}', shop.app.id)
        .replace('{code}', shop.codes.summer)
        .replace('{file}', 'links.csv');
      const { status } = await shop.call(asked, { method, headers, ...(method === 'GET' ? {} : { body: '{' }) });
      return [401, 403, 404].includes(status) ? [] : [`${method} ${path} ${status}`];
    });
    return (await Promise.all(answers)).flat();
  }

  test('every operation belongs to one door, and only these are open to anybody', async () => {
    const operations = await listOperations(await openShop(opened.database));
    const open = operations.filter(({ door }) => door === 'public').map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(open.sort(), [
      'DELETE /api/session',
      'GET /api/session',
      'GET /{code}',
      'POST /api/clicks/{id}/device',
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

  test('the README lists every operation under its door', async () => {
    const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| (app|owner|admin|public) +\| (.*) \|$/gm)];
    const listed = rows.flatMap(([, door = '', cell = '']) =>
      [...cell.matchAll(/`([A-Z ]+) (\/[^`]*)`/g)].flatMap(([, methods = '', path = '']) =>
        methods.split(' ').map((method) => `${door} ${method} ${path}`)
      )
    );
    const operations = await listOperations(await openShop(opened.database));
    const missing = operations
      .map(({ door, method, path }) => `${door} ${method} ${path}`)
      .filter((operation) => !listed.includes(operation));
    assert.deepEqual(missing, []);
  });
});

onPostgres('reports', (url) => {
  test('while one app reads 90 days, another app’s list is never refused and never waits', async () => {
    const database = await openDatabase({ url: url() });
    const locker = await openDatabase({ url: url(), poolSize: 2 });
    try {
      const shop = await openShop(database);
      const other = await openShop(database);
      const headers = bearer(other.app.secretKey, other.app.id);
      const reports = await locker.queries.transaction(async (transaction) => {
        // Reports hang at this table, as if they had a lot to read.
        await transaction.execute(sql`LOCK TABLE opens IN ACCESS EXCLUSIVE MODE`);
        let reading = 20;
        const asked = Array.from({ length: reading }, () =>
          shop.callAsOwner('/api/statistics?from=2025-10-04&to=2026-01-01&by=day,link').then(() => (reading -= 1))
        );
        for (let round = 0; round < 9; round += 1) {
          assert.equal((await shop.call('/api/links', { headers })).status, 200);
        }
        assert.equal(reading, 20);
        await transaction.execute(sql`SELECT 1`);
        return asked;
      });
      await Promise.all(reports);
    } finally {
      await database.close();
      await locker.close();
    }
  });
});
