import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { createService } from '../../../src/routes/createService.ts';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import type { Database } from '../../../src/storage/base/Database.ts';
import { lockCodesOf } from '../../../src/storage/company/hostLocks.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { onPostgres } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone, pixel } from '../../support/phones.ts';

/** Much less than the two seconds for which a statement waits for a lock. */
const AT_ONCE_MS = 1_500;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Ways {
  land: () => Promise<number>;
  resolve: () => Promise<number>;
  report: () => Promise<number>;
  match: () => Promise<number>;
  guess: () => Promise<number>;
  share: () => Promise<number>;
  list: (what: 'links' | 'clicks' | 'events') => Promise<number>;
  /** A list, by a session. */
  listSignedIn: () => Promise<number>;
  /** Somebody who makes up tokens of shared views. */
  viewShared: () => Promise<number>;
  isReady: () => Promise<number>;
}

/** Everything that an app, its users and its owner ask for, by its status. */
function waysOf(shop: Shop): Ways {
  let count = 0;
  const status = async (answer: Response | Promise<Response>) => (await answer).status;
  return {
    land: () => status(shop.view(shop.codes.summer, iphone)),
    resolve: () =>
      status(shop.callAsApp('/api/link/resolve-short', { body: { url: `${shop.origin}/${shop.codes.summer}` } })),
    report: () => {
      const at = '2026-01-01T12:00:00Z';
      const events = [{ id: `event-${(count += 1)}`, name: 'login', timestamp: at }];
      return status(shop.callAsApp('/api/link/events', { body: { installId: `d-${count}`, sentAt: at, events } }));
    },
    match: async () => (await shop.match({ clickId: `nobody-${(count += 1)}` })).status,
    guess: async () => (await shop.matchPhone(pixel)).status,
    share: () => status(shop.callAsApp('/api/link/create', { body: { route: `/product/${(count += 1)}` } })),
    list: (what) => status(shop.callAsOwner(`/api/${what}`)),
    listSignedIn: () =>
      status(shop.call('/api/links', { headers: { cookie: `deferred_link_session=${'a'.repeat(43)}` } })),
    viewShared: () =>
      status(shop.callAsOwner('/api/shared', { headers: { authorization: `Bearer view_${(count += 1)}` } })),
    isReady: () => status(shop.call('/ready')),
  };
}

onPostgres('a locked table', (url) => {
  /** Floods what needs the table, and meanwhile asks for what doesn't, which has to be answered first. */
  async function whileLocked(
    table: string,
    needIt: (ways: Ways) => Promise<number>[],
    others: (ways: Ways) => Promise<number>[]
  ): Promise<{ stuck: number[]; answered: number[]; isFirst: boolean }> {
    const database = await openDatabase({ url: url() });
    const locker = await openDatabase({ url: url(), poolSize: 2 });
    try {
      const shop = await openShop(database);
      const ways = waysOf(shop);
      // What is remembered for seconds.
      await Promise.all([ways.land(), ways.resolve(), ways.list('links'), ways.guess()]);
      return await locker.queries.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`));
        const stuck = Array.from({ length: 20 }, () => needIt(ways)).flat();
        let ended = 0;
        for (const each of stuck) void each.then(() => (ended += 1));
        await sleep(100);
        const answered: number[] = [];
        for (let round = 0; round < 3; round += 1) answered.push(...(await Promise.all(others(ways))));
        const isFirst = ended < stuck.length;
        return { stuck: await Promise.all(stuck), answered, isFirst };
      });
    } finally {
      await database.close();
      await locker.close();
    }
  }

  test('of clicks stops matches and lists, and neither events nor links', async () => {
    const { stuck, answered, isFirst } = await whileLocked(
      'clicks',
      ({ match, guess, list }) => [match(), guess(), list('clicks')],
      ({ resolve, report, share, isReady }) => [resolve(), report(), share(), isReady()]
    );
    assert.deepEqual(new Set(stuck), new Set([503]));
    assert.deepEqual(new Set(answered), new Set([200]));
    assert.ok(isFirst);
  });

  test('of clicks keeps clicks in memory, and visitors from nothing', async () => {
    const { stuck } = await whileLocked(
      'clicks',
      ({ land }) => [land()],
      () => []
    );
    assert.deepEqual(new Set(stuck), new Set([200]));
  });

  test('of links stops what makes and lists them, and neither events nor pages that are remembered', async () => {
    const { stuck, answered, isFirst } = await whileLocked(
      'links',
      ({ share, list }) => [share(), list('links')],
      ({ land, resolve, report, isReady }) => [land(), resolve(), report(), isReady()]
    );
    assert.deepEqual(new Set(stuck), new Set([503]));
    assert.deepEqual(new Set(answered), new Set([200]));
    assert.ok(isFirst);
  });

  test('of events stops events, and neither clicks nor links', async () => {
    const { stuck, answered, isFirst } = await whileLocked(
      'events',
      ({ report, list }) => [report(), list('events')],
      ({ land, resolve, share, isReady }) => [land(), resolve(), share(), isReady()]
    );
    assert.deepEqual(new Set(stuck), new Set([503]));
    assert.deepEqual(new Set(answered), new Set([200]));
    assert.ok(isFirst);
  });

  test('of sessions stops those who are signed in, and neither apps nor keys nor links', async () => {
    const { stuck, answered, isFirst } = await whileLocked(
      'sessions',
      ({ listSignedIn }) => [listSignedIn()],
      ({ land, resolve, report, share, list, isReady }) => [
        land(),
        resolve(),
        report(),
        share(),
        list('links'),
        isReady(),
      ]
    );
    assert.deepEqual(new Set(stuck), new Set([503]));
    assert.deepEqual(new Set(answered), new Set([200]));
    assert.ok(isFirst);
  });

  test('of shares stops who has a view, or makes one up, and nobody else', async () => {
    const { stuck, answered, isFirst } = await whileLocked(
      'shares',
      ({ viewShared }) => [viewShared()],
      ({ land, resolve, report, share, list, isReady }) => [
        land(),
        resolve(),
        report(),
        share(),
        list('links'),
        isReady(),
      ]
    );
    assert.deepEqual(new Set(stuck), new Set([503]));
    assert.deepEqual(new Set(answered), new Set([200]));
    assert.ok(isFirst);
  });

  test('or rather the codes of a host, as while a large file is imported, stops new links there and on no other host', async (t) => {
    const [database, locker] = [await openDatabase({ url: url() }), await openDatabase({ url: url(), poolSize: 2 })];
    t.after(() => Promise.all([database.close(), locker.close()]));
    const shop = await openShop(database);
    const neighbours = await Promise.all([1, 2, 3].map(() => openShop(database, {}, { linkHosts: ['shared.test'] })));
    const create = async ({ app }: Shop, key: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${key}`, 'x-app-id': app.id };
      return (await shop.call(path, { body, headers })).status;
    };
    const shareAndAdd = (as: Shop) => [
      create(as, as.app.publishableKey, '/api/link/create', { route: '/shared' }),
      create(as, as.app.secretKey, '/api/links', { destination: '/new' }),
      create(as, as.app.secretKey, '/api/links/bulk', { links: [{ destination: '/new' }] }),
    ];
    await locker.queries.transaction(async (transaction) => {
      await lockCodesOf(transaction, ['shared.test']);
      let ended = 0;
      const stuck = neighbours.flatMap(shareAndAdd);
      for (const each of stuck) void each.then(() => (ended += 1));
      await sleep(100);
      assert.deepEqual(new Set(await Promise.all(shareAndAdd(shop))), new Set([200, 201]));
      assert.ok((await shop.callAsOwner('/api/links')).ok);
      assert.equal(ended, 0);
      assert.deepEqual(new Set(await Promise.all(stuck)), new Set([503]));
    });
  });

  test('of opens doesn’t keep a short link from being resolved', async (t) => {
    const database = await openDatabase({ url: url() });
    t.after(() => database.close());
    const order: string[] = [];
    let giveUp = () => {};
    const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
    const shop = await openShop(database, {
      openWithinMs: undefined,
      log: (_level, message) => {
        if (!message.includes('could not be recorded')) return;
        order.push(message);
        giveUp();
      },
    });
    const headers = { 'x-install-id': 'phone' };
    const body = { url: `${shop.origin}/${shop.codes.summer}` };
    const resolve = async () => (await shop.callAsApp('/api/link/resolve-short', { body, headers })).status;
    await resolve();
    await database.queries.transaction(async (transaction) => {
      await transaction.execute(sql`LOCK TABLE opens IN ACCESS EXCLUSIVE MODE`);
      shop.clock.now += 1;
      assert.equal(await resolve(), 200);
      order.push('answered');
      await givenUp;
    });
    assert.deepEqual(order, ['answered', 'A link open could not be recorded']);
  });

  test('says when to try again, and logs nothing about anybody', async () => {
    const database = await openDatabase({ url: url(), poolSize: 4 });
    const locker = await openDatabase({ url: url(), poolSize: 2 });
    const logged: Record<string, unknown>[] = [];
    try {
      const shop = await openShop(database, {
        poolSize: 4,
        log: (_level, _message, fields) => logged.push(fields ?? {}),
      });
      const events = [
        { id: 'a', name: 'login', timestamp: '2026-01-01T12:00:00Z', data: { email: 'ana@example.com' } },
      ];
      const body = { installId: 'secret-device', sentAt: '2026-01-01T12:00:00Z', events };
      await locker.queries.transaction(async (transaction) => {
        await transaction.execute(sql`LOCK TABLE events IN ACCESS EXCLUSIVE MODE`);
        const stuck = Array.from({ length: 20 }, () => shop.callAsApp('/api/link/events', { body }));
        let ended = 0;
        for (const each of stuck) void each.then(() => (ended += 1));
        for (let count = 0; count < 5; count += 1) {
          const url_ = `${shop.origin}/${shop.codes.summer}`;
          assert.equal((await shop.callAsApp('/api/link/resolve-short', { body: { url: url_ } })).status, 200);
          assert.equal((await shop.view(shop.codes.summer, iphone)).status, 200);
        }
        assert.ok(ended < stuck.length, 'the others were answered first');
        const answers = await Promise.all(stuck);
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]));
        assert.ok(answers.every(({ headers }) => headers.has('retry-after')));
      });
      assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
      const text = JSON.stringify(logged);
      assert.ok(text.includes('55P03'), text);
      assert.ok(!/ana@example|secret-device/.test(text), text);
    } finally {
      await database.close();
      await locker.close();
    }
  });
});

onPostgres('events with the same ids', (url) => {
  const batchOf = (ids: string[], installId: string) => ({
    installId,
    sentAt: '2026-01-01T12:00:00Z',
    events: ids.map((id) => ({ id, name: 'login', timestamp: '2026-01-01T12:00:00Z' })),
  });

  /** Until so many wait for a lock; not for long, as nobody waits for one for long. */
  async function untilWaiting(database: Database, count: number): Promise<void> {
    for (const end = Date.now() + AT_ONCE_MS; Date.now() < end; await sleep(10)) {
      const locks = await database.queries.execute(sql`SELECT 1 FROM pg_locks WHERE NOT granted`);
      if (rowsOf(locks).length >= count) return;
    }
  }

  test('in another order, in two instances, don’t wait for each other in a circle', async () => {
    const databases = await Promise.all([openDatabase({ url: url() }), openDatabase({ url: url() })]);
    const blocker = new Client({ connectionString: url() });
    await blocker.connect();
    try {
      const shop = await openShop(databases[0]);
      const other = createService({ database: databases[1], clock: () => shop.clock.now });
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${shop.app.publishableKey}`,
        'x-app-id': shop.app.id,
      };
      const body = JSON.stringify(batchOf(['b', 'z', 'a'], 'two'));
      // Both stop at the event that a third one has, each with one that the other still wants.
      await blocker.query('BEGIN');
      await blocker.query(`SELECT keep_event_ids($1, ARRAY['z'], ARRAY[$2::timestamptz])`, [
        shop.app.id,
        new Date(shop.clock.now),
      ]);
      const first = shop.callAsApp('/api/link/events', { body: batchOf(['a', 'z', 'b'], 'one') });
      await untilWaiting(databases[0], 1);
      const second = other.request(`${shop.origin}/api/link/events`, { method: 'POST', headers, body });
      await untilWaiting(databases[0], 2);
      await blocker.query('ROLLBACK');
      const answers = await Promise.all([first, second]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200]
      );
      const counts = (await Promise.all(answers.map((answer) => answer.json()))) as { accepted: number }[];
      assert.equal(
        counts.reduce((sum, { accepted }) => sum + accepted, 0),
        3
      );
    } finally {
      await blocker.end();
      await Promise.all(databases.map((database) => database.close()));
    }
  });
});
