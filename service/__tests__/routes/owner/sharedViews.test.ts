import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetOldRows } from '../../../src/operations/retention.ts';
import { sharedViewsTable } from '../../../src/storage/schema/tables.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

onOneDatabase('a shared view', (opened) => {
  async function share({ showsNames, shop: given }: { showsNames?: boolean; shop?: Shop } = {}) {
    const shop = given ?? (await openShop(opened.database));
    const expiresAt = new Date(shop.clock.now + 60_000).toISOString();
    const body = { label: 'Agency', filter: { link: [shop.codes.summer] }, showsNames, expiresAt };
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
    const cohorts = `/api/cohorts?link=${shop.codes.summer}`;
    assert.equal((await ask(`${cohorts}&by=week&from=2026-01-01&to=2026-01-02`)).status, 200);
    for (const other of [
      '/api/cohorts',
      `/api/cohorts?link=${shop.codes.sneaker}`,
      `${cohorts}&campaign=x`,
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

  test('shows what the team calls its links, and their tags, only if that was chosen', async () => {
    const { shop, ask, path } = await share();
    const change = { name: 'Winter sale, third try', tags: ['too expensive'] };
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'PATCH', body: change });
    await shop.click(shop.codes.summer, iphone);
    const days = 'from=2026-01-01&to=2026-01-02';
    const hidden = await (await ask(`${path}&by=link&${days}`)).text();
    assert.ok(hidden.includes(shop.codes.summer));
    assert.ok(!hidden.includes(change.name));
    const tags = await ask(`${path}&by=tag&${days}`);
    assert.equal(tags.status, 400);
    const open = await share({ showsNames: true, shop });
    assert.ok((await (await open.ask(`${path}&by=link&${days}`)).text()).includes(change.name));
    assert.ok((await (await open.ask(`${path}&by=tag&${days}`)).text()).includes('too expensive'));
  });

  test('is listed in pages', async () => {
    const { shop } = await share();
    for (let more = 0; more < 4; more += 1) await share({ shop });
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await shop.callAsOwner(`/api/shares?limit=2${cursor && `&cursor=${cursor}`}`);
      const { shares, nextCursor } = (await page.json()) as { shares: { id: string }[]; nextCursor: string | null };
      assert.ok(shares.length <= 2);
      seen.push(...shares.map(({ id }) => id));
      cursor = nextCursor ?? '';
    } while (cursor !== '');
    assert.equal(new Set(seen).size, 5);
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

  test('ends on an instance that remembers it, too', async () => {
    const { shop, id, token, path } = await share();
    const other = await openShop(opened.database);
    other.clock.now = shop.clock.now;
    const askOther = async () => {
      const headers = { authorization: `Bearer ${token}`, 'x-app-id': shop.app.id };
      return (await other.call(path, { headers })).status;
    };
    assert.equal(await askOther(), 200);
    assert.equal((await shop.callAsOwner(`/api/shares/${id}`, { method: 'DELETE' })).status, 204);
    while ((await askOther()) === 200) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(await askOther(), 401);
  });

  test('is deleted once it has ended, and not before', async () => {
    const { shop } = await share();
    const { queries } = opened.database;
    const count = async () =>
      (await queries.select().from(sharedViewsTable)).filter(({ appId }) => appId === shop.app.id).length;
    await forgetOldRows(queries, shop.clock.now, 400);
    assert.equal(await count(), 1);
    await forgetOldRows(queries, shop.clock.now + 60_000, 400);
    assert.equal(await count(), 0);
  });
});
