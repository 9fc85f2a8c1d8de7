import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { QUOTAS, type Quota, type Quotas } from '../../../src/values/quotas.ts';
import { dataUrl, png } from '../../support/icons.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { webhookOptions } from '../../support/receiveWebhooks.ts';

const ICON = dataUrl(png(64));
const ICON_BYTES = png(64).length;

/** Creates one more of what has a quota. */
const CREATE: Readonly<Record<Quota, (shop: Shop) => Response | Promise<Response>>> = {
  links: (shop) => shop.callAsOwner('/api/links', { body: { destination: '/a' } }),
  sharedLinks: (shop) => shop.callAsApp('/api/link/create', { body: { route: `/${randomUUID()}` } }),
  shares: (shop) =>
    shop.callAsOwner('/api/shares', {
      body: { label: 'Agency', filter: { campaign: ['xmas'] }, expiresAt: '2030-01-01T00:00:00Z' },
    }),
  webhooks: (shop) =>
    shop.callAsOwner('/api/webhooks', { body: { url: 'https://example.com/hook', events: ['link.changed'] } }),
  keys: (shop) => shop.callAsAdmin('/api/keys', { body: { app: shop.app.id, kind: 'secret' } }),
  iconBytes: (shop) => shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { icon: ICON } }),
};

/** What the app of a test has from the start. */
const AT_FIRST: Quotas = { links: 2, keys: 2 };

async function messageOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  assert.equal(error.code, 'quota_reached');
  return error.message;
}

async function setQuotas(shop: Shop, quotas: Quotas): Promise<void> {
  const response = await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { quotas } });
  assert.equal(response.status, 200);
}

/** A call with the shop's credentials, which another instance serves. */
function withKeyOf({ app }: Shop, call: object): object {
  return { ...call, headers: { authorization: `Bearer ${app.secretKey}`, 'x-app-id': app.id } };
}

onOneDatabase('quotas', (opened) => {
  const open = () => openShop(opened.database, webhookOptions());

  async function countLinks(shop: Shop): Promise<number> {
    const rows = await opened.database.queries.execute(
      sql`SELECT count(*)::int AS links FROM links WHERE app_id = ${shop.app.id}`
    );
    return rowsOf<{ links: number }>(rows)[0]?.links ?? 0;
  }

  for (const quota of QUOTAS) {
    test(`an app that has all of its ${quota} gets a 409 with the limit and the command that raises it`, async () => {
      const shop = await open();
      const limit = quota === 'iconBytes' ? ICON_BYTES - 1 : (AT_FIRST[quota] ?? 0) + 1;
      if (quota !== 'iconBytes') assert.ok((await CREATE[quota](shop)).ok);
      await setQuotas(shop, { [quota]: limit });
      const refused = await CREATE[quota](shop);
      assert.equal(refused.status, 409);
      const message = await messageOf(refused);
      assert.match(message, new RegExp(`at most ${limit.toLocaleString('en')} `));
      const [, value] = new RegExp(`apps set ${shop.app.id} --quota ${quota}=(\\d+)$`).exec(message) ?? [];
      await setQuotas(shop, { [quota]: Number(value) });
      assert.ok((await CREATE[quota](shop)).ok);
    });
  }

  test('the command that raises one quota keeps what the others were raised to', async () => {
    const shop = await open();
    await setQuotas(shop, { keys: 500, webhooks: 0 });
    assert.match(await messageOf(await CREATE.webhooks(shop)), / --quota keys=500 --quota webhooks=1$/);
  });

  test('what is deleted or replaced makes room', async () => {
    const shop = await open();
    await setQuotas(shop, { shares: 1, webhooks: 1, keys: 3, iconBytes: ICON_BYTES });
    for (const [quota, path] of [
      ['shares', '/api/shares'],
      ['webhooks', '/api/webhooks'],
      ['keys', '/api/keys'],
    ] as const) {
      const created = await CREATE[quota](shop);
      assert.ok(created.ok);
      assert.equal((await CREATE[quota](shop)).status, 409);
      const { id } = (await created.json()) as { id: string };
      const call = quota === 'keys' ? shop.callAsAdmin : shop.callAsOwner;
      assert.equal((await call(`${path}/${id}`, { method: 'DELETE' })).status, 204);
      assert.ok((await CREATE[quota](shop)).ok, quota);
    }
    for (let times = 0; times < 3; times += 1) assert.equal((await CREATE.iconBytes(shop)).status, 200);
  });

  test('a link that can be restored still counts, and restoring it needs no room', async () => {
    const shop = await open();
    await setQuotas(shop, { links: 2 });
    const path = `/api/links/${shop.codes.summer}`;
    assert.equal((await shop.callAsOwner(path, { method: 'DELETE' })).status, 204);
    assert.equal((await CREATE.links(shop)).status, 409);
    assert.equal((await shop.callAsOwner(`${path}/restore`, { method: 'POST' })).status, 200);
  });

  test('links that users share leave room for those of the team', async () => {
    const shop = await open();
    await setQuotas(shop, { links: 3, sharedLinks: 1 });
    assert.equal((await CREATE.sharedLinks(shop)).status, 200);
    assert.equal((await CREATE.sharedLinks(shop)).status, 409);
    assert.equal((await CREATE.links(shop)).status, 201);
  });

  test('a bulk, an import and its trial that are over the quota create nothing; one that fits creates all', async () => {
    const shop = await open();
    const bulk = { links: ['/a', '/b', '/c'].map((destination) => ({ destination })) };
    const csv = ['code,destination', ...['x', 'y', 'z'].map((code) => `${code}-${randomUUID()},/x`)].join('\n');
    await setQuotas(shop, { links: 4 });
    for (const [path, body] of [
      ['/api/links/bulk', bulk],
      ['/api/links/import', { csv }],
      ['/api/links/import', { csv, dryRun: true }],
    ] as const) {
      assert.equal((await shop.callAsOwner(path, { body })).status, 409);
    }
    assert.equal(await countLinks(shop), 2);
    await setQuotas(shop, { links: 8 });
    assert.equal((await shop.callAsOwner('/api/links/bulk', { body: bulk })).status, 201);
    assert.equal((await shop.callAsOwner('/api/links/import', { body: { csv } })).status, 200);
    assert.equal(await countLinks(shop), 8);
  });

  test('requests at the same time to several instances get exactly what is left', async () => {
    const shop = await open();
    await setQuotas(shop, { links: 7 });
    const other = await openShop(opened.database);
    const asOther: Shop = {
      ...shop,
      callAsOwner: (path, call) => other.callAsOwner(path, withKeyOf(shop, call ?? {})),
    };
    const instances = Array.from({ length: 12 }, (_, position) => (position % 2 === 0 ? shop : asOther));
    /** Until it is created or refused: on a busy machine, some wait for too long and have to come back. */
    const create = async (instance: Shop): Promise<number> => {
      const { status } = await CREATE.links(instance);
      return status === 503 ? create(instance) : status;
    };
    const statuses = await Promise.all(instances.map(create));
    assert.equal(statuses.filter((status) => status === 201).length, 5, statuses.join());
    assert.equal(statuses.filter((status) => status === 409).length, 7, statuses.join());
    assert.equal(await countLinks(shop), 7);
  });

  test('the rows of an app that is below its quota are not counted', async () => {
    const shop = await open();
    assert.equal((await CREATE.links(shop)).status, 201);
    await setQuotas(shop, { links: 5 });
    await opened.database.queries.execute(sql`
      INSERT INTO links (app_id, code, destination, created_at)
      SELECT ${shop.app.id}, ${shop.app.id} || n, '/', now() FROM generate_series(1, 100) AS n`);
    assert.equal((await CREATE.links(shop)).status, 201);
    assert.equal((await CREATE.links(shop)).status, 201);
    assert.equal((await CREATE.links(shop)).status, 409);
  });

  test('an app of before its first creation is counted with it', async () => {
    const shop = await open();
    await opened.database.queries.execute(sql`DELETE FROM quota_uses WHERE app_id = ${shop.app.id}`);
    await setQuotas(shop, { links: 2 });
    assert.equal((await CREATE.links(shop)).status, 409);
  });

  test('millions of rows are not counted again for each one that is refused', async () => {
    const shop = await open();
    await setQuotas(shop, { links: 10 });
    assert.equal((await CREATE.links(shop)).status, 201);
    const note = (minutesAgo: number) =>
      opened.database.queries.execute(sql`
        UPDATE quota_uses SET used = 2000000, counted_at = now() - ${minutesAgo} * interval '1 minute'
        WHERE app_id = ${shop.app.id} AND quota = 'links'`);
    await note(1);
    assert.equal((await CREATE.links(shop)).status, 409);
    await note(4);
    assert.equal((await CREATE.links(shop)).status, 201);
  });

  test('an unknown quota, or one below zero, is a 400', async () => {
    const shop = await open();
    for (const quotas of [{ apps: 1 }, { links: -1 }, { links: 1.5 }]) {
      const response = await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { quotas } });
      assert.equal(response.status, 400);
    }
  });
});
