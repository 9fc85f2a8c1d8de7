import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { forgetChanges } from '../../../src/operations/forgetChanges.ts';
import type { ChangeListWire } from '../../../src/routes/owner/changes.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { deleteUntil } from '../../../src/storage/base/deleteUntil.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';
import { DAY_MS } from '../../../src/values/durations.ts';

async function changesOf(shop: Shop, query = ''): Promise<ChangeListWire['changes']> {
  const response = await shop.callAsOwner(`/api/changes${query}`);
  assert.equal(response.status, 200);
  return ((await response.json()) as ChangeListWire).changes;
}

/** What happened, the oldest first, as far as it doesn't differ from run to run. */
const told = (changes: ChangeListWire['changes']) =>
  changes.map(({ what, before, after }) => ({ what, before, after })).reverse();

const status = async (response: Promise<Response>) => (await response).status;

onOneDatabase('changes', (opened) => {
  test('of a link say who made them, what it was and what it became', async () => {
    const shop = await openShop(opened.database);
    const { secret, hint } = await shop.addKey({ kind: 'secret', scope: 'links', label: 'Marketing' });
    const headers = { authorization: `Bearer ${secret}`, 'x-app-id': shop.app.id };
    const body = { code: 'autumn', destination: '/sale', title: 'Autumn', data: { step: 1, end: '\u0000' } };
    assert.equal(await status(shop.call('/api/links', { body, headers })), 201);
    shop.clock.now += 1000;
    const change = { title: 'Late autumn', destination: '/sale' };
    assert.equal(await status(shop.call('/api/links/autumn', { method: 'PATCH', body: change, headers })), 200);
    shop.clock.now += 1000;
    assert.equal(await status(shop.callAsOwner('/api/links/autumn', { method: 'DELETE' })), 204);
    shop.clock.now += 1000;
    const admin = { authorization: `Bearer ${shop.adminToken}`, 'x-app-id': shop.app.id };
    assert.equal(await status(shop.call('/api/links/autumn/restore', { method: 'POST', headers: admin })), 200);
    const changes = await changesOf(shop, '?link=autumn');
    const whole = { destination: '/sale', title: 'Autumn', data: body.data };
    assert.deepEqual(
      told(changes).map(({ before, after }) => [
        before && { destination: before.destination, title: before.title, data: before.data },
        after && { destination: after.destination, title: after.title, data: after.data },
      ]),
      [
        [null, whole],
        [
          { destination: undefined, title: 'Autumn', data: undefined },
          { destination: undefined, title: 'Late autumn', data: undefined },
        ],
        [{ ...whole, title: 'Late autumn' }, null],
        [null, { ...whole, title: 'Late autumn' }],
      ]
    );
    assert.deepEqual(
      changes
        .map(({ by }) => by?.label ?? by?.hint ?? 'admin')
        .reverse()
        .slice(0, 2),
      ['Marketing', 'Marketing']
    );
    assert.equal(changes[3]?.by?.hint, hint);
    assert.equal(changes[0]?.by, null);
    assert.ok(changes[1]?.by?.hint.startsWith('sk_'));
    assert.deepEqual(
      changes.map(({ at }) => Date.parse(at)),
      [0, 1, 2, 3].map((seconds) => shop.clock.now - seconds * 1000)
    );
  });

  test('of a link have the API’s fields: what was before, sent as a change, brings it back', async () => {
    const shop = await openShop(opened.database);
    const path = `/api/links/${shop.codes.summer}`;
    const read = async () => {
      const { updatedAt: _changed, ...link } = (await (await shop.callAsOwner(path)).json()) as Record<string, unknown>;
      return link;
    };
    const whole = await read();
    const body = { disabled: true, fallbacks: { ios: 'https://shop.test/ios' } };
    assert.equal(await status(shop.callAsOwner(path, { method: 'PATCH', body })), 200);
    const [change] = await changesOf(shop);
    assert.deepEqual(change?.after, {
      disabled: true,
      fallbacks: { ios: body.fallbacks.ios, android: null, desktop: null },
    });
    assert.equal(await status(shop.callAsOwner(path, { method: 'PATCH', body: change.before })), 200);
    assert.deepEqual(await read(), whole);
  });

  test('of the app and its keys are recorded, and no key is in them', async () => {
    const shop = await openShop(opened.database);
    const { id, secret } = await shop.addKey({ kind: 'secret', scope: 'read', label: 'Agency' });
    await shop.callAsAdmin(`/api/keys/${id}`, { method: 'DELETE' });
    await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { name: 'New name' } });
    await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { name: 'New name' } });
    const changes = await changesOf(shop);
    assert.ok(!JSON.stringify(changes).includes(secret));
    assert.ok(changes.every(({ by }) => by === null));
    const [ofApp] = changes.filter(({ what }) => what === 'app');
    assert.deepEqual([ofApp?.before, ofApp?.after], [{ name: 'Test Shop' }, { name: 'New name' }]);
    assert.equal(changes.filter(({ what }) => what === 'app').length, 1);
    const ofKey = changes.filter(({ subject }) => subject === id);
    assert.equal(ofKey.length, 2);
    assert.ok(
      ofKey.some(({ before, after }) => before === null && after?.label === 'Agency' && after.scope === 'read')
    );
    assert.ok(ofKey.some(({ before, after }) => before?.revokedAt === null && typeof after?.revokedAt === 'string'));
  });

  test('a new app begins with how it was added', async () => {
    const shop = await openShop(opened.database);
    const id = `new-${shop.app.id}`;
    assert.equal(await status(shop.callAsAdmin('/api/apps', { body: { id, name: 'New' } })), 201);
    const headers = { authorization: `Bearer ${shop.adminToken}`, 'x-app-id': id };
    const { changes } = (await (await shop.call('/api/changes', { headers })).json()) as ChangeListWire;
    assert.deepEqual(changes.map(({ what }) => what).sort(), ['app', 'key', 'key']);
  });

  test('a deleted person is recorded without saying who it was', async () => {
    const shop = await openShop(opened.database);
    const route = '/of/marlene';
    const headers = { 'x-install-id': 'phone-of-marlene' };
    const made = await shop.callAsApp('/api/link/create', { body: { route, data: { from: 'marlene' } }, headers });
    const code = ((await made.json()) as { url: string }).url.split('/').at(-1) ?? '';
    // Her owner changed her link, deleted it and restored it: none of that keeps what she wrote.
    await shop.callAsOwner(`/api/links/${code}`, { method: 'PATCH', body: { title: 'By marlene' } });
    await shop.callAsOwner(`/api/links/${code}`, { method: 'DELETE' });
    await shop.forget('/api/installs/phone-of-marlene');
    await shop.forget('/api/users/marlene');
    assert.equal(await status(shop.callAsOwner(`/api/links/${code}/restore`, { method: 'POST' })), 404);
    const people = (await changesOf(shop)).filter(({ what }) => what === 'person');
    assert.deepEqual(
      people.map(({ subject, before, after }) => [subject, before, after]),
      [
        [null, null, null],
        [null, null, null],
      ]
    );
    for (const table of ['changes', 'deleted_links', 'links']) {
      const rows = rowsOf<{ found: number }>(
        await opened.database.queries.execute(
          sql`SELECT count(*)::int AS found FROM ${sql.identifier(table)} AS t WHERE t::text LIKE '%marlene%'`
        )
      );
      assert.equal(rows[0]?.found, 0, table);
    }
  });

  test('a request that fails, and a trial, record nothing', async () => {
    const shop = await openShop(opened.database);
    const taken = { code: shop.codes.summer, destination: '/a' };
    assert.equal(
      await status(shop.callAsOwner('/api/links/bulk', { body: { links: [{ destination: '/b' }, taken] } })),
      409
    );
    const csv = 'code,destination\nnew,/a\n';
    assert.equal(await status(shop.callAsOwner('/api/links/import', { body: { csv, dryRun: true } })), 200);
    assert.deepEqual(await changesOf(shop), []);
    assert.equal(await status(shop.callAsOwner('/api/links/import', { body: { csv } })), 200);
    assert.equal((await changesOf(shop)).length, 1);
  });

  test('of another app don’t keep an app’s own from going when they are old', async () => {
    const [other, shop] = [await openShop(opened.database), await openShop(opened.database)];
    for (const { callAsOwner } of [other, shop]) await callAsOwner('/api/links', { body: { destination: '/sale' } });
    const last = new Date(shop.clock.now + DAY_MS);
    await deleteUntil(opened.database.queries, shop.app.id, 'changes', last);
    assert.equal((await changesOf(shop)).length, 0);
    assert.equal((await changesOf(other)).length, 1);
  });

  test('are listed in pages, for their own app alone, and kept for a year', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    for (let number = 0; number < 3; number += 1) {
      await shop.callAsOwner('/api/links', { body: { destination: `/${number}` } });
    }
    const first = (await (await shop.callAsOwner('/api/changes?limit=2')).json()) as ChangeListWire;
    assert.equal(first.changes.length, 2);
    const rest = (await (
      await shop.callAsOwner(`/api/changes?limit=2&cursor=${first.nextCursor}`)
    ).json()) as ChangeListWire;
    assert.equal(new Set([...first.changes, ...rest.changes].map(({ id }) => id)).size, 3);
    assert.equal(rest.nextCursor, null);
    assert.deepEqual(await changesOf(other), []);
    await forgetChanges(opened.database.queries, shop.app.id, shop.clock.now + 364 * DAY_MS);
    assert.equal((await changesOf(shop)).length, 3);
    await forgetChanges(opened.database.queries, shop.app.id, shop.clock.now + 366 * DAY_MS);
    assert.deepEqual(await changesOf(shop), []);
  });
});

onOneDatabase('a deleted link', (opened) => {
  const remove = (shop: Shop, code: string) => shop.callAsOwner(`/api/links/${code}`, { method: 'DELETE' });
  const restore = (shop: Shop, code: string) => shop.callAsOwner(`/api/links/${code}/restore`, { method: 'POST' });

  test('leads nowhere, and comes back as it was, with its clicks', async () => {
    const shop = await openShop(opened.database);
    const { summer } = shop.codes;
    const before = await (await shop.callAsOwner(`/api/links/${summer}`)).text();
    const clickId = await shop.click(summer, iphone);
    assert.equal(await status(remove(shop, summer)), 204);
    assert.equal(await status(shop.view(summer, iphone)), 404);
    assert.equal(await status(shop.callAsOwner(`/api/links/${summer}`)), 404);
    assert.equal((await shop.match({ clickId })).status, 404);
    const restored = await restore(shop, summer);
    assert.equal(restored.status, 200);
    assert.equal(await restored.text(), before);
    assert.equal(await status(shop.view(summer, iphone)), 200);
    assert.equal((await shop.match({ clickId })).status, 200);
    assert.equal(await status(restore(shop, summer)), 404);
  });

  test('a link that its user has shared again comes back beside the new one', async () => {
    const shop = await openShop(opened.database);
    const share = async () => {
      const headers = { 'x-install-id': 'ana' };
      const shared = await shop.callAsApp('/api/link/create', { body: { route: '/a' }, headers });
      return ((await shared.json()) as { url: string }).url.split('/').at(-1) ?? '';
    };
    const first = await share();
    await shop.callAsOwner(`/api/links/${first}`, { method: 'DELETE' });
    const second = await share();
    assert.notEqual(second, first);
    assert.equal(await status(restore(shop, first)), 200);
    assert.equal(await share(), second);
  });

  test('can be restored for 30 days, and then its clicks go, too', async () => {
    const shop = await openShop(opened.database);
    const { summer, sneaker } = shop.codes;
    await shop.click(summer, iphone);
    await remove(shop, summer);
    await remove(shop, sneaker);
    const clicks = async () =>
      ((await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: unknown[] }).clicks.length;
    shop.clock.now += 29 * DAY_MS;
    await forgetChanges(opened.database.queries, shop.app.id, shop.clock.now);
    assert.equal(await status(restore(shop, sneaker)), 200);
    assert.equal(await clicks(), 1);
    shop.clock.now += 1 * DAY_MS;
    assert.equal(await status(restore(shop, summer)), 404);
    // With it, more than one statement deletes.
    const { queries } = opened.database;
    await queries.execute(sql`
      INSERT INTO deleted_links (app_id, code, deleted_at, link)
      SELECT ${shop.app.id}, n::text, '2026-01-01', '{}' FROM generate_series(1, 500) AS n`);
    await forgetChanges(queries, shop.app.id, shop.clock.now);
    assert.equal(await clicks(), 0);
    const left = await queries.execute(sql`SELECT FROM deleted_links WHERE app_id = ${shop.app.id}`);
    assert.equal(rowsOf(left).length, 0);
  });

  test('leaves its code to nobody else, unless its own app uses it again', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database, {}, { linkHosts: [shop.host] });
    const { summer } = shop.codes;
    const body = { code: summer, destination: '/winter' };
    await remove(shop, summer);
    assert.equal(await status(other.callAsOwner('/api/links', { body })), 409);
    assert.equal(await status(shop.callAsOwner('/api/links', { body })), 201);
    assert.equal(await status(restore(shop, summer)), 404);
    assert.match(await (await shop.callAsOwner(`/api/links/${summer}`)).text(), /winter/);
  });

  test('of another app is unknown, and a key that only changes links can’t restore', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await remove(shop, shop.codes.summer);
    assert.equal(await status(restore(other, shop.codes.summer)), 404);
    const { secret } = await shop.addKey({ kind: 'secret', scope: 'links' });
    const headers = { authorization: `Bearer ${secret}` };
    const path = `/api/links/${shop.codes.summer}/restore`;
    assert.equal(await status(shop.callAsOwner(path, { method: 'POST', headers })), 403);
  });

  test('that users shared comes back one by one', async () => {
    const shop = await openShop(opened.database);
    const made = await shop.callAsApp('/api/link/create', {
      body: { route: '/a' },
      headers: { 'x-install-id': 'ana' },
    });
    const code = ((await made.json()) as { url: string }).url.split('/').at(-1) ?? '';
    const deleted = await shop.callAsOwner('/api/links?kind=shared&all=true', { method: 'DELETE' });
    assert.deepEqual(await deleted.json(), { deleted: 1, hasMore: false });
    assert.equal(await status(restore(shop, code)), 200);
    assert.equal(await status(shop.view(code, iphone)), 200);
  });
});
