import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { createDeletionsJob } from '../../../src/jobs/deletions.ts';
import { forgetChanges } from '../../../src/operations/forgetChanges.ts';
import { addClicks } from '../../../src/storage/facts/clicks.ts';
import { clicksTable } from '../../../src/storage/schema/tables.ts';
import { createGroupNames } from '../../../src/storage/facts/names.ts';
import { onOneDatabase, testOffCitus } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';
import { DAY_MS } from '../../../src/values/durations.ts';

onOneDatabase('a click that outlived its link', (opened) => {
  test('is not given to a new link of that code, created alone, with others, or from a file', async () => {
    const shop = await openShop(opened.database);
    for (const [path, status, wrap] of [
      ['/api/links', 201, (link: object) => link],
      ['/api/links/bulk', 201, (link: object) => ({ links: [link, { destination: '/other' }] })],
      ['/api/links/import', 200, (link: object) => ({ csv: `code,destination\n${Object.values(link).join()}\n` })],
    ] as const) {
      const clickId = await shop.click(shop.codes.summer, iphone);
      const [click] = await opened.database.queries.select().from(clicksTable).limit(1);
      assert.ok(click);
      await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'DELETE' });
      // It was on its way when the link was deleted.
      await addClicks(opened.database.queries, createGroupNames(Date.now), [
        { ...click, id: clickId, appId: shop.app.id, code: shop.codes.summer },
      ]);
      const link = { code: shop.codes.summer, destination: '/winter' };
      assert.equal((await shop.callAsOwner(path, { body: wrap(link) })).status, status);
      assert.equal((await shop.match({ clickId })).status, 404);
      const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: unknown[] };
      assert.deepEqual(clicks, []);
    }
  });

  test('goes, too, if it comes while its link is deleted for good', async (t) => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const { id: appId } = shop.app;
    await shop.click(shop.codes.summer, iphone);
    const [click] = await queries.select().from(clicksTable).where(eq(clicksTable.appId, appId));
    assert.ok(click);
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'DELETE' });
    const transaction = queries.transaction.bind(queries);
    const late: typeof transaction = async (...work) => {
      await addClicks(queries, createGroupNames(Date.now), [{ ...click, id: randomUUID() }]);
      return transaction(...work);
    };
    t.mock.method(queries, 'transaction', late);
    await forgetChanges(queries, appId, shop.clock.now + 30 * DAY_MS);
    assert.deepEqual(await queries.select().from(clicksTable).where(eq(clicksTable.appId, appId)), []);
  });

  test('a request that fails leaves the clicks of a link that can be restored', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'DELETE' });
    const links = [shop.codes.summer, shop.codes.sneaker].map((code) => ({ code, destination: '/winter' }));
    assert.equal((await shop.callAsOwner('/api/links/bulk', { body: { links } })).status, 409);
    const neighbour = await openShop(opened.database, {}, { linkHosts: shop.app.linkHosts });
    await neighbour.callAsOwner('/api/links', { body: { code: 'theirs', destination: '/theirs' } });
    const csv = `code,destination\n${shop.codes.summer},/winter\ntheirs,/winter\n`;
    assert.equal((await shop.callAsOwner('/api/links/import', { body: { csv } })).status, 400);
    await shop.callAsOwner(`/api/links/${shop.codes.summer}/restore`, { method: 'POST' });
    assert.equal((await shop.match({ clickId })).status, 200);
  });

  testOffCitus('a new link is there although the old clicks are locked, and they go a little later', async (t) => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const clickId = await shop.click(shop.codes.summer, iphone);
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'DELETE' });
    await queries.execute(sql`
      CREATE FUNCTION lock_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'locked' USING ERRCODE = 'lock_not_available'; END $$`);
    const unlock = () => queries.execute(sql`DROP FUNCTION IF EXISTS lock_clicks CASCADE`);
    t.after(unlock);
    await queries.execute(
      sql`CREATE TRIGGER lock_clicks BEFORE DELETE ON clicks FOR EACH ROW EXECUTE FUNCTION lock_clicks()`
    );
    const link = { code: shop.codes.summer, destination: '/winter' };
    assert.equal((await shop.callAsOwner('/api/links', { body: link })).status, 201);
    shop.clock.now += 1;
    const newClickId = await shop.click(shop.codes.summer, iphone);
    await unlock();
    await createDeletionsJob({ queries }).run(new AbortController().signal);
    assert.equal((await shop.match({ clickId })).status, 404);
    assert.equal((await shop.match({ clickId: newClickId })).status, 200);
  });

  test('a code that is taken costs its link no click', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    const link = { code: shop.codes.summer, destination: '/winter' };
    assert.equal((await shop.callAsOwner('/api/links', { body: link })).status, 409);
    assert.equal((await shop.match({ clickId })).status, 200);
  });
});
