import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { createMetrics } from '../../src/server/createMetrics.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import type { Database } from '../../src/storage/base/Database.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { openShop, type Shop } from '../support/openShop.ts';
import { iphone, pixel } from '../support/phones.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Longer than anything is remembered while no changes are heard of. */
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

describe('while the database can’t write', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let database: Database;
  let shop: Shop;
  const metrics = createMetrics();

  before(async () => {
    server = await startPostgres();
    database = await openDatabase({ url: server.url });
  });
  after(async () => {
    await database.close();
    await server.stop();
  });
  /** Notices come in order: once a later one is heard, none about the new shop is on its way to empty the caches. */
  async function hearOfShop(): Promise<void> {
    const code = `heard-${randomUUID()}`;
    const heard = new Promise<void>((resolve) => {
      database.onChange((change) => {
        // A connection that was lost begins anew, and forgets nothing by name.
        if (change.kind === 'everything' || (change.kind === 'links' && change.codes.includes(code))) resolve();
      });
    });
    assert.equal((await shop.callAsOwner('/api/links', { body: { code, destination: '/a' } })).status, 201);
    await heard;
  }

  beforeEach(async () => {
    shop = await openShop(database, { metrics });
    await hearOfShop();
    // Both are remembered from here on.
    assert.equal((await shop.view(shop.codes.summer, iphone)).status, 200);
    assert.equal((await shop.matchPhone(pixel)).status, 404);
  });

  async function inMemory(): Promise<number> {
    const { text } = await metrics.read();
    return Number(/^clicks_in_memory (\d+)$/m.exec(text)?.[1]);
  }

  const allStored = () => until(async () => (await inMemory()) === 0);

  async function run(...statements: string[]): Promise<void> {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  const reload = 'SELECT pg_reload_conf()';

  const outages = {
    'it is gone': {
      begin: () => server.kill(),
      end: () => server.restart(),
    },
    'it is read-only': {
      begin: async () => {
        await run('ALTER SYSTEM SET default_transaction_read_only = on', reload);
        await until(async () => (await shop.callAsApp('/api/link/create', { body: { route: '/a' } })).status === 503);
      },
      end: () => run('ALTER SYSTEM RESET default_transaction_read_only', reload),
    },
  };

  for (const [name, { begin, end }] of Object.entries(outages)) {
    test(`${name}: links open, and their clicks and device reports are stored when it is back`, async () => {
      await begin();
      shop.clock.now += FORGOTTEN_AFTER_MS;
      const clickId = await shop.click(shop.codes.summer, iphone);
      await shop.click(shop.codes.summer, pixel);
      assert.equal(await inMemory(), 2);
      const meanwhile = await shop.match({ clickId });
      assert.equal(meanwhile.status, 503);
      await end();
      await allStored();

      const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: { id: string }[] };
      assert.equal(clicks.length, 3);
      // The report follows its click.
      await until(async () => {
        const found = await database.queries.execute(sql`SELECT timezone FROM clicks WHERE id = ${clickId}`);
        return rowsOf<{ timezone: string | null }>(found)[0]?.timezone === iphone.browser.timezone;
      });
      const { status, body } = await shop.match({ clickId });
      assert.equal(status, 200);
      assert.equal((body as { link: string }).link, shop.destinations.summer);
    });
  }

  test('a code that isn’t remembered leads to the store of the phone', async () => {
    await server.kill();
    try {
      const [ios, android] = [await shop.view(shop.codes.sneaker, iphone), await shop.view(shop.codes.sneaker, pixel)];
      assert.deepEqual([ios.status, ios.headers.get('location')], [302, 'https://apps.apple.com/app/id42']);
      assert.deepEqual(
        [android.status, android.headers.get('location')],
        [302, 'https://play.google.com/store/apps/details?id=test.shop']
      );
    } finally {
      await server.restart();
    }
  });

  test('a host whose app isn’t remembered answers that it can’t right now', async () => {
    const fresh = await openShop(database);
    await server.kill();
    try {
      const answer = await fresh.view(fresh.codes.sneaker, iphone);
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
    } finally {
      await server.restart();
    }
  });

  test('an install is never told that it has no link', async () => {
    await server.kill();
    try {
      shop.clock.now += FORGOTTEN_AFTER_MS;
      assert.equal((await shop.matchPhone(pixel)).status, 503);
      assert.equal((await shop.match({ clickId: 'nobody' })).status, 503);
    } finally {
      await server.restart();
    }
  });
});
