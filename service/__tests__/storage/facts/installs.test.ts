import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { addClicks, findClicksOfNetworks, type NewClick } from '../../../src/storage/facts/clicks.ts';
import type { Database } from '../../../src/storage/base/Database.ts';
import { claimClicks, type Claim } from '../../../src/storage/facts/installs.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { clicksTable, installsTable, matchAttemptsTable } from '../../../src/storage/schema/tables.ts';
import { createGroupNames } from '../../../src/storage/facts/names.ts';
import { citusUrl } from '../../support/citus.ts';
import { onEachDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Clicks of the shop's summer link, each of a browser that says nothing of itself; gives their ids, in order. */
async function storeClicks(
  { queries }: Database,
  shop: Shop,
  count: number,
  change: Partial<NewClick> = {}
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).sort();
  const facts = {
    query: null,
    address: null,
    network: null,
    wideNetwork: null,
    device: null,
    model: null,
    systemVersion: null,
    userAgent: null,
    language: null,
    screenWidth: null,
    screenHeight: null,
    scale: null,
    timezone: null,
  };
  const createdAt = new Date(shop.clock.now - 1_000);
  await addClicks(
    queries,
    createGroupNames(Date.now),
    ids.map((id) => ({ ...facts, id, appId: shop.app.id, code: shop.codes.summer, createdAt, ...change }))
  );
  return ids;
}

function claimOf(shop: Shop, clickId: string, installId: string | null, change: Partial<Claim> = {}): Claim {
  const now = new Date(shop.clock.now);
  const notBefore = new Date(shop.clock.now - DAY_MS);
  return { appId: shop.app.id, clickId, installId, by: 'clickId', confidence: 1, notBefore, now, notes: {}, ...change };
}

async function kindsOf(database: Database, claims: Claim[]): Promise<string[]> {
  return (await claimClicks(database.queries, claims)).map(({ kind }) => kind);
}

async function claimedClicks({ queries }: Database, shop: Shop): Promise<string[]> {
  const rows = await queries
    .select({ id: clicksTable.id })
    .from(clicksTable)
    .where(and(eq(clicksTable.appId, shop.app.id), isNotNull(clicksTable.claimedAt)))
    .orderBy(clicksTable.id);
  return rows.map(({ id }) => id);
}

/** The click that each install was answered with. */
async function keptAnswers({ queries }: Database, shop: Shop): Promise<Map<string, string | null>> {
  const rows = await queries.select().from(installsTable).where(eq(installsTable.appId, shop.app.id));
  return new Map(rows.map(({ id, clickId }) => [id, clickId]));
}

async function keptAttempts({ queries }: Database, shop: Shop) {
  return queries.select().from(matchAttemptsTable).where(eq(matchAttemptsTable.appId, shop.app.id));
}

/** Counts the statements that `work` sends; a transaction counts as one. */
async function countStatements({ queries }: Database, work: () => Promise<unknown>): Promise<number> {
  let statements = 0;
  const { execute, transaction } = queries;
  queries.execute = (query: Parameters<typeof execute>[0]) => {
    statements += 1;
    return execute.call(queries, query);
  };
  queries.transaction = ((...of: Parameters<typeof transaction>) => {
    statements += 1;
    return transaction.apply(queries, of);
  }) as typeof transaction;
  try {
    await work();
    return statements;
  } finally {
    queries.execute = execute;
    queries.transaction = transaction;
  }
}

onEachDatabase('claims that come together', (opened) => {
  test('share statements, and each gets its own link, answer and attempt', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const ids = await storeClicks(database, shop, 100);
    const statements = await countStatements(database, async () => {
      const answers = await Promise.all(ids.map((clickId) => shop.match({ clickId }, undefined, `of-${clickId}`)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    });
    assert.ok(statements <= 10, `${statements} statements`);
    assert.deepEqual(await claimedClicks(database, shop), ids);
    assert.deepEqual(await keptAnswers(database, shop), new Map(ids.map((id) => [`of-${id}`, id])));
    const attempts = await keptAttempts(database, shop);
    assert.equal(attempts.length, 100);
    const [attempt] = attempts;
    assert.ok(attempt);
    const { outcome, matchedBy, delayMs } = attempt;
    assert.deepEqual([outcome, matchedBy, delayMs], ['matched', 'clickId', 1_000]);
    assert.match(attempt.network ?? '', /^[\da-f]{64}$/);
  });

  test('of several to one click the first gets it, and the others cost no statement more', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const [id = ''] = await storeClicks(database, shop, 1);
    const installs = ['first', 'second', null, 'first', null];
    let kinds: string[] = [];
    const statements = await countStatements(database, async () => {
      kinds = await kindsOf(
        database,
        installs.map((install) => claimOf(shop, id, install))
      );
    });
    assert.deepEqual(kinds, ['claimed', 'refused', 'refused', 'answered', 'refused']);
    assert.equal(statements, 1);
    assert.deepEqual(await keptAnswers(database, shop), new Map([['first', id]]));
    assert.equal((await keptAttempts(database, shop)).length, 1);
  });

  test('of several to a click that nobody can have all are refused by one statement', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const claims = Array.from({ length: 50 }, (_, index) => claimOf(shop, 'unknown', `install-${index}`));
    const statements = await countStatements(database, async () => {
      assert.deepEqual(new Set(await kindsOf(database, claims)), new Set(['refused']));
    });
    assert.equal(statements, 1);
  });

  test('one install gets one click, and leaves the other to whoever asks next', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const [one = '', other = ''] = await storeClicks(database, shop, 2);
    const kinds = await kindsOf(database, [
      claimOf(shop, one, 'install'),
      claimOf(shop, other, 'install'),
      claimOf(shop, other, 'neighbour'),
    ]);
    assert.deepEqual(kinds, ['claimed', 'answered', 'claimed']);
    assert.deepEqual(
      await keptAnswers(database, shop),
      new Map([
        ['install', one],
        ['neighbour', other],
      ])
    );
  });

  test('an install that has an answer takes no click from the next in line', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const [one = '', other = ''] = await storeClicks(database, shop, 2);
    assert.deepEqual(await kindsOf(database, [claimOf(shop, one, 'install')]), ['claimed']);
    const kinds = await kindsOf(database, [claimOf(shop, other, 'install'), claimOf(shop, other, null)]);
    assert.deepEqual(kinds, ['answered', 'claimed']);
  });

  test('a claim for which the click is too old takes it from none that may look further back', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const [id = ''] = await storeClicks(database, shop, 1);
    const kinds = await kindsOf(database, [
      claimOf(shop, id, 'late', { by: 'fingerprint', notBefore: new Date(shop.clock.now) }),
      claimOf(shop, id, 'sure'),
    ]);
    assert.deepEqual(kinds, ['refused', 'claimed']);
  });

  test('an app takes its own clicks only, and an id with the character NUL is nobody’s', async () => {
    const { database } = opened;
    const [shop, other] = [await openShop(database), await openShop(database)];
    const [id = ''] = await storeClicks(database, shop, 1);
    assert.deepEqual(await kindsOf(database, [claimOf(other, id, 'thief')]), ['refused']);
    const claims = [claimOf(shop, '\0', 'odd'), claimOf(shop, id, 'owner')];
    assert.deepEqual(await kindsOf(database, claims), ['refused', 'claimed']);
    assert.equal((await keptAnswers(database, other)).size, 0);
  });

  test('one that the table refuses is answered with 500 and claims nothing, and its neighbours are matched', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const ids = await storeClicks(database, shop, 20);
    await database.queries.execute(sql`ALTER TABLE installs ADD CONSTRAINT no_poison CHECK (id <> 'poison')`);
    try {
      const answers = await Promise.all(
        ids.map((clickId, index) => shop.match({ clickId }, undefined, index === 13 ? 'poison' : `install-${index}`))
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        ids.map((_, index) => (index === 13 ? 500 : 200))
      );
      const others = ids.filter((_, index) => index !== 13);
      assert.deepEqual(await claimedClicks(database, shop), others);
      assert.equal((await keptAttempts(database, shop)).length, 19);
    } finally {
      await database.queries.execute(sql`ALTER TABLE installs DROP CONSTRAINT no_poison`);
    }
  });
});

onEachDatabase('lookups that come together', (opened) => {
  test('each gets the clicks of its app and own network since its own time, the newest first', async () => {
    const { database } = opened;
    const [shop, other] = [await openShop(database), await openShop(database)];
    const at = async (network: string, age: number, of = shop) => {
      const [id = ''] = await storeClicks(database, of, 1, { network, createdAt: new Date(shop.clock.now - age) });
      return id;
    };
    const early = await at('10.0.0.1', 2_000);
    const edge = await at('10.0.0.1', 1_500);
    const late = await at('10.0.0.1', 1_000);
    const elsewhere = await at('10.0.0.2', 1_000);
    await at('10.0.0.1', 9_000);
    const foreign = await at('10.0.0.1', 1_000, other);
    const ask = (appId: string, network: string, age: number) => ({
      appId,
      network,
      since: new Date(shop.clock.now - age),
    });
    const found = await findClicksOfNetworks(database.queries, [
      ask(shop.app.id, '10.0.0.1', 1_500),
      ask(shop.app.id, '10.0.0.2', 5_000),
      ask(shop.app.id, '10.0.0.1', 5_000),
      ask(shop.app.id, '10.0.0.3', 5_000),
    ]);
    assert.deepEqual(
      found.map((clicks) => clicks.map(({ id }) => id)),
      [[late], [elsewhere], [late, edge, early], []]
    );
    const [others] = await findClicksOfNetworks(database.queries, [ask(other.app.id, '10.0.0.1', 5_000)]);
    assert.deepEqual(
      others?.map(({ id }) => id),
      [foreign]
    );
    assert.equal(found[0]?.[0]?.at, shop.clock.now - 1_000);
  });

  test('a hundred fingerprints that find nothing need few statements, and each attempt is kept', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const statements = await countStatements(database, async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => shop.match(iphone.fingerprint, `10.1.0.${index}`, `install-${index}`))
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]));
    });
    assert.ok(statements <= 20, `${statements} statements`);
    assert.equal((await keptAttempts(database, shop)).length, 100);
  });
});

onEachDatabase('reports that come together', (opened) => {
  test('share statements; the first of a click counts, and an unknown click has none', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    const ids = await storeClicks(database, shop, 30);
    const [twice = ''] = ids;
    const report = (id: string, screenWidth: number) =>
      shop.call(`/api/clicks/${id}/device?app=${shop.app.id}`, { body: { screenWidth, timezone: 'Europe/Berlin' } });
    let statuses: number[] = [];
    const statements = await countStatements(database, async () => {
      const answers = await Promise.all([
        ...ids.map((id, index) => report(id, 100 + index)),
        report(twice, 999),
        report('unknown', 1),
      ]);
      statuses = answers.map(({ status }) => status);
    });
    assert.deepEqual(statuses, [...ids.map(() => 204), 404, 404]);
    assert.ok(statements <= 5, `${statements} statements`);
    assert.equal((await report(twice, 998)).status, 404);
    const rows = await database.queries.select().from(clicksTable).where(eq(clicksTable.appId, shop.app.id));
    const widths = new Map(rows.map(({ id, screenWidth }) => [id, screenWidth]));
    assert.deepEqual(widths, new Map(ids.map((id, index) => [id, 100 + index])));
    assert.ok(rows.every(({ reportedAt, timezone }) => reportedAt !== null && timezone === 'Europe/Berlin'));
  });
});

/** Until a statement waits for a lock. */
async function oneWaits({ queries }: Database): Promise<void> {
  const isWaiting = citusUrl
    ? sql`SELECT 1 FROM citus_locks WHERE NOT granted`
    : sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()`;
  while (rowsOf(await queries.execute(isWaiting)).length === 0);
}

onPostgres('two instances', (url) => {
  test('claim the same clicks for the same installs at once: each once, and neither waits for the other for ever', async () => {
    const [one, other] = [await openDatabase({ url: url() }), await openDatabase({ url: url() })];
    try {
      const shop = await openShop(one);
      for (let round = 0; round < 20; round += 1) {
        const ids = await storeClicks(one, shop, 40);
        const claims = ids.map((id, index) => claimOf(shop, id, `install-${round}-${index}`));
        // Clicks and installs are paired anew, so that the orders of both cross.
        const crossed = ids.map((id, index) => claimOf(shop, id, `install-${round}-${39 - index}`)).reverse();
        const groups = [claims.slice(0, 25), claims.slice(15)].map((group) => claimClicks(one.queries, group));
        const rivals = [crossed.slice(0, 25), crossed.slice(15)].map((group) => claimClicks(other.queries, group));
        const outcomes = (await Promise.all([...groups, ...rivals])).flat();
        const claimed = outcomes.filter(({ kind }) => kind === 'claimed').length;
        const answers = [...(await keptAnswers(one, shop))].filter(([id]) => id.startsWith(`install-${round}-`));
        const taken = (await claimedClicks(one, shop)).filter((id) => ids.includes(id));
        assert.equal(answers.length, claimed);
        assert.equal(new Set(answers.map(([, click]) => click)).size, claimed);
        assert.deepEqual(answers.map(([, click]) => click).sort(), taken);
        // Whoever finds its click taken or its install answered leaves no more than it must.
        assert.ok(claimed >= 20, `${claimed} claimed`);
      }
    } finally {
      await one.close();
      await other.close();
    }
  });

  test('begin a week at once: whoever waits for the key of its networks holds no click that the other wants', async () => {
    const [one, other] = [await openDatabase({ url: url() }), await openDatabase({ url: url() })];
    try {
      const shop = await openShop(one);
      const [id = ''] = await storeClicks(one, shop, 1);
      await one.queries.execute(sql`DELETE FROM hash_keys WHERE app_id = ${shop.app.id}`);
      let kinds: ReturnType<typeof kindsOf> | undefined;
      await other.queries.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT network_key(${shop.app.id}, ${new Date(shop.clock.now)}::timestamptz)`);
        kinds = kindsOf(one, [claimOf(shop, id, 'install', { notes: { network: '10.0.0.1' } })]);
        await oneWaits(other);
        await transaction.execute(sql`SELECT FROM clicks WHERE app_id = ${shop.app.id} AND id = ${id} FOR UPDATE`);
      });
      assert.deepEqual(await kinds, ['claimed']);
      const key = sql`SELECT conceal(key, '10.0.0.1') AS network FROM hash_keys WHERE app_id = ${shop.app.id}`;
      const [attempt] = await keptAttempts(one, shop);
      assert.deepEqual(rowsOf(await one.queries.execute(key)), [{ network: attempt?.network }]);
    } finally {
      await one.close();
      await other.close();
    }
  });

  test('a click that changes while a claim waits for it is claimed as it is then', async () => {
    const [one, other] = [await openDatabase({ url: url() }), await openDatabase({ url: url() })];
    try {
      const shop = await openShop(one);
      const [reported = '', taken = '', free = ''] = await storeClicks(one, shop, 3);
      const claims = [reported, taken, free].map((id) => claimOf(shop, id, `of-${id}`));
      let outcomes: ReturnType<typeof kindsOf> | undefined;
      await other.queries.transaction(async (transaction) => {
        await transaction.update(clicksTable).set({ timezone: 'Europe/Berlin' }).where(eq(clicksTable.id, reported));
        await transaction.update(clicksTable).set({ claimedAt: new Date() }).where(eq(clicksTable.id, taken));
        outcomes = kindsOf(one, claims);
        await oneWaits(other);
      });
      assert.deepEqual(await outcomes, ['claimed', 'refused', 'claimed']);
      assert.deepEqual(new Set((await keptAnswers(one, shop)).values()), new Set([reported, free]));
    } finally {
      await one.close();
      await other.close();
    }
  });
});
