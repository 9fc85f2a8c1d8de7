import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createService, type ServiceOptions } from '../../../src/routes/createService.ts';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import type { Database } from '../../../src/storage/Database.ts';
import { errorCode } from '../../support/errorCode.ts';
import { onOneDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A limit that doesn't refill while a test runs. */
const HUNDRED = { burst: 100, perSecond: 0.001 };

/** What docs/hosting-by-hand.md promises where nothing comes while a notice is on its way: a tenth more for each other instance. */
const MAX_ADMITTED_BY_TWO = 110;

/** A notice that nobody listens for is gone, so it is told until both have heard it. */
async function bothListen(databases: readonly [Database, Database]): Promise<void> {
  const marker = randomUUID();
  let heard = 0;
  for (const { onTold } of databases) {
    let isHeard = false;
    onTold((text) => {
      if (text === marker && !isHeard) heard += 1;
      isHeard ||= text === marker;
    });
  }
  while (heard < 2) {
    await databases[0].tell([marker]);
    await sleep(50);
  }
}

/** The databases, and what their services are still telling each other. */
interface Instances {
  databases: readonly [Database, Database];
  underWay: Promise<void>[];
}

type Ask = (instance: 0 | 1, request: number) => Promise<number>;

onPostgres('limits of two instances', (url) => {
  async function withTwo(
    options: Partial<ServiceOptions>,
    work: (ask: Ask, instances: Instances) => Promise<void>
  ): Promise<void> {
    const databases = [await openDatabase({ url: url() }), await openDatabase({ url: url() })] as const;
    try {
      const shop = await openShop(databases[0]);
      const underWay: Promise<void>[] = [];
      const services = databases.map((database) => {
        const tell: Database['tell'] = (texts) => {
          const told = database.tell(texts);
          underWay.push(told);
          return told;
        };
        return createService({ ...options, database: { ...database, tell } });
      });
      await bothListen(databases);
      const ask: Ask = async (instance, request) => {
        const answer = await services[instance]?.request(
          `${shop.origin}/api/link/resolve-short`,
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${shop.app.publishableKey}`,
              'x-app-id': shop.app.id,
            },
            body: JSON.stringify({ url: 'https://elsewhere.test/a' }),
          },
          { address: options.rateLimit ? '192.0.2.7' : `192.0.${request >> 8}.${request & 255}` }
        );
        return answer?.status ?? 0;
      };
      await work(ask, { databases, underWay });
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  }

  /** Until both have heard what was told before: notices come in the order in which they are stored. */
  async function settle({ databases, underWay }: Instances): Promise<void> {
    await sleep(80);
    await Promise.all(underWay);
    const marker = randomUUID();
    const heard = databases.map(
      ({ onTold }) => new Promise<void>((resolve) => onTold((text) => (text === marker ? resolve() : undefined)))
    );
    await Promise.all(databases.map(({ tell }) => tell([marker])));
    await Promise.all(heard);
  }

  async function countAdmitted(ask: Ask, instances: Instances): Promise<number> {
    let admitted = 0;
    for (let request = 0; request < 150; request += 1) {
      for (const instance of [0, 1] as const) if ((await ask(instance, request)) !== 429) admitted += 1;
      if (request % 10 === 9) await settle(instances);
    }
    return admitted;
  }

  for (const [name, options] of [
    ['a network', { rateLimit: HUNDRED }],
    ['an app', { appRateLimit: HUNDRED }],
  ] as const) {
    test(`two together refuse ${name} what one alone would, but for what is on its way`, async () => {
      await withTwo(options, async (ask, instances) => {
        const admitted = await countAdmitted(ask, instances);
        assert.ok(admitted >= 100 && admitted <= MAX_ADMITTED_BY_TWO, `${admitted} admitted`);
      });
    });
  }

  test('what one has admitted keeps its callers from the other, even from its first request on', async () => {
    await withTwo({ rateLimit: HUNDRED }, async (ask, instances) => {
      for (let request = 0; request < 100; request += 1) await ask(0, request);
      await settle(instances);
      assert.equal(await ask(1, 0), 429);
    });
  });

  test('what is no notice of an instance changes nothing', async () => {
    await withTwo({ rateLimit: { burst: 3, perSecond: 0.001 } }, async (ask, instances) => {
      const [{ queries, tell }] = instances.databases;
      await queries.execute(sql`SELECT pg_notify('deferred_link_usage', 'elsewhere {}')`);
      await tell([
        'nonsense',
        'null',
        '[]',
        '{"entries":[null,["networks"],["networks","192.0.2.7","3"],["x","y",1]]}',
      ]);
      await settle(instances);
      assert.deepEqual([await ask(1, 0), await ask(1, 0), await ask(1, 0)], [404, 404, 404]);
      assert.equal(await ask(1, 0), 429);
    });
  });
});

onOneDatabase('limits', (opened) => {
  test('nobody is told anything of callers who stay below their limit', async () => {
    let told = 0;
    const tell = () => {
      told += 1;
      return Promise.resolve();
    };
    const shop = await openShop({ ...opened.database, tell });
    for (let visitor = 0; visitor < 100; visitor += 1) {
      await shop.call(`/${shop.codes.summer}`, { address: `192.0.2.${visitor}` });
    }
    await sleep(100);
    assert.equal(told, 0);
  });

  test('each instance counts for itself while nothing can be told', async () => {
    const tell = () => Promise.reject(new Error('away'));
    const shop = await openShop({ ...opened.database, tell }, { rateLimit: { burst: 2, perSecond: 0.1 } });
    const statuses = [];
    for (let request = 0; request < 3; request += 1) statuses.push((await shop.call(`/${shop.codes.summer}`)).status);
    await sleep(100);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  test('an app’s users make so many links and no more, wherever they are and whoever they say they are', async () => {
    const shop = await openShop(opened.database, { appRateLimit: { burst: 30, perSecond: 1 } });
    const share = (request: number) =>
      shop.callAsApp('/api/link/create', {
        body: { route: `/product/${request}` },
        address: `192.0.${request}.1`,
        headers: request % 2 === 0 ? {} : { 'x-install-id': `install-${request}` },
      });
    for (let request = 0; request < 3; request += 1) assert.equal((await share(request)).status, 200);
    const limited = await share(3);
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '100']);
    assert.equal(errorCode(await limited.json()), 'too_many_requests');
    // What else the app asks for is not touched.
    assert.equal((await shop.callAsApp('/api/link/match-link', { body: {} })).status, 404);
  });

  test('twelve addresses that make all the links they can leave most of the app’s limit to others', async () => {
    const shop = await openShop(opened.database, { appRateLimit: { burst: 5_000, perSecond: 100 } });
    const share = async (address: string, request: number) =>
      (await shop.callAsApp('/api/link/create', { body: { route: `/p/${request % 5}` }, address })).status;
    let made = 0;
    for (let attacker = 0; attacker < 12; attacker += 1) {
      for (let request = 0; request < 15; request += 1) {
        if ((await share(`198.51.${attacker}.7`, request)) === 200) made += 1;
      }
    }
    assert.equal(made, 12 * 10);
    assert.equal(await share('192.0.2.1', 1), 200);
  });
});
