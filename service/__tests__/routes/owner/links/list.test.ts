import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createLink } from '../../../../src/operations/createLink.ts';
import { nextPosition } from '../../../../src/storage/base/nextPosition.ts';
import { foldRollups } from '../../../../src/operations/foldRollups.ts';
import type { Queries } from '../../../../src/storage/base/Database.ts';
import { clicksTable, eventsTable, installsTable } from '../../../../src/storage/schema/tables.ts';
import { countEverything } from '../../../support/countEverything.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/values/durations.ts';

interface Page {
  links: { code: string; createdBy: string | null; counts?: object }[];
  nextCursor: string | null;
}

/** Adds a link with as many clicks, installs and purchases of ten euros, an hour ago. */
async function addBusyLink(
  queries: Queries,
  shop: Shop,
  code: string,
  [clicks = 0, installs = 0, purchases = 0]: readonly number[],
  link: { createdBy?: string; createdAt?: Date; title?: string; campaign?: string; source?: string } = {}
): Promise<void> {
  const { id: appId } = shop.app;
  const at = new Date(shop.clock.now - HOUR_MS);
  await createLink(queries, shop.app, {
    code,
    destination: '/sale',
    createdAt: new Date(shop.clock.now - DAY_MS),
    ...link,
  });
  const rows = (count: number) => Array.from({ length: count }, (_, row) => `${appId}-${code}-${row}`);
  if (clicks > 0) {
    await queries.insert(clicksTable).values(rows(clicks).map((id) => ({ id, appId, code, createdAt: at })));
    // Every other click is somebody's first on this link. A link's only click is the first on any link.
    await queries.execute(sql`
      UPDATE clicks SET visitor = CASE WHEN ${clicks === 1} THEN 3 WHEN right(id, 1)::int % 2 = 0 THEN 2 ELSE 0 END
      WHERE app_id = ${appId} AND code = ${code}`);
  }
  if (installs > 0) {
    await queries.insert(installsTable).values(
      rows(installs).map((id) => ({
        id,
        appId,
        code,
        matchedBy: 'clickId' as const,
        confidence: 1,
        matchedAt: at,
        since: at,
      }))
    );
  }
  if (purchases > 0) {
    await queries.insert(eventsTable).values(
      rows(purchases).map((id) => ({
        id,
        position: nextPosition(),
        appId,
        code,
        installId: rows(installs)[0] ?? id,
        name: 'purchase',
        amount: '10',
        currency: 'EUR',
        loggedAt: at,
        receivedAt: at,
        occurredAt: at,
      }))
    );
  }
  await countEverything(queries, appId);
}

async function readPage(shop: Shop, query: string): Promise<Page> {
  const answer = await shop.callAsOwner(`/api/links?${query}`);
  assert.equal(answer.status, 200, query);
  return (await answer.json()) as Page;
}

/** All pages, one after the other. */
async function readCodes(shop: Shop, query: string, limit: number): Promise<string[]> {
  const codes: string[] = [];
  for (let cursor = ''; ;) {
    const { links, nextCursor } = await readPage(shop, `${query}&limit=${limit}${cursor}`);
    codes.push(...links.map(({ code }) => code));
    if (nextCursor === null) return codes;
    cursor = `&cursor=${nextCursor}`;
  }
}

onOneDatabase('the list of links', (opened) => {
  test('shows what each link brought in the days asked for', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    await addBusyLink(queries, shop, `${shop.app.id}-a`, [3, 2, 1]);
    const countsOf = async (query: string) => {
      const { links } = await readPage(shop, `counts=true&${query}`);
      return links.find(({ code }) => code.endsWith('-a'))?.counts;
    };
    const revenue = [{ currency: 'EUR', sum: '10' }];
    assert.deepEqual(await countsOf(''), { clicks: 3, visitors: 2, installs: 2, buyers: 1, purchases: 1, revenue });
    const none = { clicks: 0, visitors: 0, installs: 0, buyers: 0, purchases: 0, revenue: [] };
    assert.deepEqual(await countsOf('from=2025-01-01&to=2025-01-02'), none);
    const { links } = await readPage(shop, '');
    assert.equal(links[0]?.counts, undefined);
  });

  test('is sorted by clicks, visitors, installs or purchases, page by page, with links that have none at the end', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    const { id } = shop.app;
    const older = new Date(shop.clock.now - 2 * DAY_MS);
    await addBusyLink(queries, shop, `${id}-few`, [1, 0, 3]);
    await addBusyLink(queries, shop, `${id}-many`, [9, 1, 0]);
    await addBusyLink(queries, shop, `${id}-same-old`, [4, 0, 0], { createdAt: older });
    await addBusyLink(queries, shop, `${id}-same-b`, [4, 0, 0]);
    await addBusyLink(queries, shop, `${id}-same-a`, [4, 2, 0]);
    await addBusyLink(queries, shop, `${id}-none`, [0, 0, 0], { createdAt: older });
    const { sneaker, summer } = shop.codes;
    const sorted = ['many', 'same-a', 'same-b', 'same-old', 'few'].map((name) => `${id}-${name}`);
    const expected = [...sorted, sneaker, summer, `${id}-none`];
    for (const limit of [1, 2, 3, 5, 8, 50]) {
      assert.deepEqual(await readCodes(shop, 'sort=clicks', limit), expected, `pages of ${limit}`);
      assert.deepEqual(await readCodes(shop, 'sort=visitors', limit), expected, `pages of ${limit}`);
    }
    const report = await shop.callAsOwner('/api/statistics?by=link&order=visitors');
    const { rows } = (await report.json()) as { rows: { link: { code: string } | null }[] };
    assert.deepEqual(
      rows.map(({ link }) => link?.code),
      sorted
    );
    assert.deepEqual((await readCodes(shop, 'sort=installs', 2)).slice(0, 2), [`${id}-same-a`, `${id}-many`]);
    assert.equal((await readCodes(shop, 'sort=purchases', 3))[0], `${id}-few`);
    assert.equal((await readCodes(shop, 'sort=buyers', 3))[0], `${id}-few`);
    assert.equal((await readCodes(shop, 'sort=revenue', 1))[0], `${id}-few`);
    assert.equal((await readCodes(shop, 'sort=revenue', 1)).length, 8);
  });

  test('has the links of a campaign, a source or none', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    const { id } = shop.app;
    await addBusyLink(queries, shop, `${id}-a`, [1], { campaign: 'xmas26', source: 'instagram' });
    await addBusyLink(queries, shop, `${id}-b`, [2], { campaign: 'xmas26', source: 'mail' });
    const { sneaker, summer } = shop.codes;
    assert.deepEqual(await readCodes(shop, 'campaign=xmas26&sort=clicks', 1), [`${id}-b`, `${id}-a`]);
    assert.deepEqual(await readCodes(shop, 'campaign=xmas26&source=mail', 50), [`${id}-b`]);
    assert.deepEqual(await readCodes(shop, 'campaign=', 50), [sneaker, summer]);
  });

  test('counts days of the app’s own time zone alone, and needs no zone if it counts nothing', async () => {
    const shop = await openShop(opened.database);
    const statusOf = async (query: string) =>
      (await shop.callAsOwner(`/api/links?timezone=Asia/Tokyo&${query}`)).status;
    for (const query of ['sort=clicks', 'sort=revenue', 'counts=true']) assert.equal(await statusOf(query), 400, query);
    for (const query of ['sort=created', 'sort=name']) assert.equal(await statusOf(query), 200, query);
  });

  test('refuses the cursor of another order', async () => {
    const shop = await openShop(opened.database);
    const { nextCursor } = await readPage(shop, 'limit=1');
    const answer = await shop.callAsOwner(`/api/links?sort=clicks&limit=1&cursor=${nextCursor}`);
    assert.equal(answer.status, 400);
  });

  test('keeps links that users shared apart, until their maker is forgotten', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    const { id } = shop.app;
    await addBusyLink(queries, shop, `${id}-shared`, [2], { createdBy: 'install-1', title: 'A lamp' });
    const { sneaker, summer } = shop.codes;
    assert.deepEqual(await readCodes(shop, 'kind=campaign', 50), [sneaker, summer]);
    assert.deepEqual(await readCodes(shop, 'kind=campaign&sort=clicks', 1), [sneaker, summer]);
    assert.deepEqual(await readCodes(shop, 'kind=shared', 50), [`${id}-shared`]);
    assert.deepEqual(await readCodes(shop, 'kind=shared&sort=clicks&search=lam', 50), [`${id}-shared`]);
    await shop.forget('/api/installs/install-1');
    assert.deepEqual(await readCodes(shop, 'kind=shared', 50), []);
  });

  test('loses shared links by install, by day or all, and never a link of the owner', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    const { id } = shop.app;
    const yesterday = new Date(shop.clock.now - DAY_MS);
    const earlier = new Date(shop.clock.now - 5 * DAY_MS);
    await addBusyLink(queries, shop, `${id}-one`, [2], { createdBy: 'one', createdAt: earlier });
    await addBusyLink(queries, shop, `${id}-two`, [2], { createdBy: 'two', createdAt: yesterday });
    await addBusyLink(queries, shop, `${id}-three`, [2], { createdBy: 'three', createdAt: earlier });
    const remove = async (query: string) => {
      const answer = await shop.callAsOwner(`/api/links?${query}`, { method: 'DELETE' });
      return { status: answer.status, body: (await answer.json()) as object };
    };
    for (const query of [
      '',
      'all=true',
      'kind=shared',
      'kind=campaign&all=true',
      'kind=shared&all=true&createdBy=one',
    ]) {
      assert.equal((await remove(query)).status, 400, query);
    }
    assert.deepEqual((await remove('kind=shared&createdBy=one')).body, { deleted: 1, hasMore: false });
    assert.deepEqual(await readCodes(shop, 'kind=shared', 50), [`${id}-two`, `${id}-three`]);
    assert.deepEqual((await remove('kind=shared&day=2025-12-31')).body, { deleted: 1, hasMore: false });
    assert.deepEqual(await readCodes(shop, 'kind=shared', 50), [`${id}-three`]);
    assert.deepEqual((await remove('kind=shared&all=true')).body, { deleted: 1, hasMore: false });
    assert.deepEqual(await readCodes(shop, 'sort=created', 50), [shop.codes.sneaker, shop.codes.summer]);
    // As many as one request deletes.
    await queries.execute(sql`
      INSERT INTO links (app_id, code, destination, created_by, created_at)
      SELECT ${id}, ${`${id}-many-`} || n, '/', 'many', now() FROM generate_series(1, 501) n`);
    assert.deepEqual((await remove('kind=shared&createdBy=many')).body, { deleted: 500, hasMore: true });
    assert.deepEqual((await remove('kind=shared&createdBy=many')).body, { deleted: 1, hasMore: false });
  });

  test('shows and sorts by clicks that were folded', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    await addBusyLink(queries, shop, `${shop.app.id}-a`, [3, 2, 1]);
    await foldRollups(queries, shop.clock.now);
    const { links } = await readPage(shop, 'sort=clicks&counts=true');
    assert.equal(links[0]?.code, `${shop.app.id}-a`);
    assert.deepEqual(links[0]?.counts, {
      ...{ clicks: 3, visitors: 2, installs: 2, buyers: 1, purchases: 1 },
      revenue: [{ currency: 'EUR', sum: '10' }],
    });
  });
});
