import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetOldRows } from '../../../src/operations/retention.ts';
import { sharesTable } from '../../../src/storage/companyTables.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

onOneDatabase('a shared view', (opened) => {
  async function share() {
    const shop = await openShop(opened.database);
    const expiresAt = new Date(shop.clock.now + 60_000).toISOString();
    const body = { label: 'Agency', filter: { link: [shop.codes.summer] }, expiresAt };
    const added = await shop.callAsOwner('/api/shares', { body });
    assert.equal(added.status, 201);
    const { id, token } = (await added.json()) as { id: string; token: string };
    const headers = { authorization: `Bearer ${token}`, 'x-app-id': shop.app.id };
    const ask = (path: string, method = 'GET') =>
      shop.call(path, { method, headers, ...(method === 'GET' ? {} : { body: '{' }) });
    return { shop, id, token, ask, path: `/api/statistics?link=${shop.codes.summer}` };
  }

  test('opens its own filter and no other', async () => {
    const { shop, ask, path } = await share();
    await shop.click(shop.codes.summer, iphone);
    const seen = await ask(`${path}&by=link&compare=previous&from=2026-01-01&to=2026-01-02`);
    assert.equal(seen.status, 200);
    assert.equal(((await seen.json()) as { total: { clicks: number } }).total.clicks, 1);
    for (const other of [
      '/api/statistics',
      `/api/statistics?link=${shop.codes.sneaker}`,
      `${path}&link=${shop.codes.sneaker}`,
      `${path}&kind=path`,
      `${path}&campaign=x`,
      `${path}&app=another`,
      `${path}&constructor=`,
      `${path}&__proto__=x`,
    ]) {
      assert.equal((await ask(other)).status, 403, other);
    }
  });

  test('opens no other route', async () => {
    const { shop, token, ask } = await share();
    assert.equal((await ask('/metrics')).status, 401);
    const headers = { origin: shop.origin };
    assert.equal((await shop.call('/api/session', { body: { key: token }, headers })).status, 401);
    const document = (await (await shop.call('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security?: object[] }>>;
    };
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        if (!security) continue;
        const asked = path
          .replace('{id}', shop.app.id)
          .replace('{code}', shop.codes.summer)
          .replace('{file}', 'links.csv');
        const { status } = await ask(asked, method.toUpperCase());
        assert.ok(status === 401 || status === 403, `${method} ${path} ${status}`);
      }
    }
  });

  test('ends at its date, when it is revoked, and at another app', async () => {
    const { shop, id, ask, path } = await share();
    const other = await openShop(opened.database);
    const list = async () =>
      ((await (await shop.callAsOwner('/api/shares')).json()) as { shares: unknown[] }).shares.length;
    assert.equal(await list(), 1);
    assert.equal((await other.callAsOwner(`/api/shares/${id}`, { method: 'DELETE' })).status, 404);
    shop.clock.now += 60_000;
    assert.equal((await ask(path)).status, 401);
    assert.equal(await list(), 0);
    shop.clock.now -= 60_000;
    assert.equal((await ask(path)).status, 200);
    assert.equal((await shop.callAsOwner(`/api/shares/${id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await ask(path)).status, 401);
  });

  test('is deleted once it has ended, and not before', async () => {
    const { shop } = await share();
    const { queries } = opened.database;
    const count = async () =>
      (await queries.select().from(sharesTable)).filter(({ appId }) => appId === shop.app.id).length;
    await forgetOldRows(queries, shop.clock.now, 400);
    assert.equal(await count(), 1);
    await forgetOldRows(queries, shop.clock.now + 60_000, 400);
    assert.equal(await count(), 0);
  });
});
