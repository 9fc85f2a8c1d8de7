import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { createDeletionsJob } from '../../../../src/jobs/deletions.ts';
import { forgetInstall } from '../../../../src/operations/deletions.ts';
import { openJobs } from '../../../../src/jobs/openJobs.ts';
import { openDatabase } from '../../../../src/server/openDatabase.ts';
import { LOCK_TIMEOUT_MS } from '../../../../src/server/openSession.ts';
import type { Queries } from '../../../../src/storage/base/Database.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { DELETION_LEASE_MS } from '../../../../src/storage/facts/pendingDeletions.ts';
import { onOneDatabase, onPostgres } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';

onOneDatabase('deletion requests', (opened) => {
  test('everything of an install goes when its owner asks', async () => {
    const shop = await openShop(opened.database);
    const send = (installId: string, id: string) =>
      shop.callAsApp('/api/link/events', {
        body: {
          installId,
          sentAt: '2026-01-01T12:00:00Z',
          events: [{ id, name: 'login', timestamp: '2026-01-01T12:00:00Z' }],
        },
      });
    await send('ana', 'a');
    await send('ben', 'b');
    for (const install of ['ana', 'ben']) {
      const body = { url: `${shop.origin}/${shop.codes.summer}` };
      await shop.callAsApp('/api/link/resolve-short', { body, headers: { 'x-install-id': install } });
    }
    await shop.callAsApp('/api/link/create', { body: { route: '/x' }, headers: { 'x-install-id': 'ana' } });
    assert.equal((await shop.callAsApp('/api/installs/ana', { method: 'DELETE' })).status, 403);
    assert.deepEqual(await shop.forget('/api/installs/ana'), { events: 1, opens: 1, clicks: 0, links: 1 });
    const { events } = (await (await shop.callAsOwner('/api/events')).json()) as { events: { installId: string }[] };
    assert.deepEqual(
      events.map(({ installId }) => installId),
      ['ben']
    );
    assert.deepEqual(await shop.forget('/api/installs/ana'), { events: 0, opens: 0, clicks: 0, links: 0 });
    const { total } = (await (await shop.callAsOwner('/api/statistics')).json()) as { total: { opens: number } };
    assert.equal(total.opens, 1);
  });

  test('the clicks that may be of an install lose what says so, and stay in the counts of their link', async () => {
    const shop = await openShop(opened.database);
    const clickIds: string[] = [];
    for (let click = 0; click < 6; click += 1) clickIds.push(await shop.click(shop.codes.summer, iphone));
    assert.equal((await shop.match({ clickId: clickIds[0] }, undefined, 'ana')).status, 200);
    const counts = async () => {
      const { total } = (await (await shop.callAsOwner('/api/statistics')).json()) as { total: { clicks: number } };
      const list = await shop.callAsOwner(`/api/links?counts=true&search=${shop.codes.summer}`);
      const { links } = (await list.json()) as { links: { counts: { clicks: number } }[] };
      return [total.clicks, links[0]?.counts.clicks];
    };
    assert.deepEqual(await counts(), [6, 6]);
    assert.deepEqual(await shop.forget('/api/installs/ana'), { events: 0, opens: 0, clicks: 6, links: 0 });
    assert.deepEqual(await counts(), [6, 6]);
    const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: { id: string }[] };
    assert.equal(clicks.length, 6);
    assert.ok(clicks.every(({ id }) => !clickIds.includes(id)));
  });

  test('a user goes when their owner asks, with all installs that carry the id', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const send = (as: Shop, installId: string, userId: string | null) =>
      as.callAsApp('/api/link/events', {
        body: {
          installId,
          sentAt: '2026-01-01T12:00:00Z',
          events: [{ id: `${installId} ${userId}`, name: 'login', timestamp: '2026-01-01T12:00:00Z', userId }],
        },
      });
    for (const device of ['phone', 'tablet']) {
      for (const user of ['ana@example.com', null]) await send(shop, device, user);
    }
    await send(shop, 'desk', 'ben');
    await send(other, 'phone', 'ana@example.com');
    const path = `/api/users/${encodeURIComponent('ana@example.com')}`;
    assert.equal((await shop.callAsApp(path, { method: 'DELETE' })).status, 403);
    const nothing = { installs: 0, events: 0, opens: 0, clicks: 0, links: 0 };
    const deleted = { ...nothing, installs: 2, events: 4 };
    assert.deepEqual(await shop.forget(path), deleted);
    assert.deepEqual(await shop.forget(path), nothing);
    const left = async (as: Shop) =>
      ((await (await as.callAsOwner('/api/events')).json()) as { events: { userId: string | null }[] }).events;
    assert.deepEqual(
      (await left(shop)).map(({ userId }) => userId),
      ['ben']
    );
    assert.equal((await left(other)).length, 1);
  });

  /** Lets something happen right before the first statement that has these words. */
  function interrupt(t: TestContext, words: string, happen: () => Promise<unknown>): void {
    const { queries } = opened.database;
    const execute = queries.execute.bind(queries);
    let isOver = false;
    const interrupted = async (query: SQL) => {
      const isIt = !isOver && new PgDialect().sqlToQuery(query).sql.includes(words);
      isOver ||= isIt;
      if (isIt) await happen();
      return execute(query);
    };
    t.mock.method(queries, 'execute', interrupted as typeof execute);
  }

  const logIn = (shop: Shop, installId: string, id: string) => {
    const at = '2026-01-01T12:00:00Z';
    const events = [{ id, name: 'login', timestamp: at, userId: 'ana' }];
    return shop.callAsApp('/api/link/events', { body: { installId, sentAt: at, events } });
  };

  test('a request that comes as an earlier one ends finds what has come since', async (t) => {
    const shop = await openShop(opened.database);
    const remove = () => shop.callAsOwner('/api/installs/phone', { method: 'DELETE' });
    await logIn(shop, 'phone', 'first');
    let later: Promise<Response> | undefined;
    interrupt(t, 'DELETE FROM pending_deletions', async () => {
      await logIn(shop, 'phone', 'second');
      // The later request has stored what it asks for, and reads it once the earlier one has ended.
      let hasStored = () => {};
      let hasEnded = () => {};
      const stored = new Promise<void>((resolve) => (hasStored = resolve));
      const ended = new Promise<void>((resolve) => (hasEnded = resolve));
      interrupt(t, 'FROM pending_deletions WHERE app_id', () => (hasStored(), ended));
      later = remove();
      await stored;
      setTimeout(hasEnded, 100);
    });
    // As another instance does.
    await forgetInstall(opened.database.queries, shop.app.id, 'phone', { keyId: null, at: new Date(shop.clock.now) });
    assert.deepEqual(await (await later)?.json(), { events: 1, opens: 0, clicks: 0, links: 0 });
  });

  test('an install on which the user turns up while their request is carried out goes with the others', async (t) => {
    const shop = await openShop(opened.database);
    await logIn(shop, 'phone', 'first');
    interrupt(t, 'FROM pending_deletions WHERE app_id', async () => {
      await shop.match({ clickId: await shop.click(shop.codes.summer, iphone) }, undefined, 'tablet');
      await logIn(shop, 'tablet', 'second');
    });
    const deleted = await shop.forget('/api/users/ana');
    assert.deepEqual([deleted.installs, deleted.events], [2, 2]);
    assert.equal((await shop.callAsOwner('/api/installs/tablet')).status, 404);
  });

  /** Lets a statement fail that takes more rows of the table away, as one that takes too long does. */
  async function limitDeletions(t: TestContext, table: string, most: number) {
    const { queries } = opened.database;
    await queries.execute(
      sql.raw(`
      CREATE FUNCTION limit_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(*) FROM gone) > ${most} THEN RAISE 'too many at once'; END IF;
        RETURN NULL;
      END $$`)
    );
    for (const operation of ['DELETE', 'UPDATE']) {
      await queries.execute(
        sql.raw(`
        CREATE TRIGGER limit_${operation} AFTER ${operation} ON ${table} REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION limit_${table}()`)
      );
    }
    t.after(() => queries.execute(sql.raw(`DROP FUNCTION limit_${table} CASCADE`)));
  }

  const MANY = 6_000;

  for (const [who, path] of [
    ['an install', '/api/installs/everybody'],
    ['a user', '/api/users/guest'],
  ] as const) {
    test(`${who} with more events and links than one statement can delete goes, too`, async (t) => {
      const shop = await openShop(opened.database);
      for (const table of ['events', 'webhook_facts']) await limitDeletions(t, table, 5_000);
      const execute = (query: SQL) => opened.database.queries.execute(query);
      await execute(sql`
        INSERT INTO events (app_id, id, position, install_id, user_id, name, logged_at, received_at, occurred_at)
        SELECT ${shop.app.id}, event::text, event, 'everybody', 'guest', 'login', now(), now(), now()
        FROM generate_series(1, ${MANY}) AS event`);
      await execute(sql`
        INSERT INTO webhook_facts (app_id, id, type, at, data, install_id, user_id)
        SELECT ${shop.app.id}, fact::text, 'event.recorded', now(), '{}', 'everybody', 'guest'
        FROM generate_series(1, ${MANY}) AS fact`);
      await execute(sql`
        INSERT INTO links (app_id, code, destination, created_by, created_at)
        SELECT ${shop.app.id}, ${shop.app.id} || link, '/', 'everybody', now() FROM generate_series(1, 501) AS link`);
      const { events, links } = await shop.forget(path);
      assert.deepEqual([events, links], [MANY, 501]);
      const facts = await execute(sql`SELECT FROM webhook_facts WHERE app_id = ${shop.app.id}`);
      assert.equal(rowsOf(facts).length, 0);
    });
  }

  test('an install goes whose network has clicked, and that has opened links, more often than one statement can forget', async (t) => {
    const shop = await openShop(opened.database);
    const click = await shop.click(shop.codes.summer, iphone);
    const execute = (query: SQL) => opened.database.queries.execute(query);
    await execute(sql`
      INSERT INTO clicks (app_id, id, position, code, created_at, network, device, language)
      SELECT app_id, 'more-' || number, number + 10, code, created_at, network, device, language
      FROM clicks, generate_series(1, ${MANY}) AS number WHERE app_id = ${shop.app.id}`);
    await shop.match({ clickId: click }, undefined, 'ana');
    await execute(sql`
      INSERT INTO opens (app_id, install_id, opened_at, code)
      SELECT ${shop.app.id}, 'ana', now() + number * interval '1 millisecond', ${shop.codes.summer}
      FROM generate_series(1, ${MANY}) AS number`);
    await execute(sql`
      INSERT INTO match_attempts (app_id, attempted_at, install_id, outcome)
      SELECT ${shop.app.id}, now(), 'ana', 'none' FROM generate_series(1, ${MANY})`);
    for (const table of ['clicks', 'opens', 'match_attempts']) await limitDeletions(t, table, 5_000);
    await shop.forget('/api/installs/ana');
    for (const left of [
      sql`SELECT FROM clicks WHERE app_id = ${shop.app.id} AND (network IS NOT NULL OR id LIKE 'more-%')`,
      sql`SELECT FROM opens WHERE app_id = ${shop.app.id}`,
      sql`SELECT FROM match_attempts WHERE app_id = ${shop.app.id}`,
    ])
      assert.equal(rowsOf(await execute(left)).length, 0);
    const kept = await execute(
      sql`SELECT DISTINCT arrived, position FROM clicks WHERE app_id = ${shop.app.id} AND created_at IS NOT NULL`
    );
    assert.equal(rowsOf(kept).length, MANY + 1, 'each that is left is a row of its own for exports');
  });
});

onPostgres('a deletion that meets a locked row', (url) => {
  test('waits for less than five seconds, even if the instance that did it was killed', () => {
    const { everyMs } = createDeletionsJob({ queries: {} as Queries });
    assert.ok(DELETION_LEASE_MS + everyMs < 5_000);
  });

  test('is answered with what is left, and ends on another instance when the row is free', async (t) => {
    const [asked, other] = [await openDatabase({ url: url() }), await openDatabase({ url: url() })];
    t.after(() => Promise.all([asked.close(), other.close()]));
    const shop = await openShop(asked);
    assert.equal(
      (await shop.match({ clickId: await shop.click(shop.codes.summer, iphone) }, undefined, 'ana')).status,
      200
    );
    const timestamp = new Date(shop.clock.now).toISOString();
    const events = [{ id: 'login-1', name: 'login', timestamp }];
    await shop.callAsApp('/api/link/events', { body: { installId: 'ana', sentAt: timestamp, events } });
    const holder = new Client({ connectionString: url() });
    await holder.connect();
    t.after(() => holder.end());
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM installs WHERE app_id = '${shop.app.id}' FOR UPDATE`);
    const response = await shop.callAsOwner('/api/installs/ana', { method: 'DELETE' });
    assert.equal(response.status, 202);
    // The event was deleted before the row was asked for, so only this answer can count it.
    assert.deepEqual(await response.json(), { events: 1, opens: 0, clicks: 0, links: 0, left: 1 });
    // An instance that was not asked.
    const send = () => Promise.reject(new Error('nothing is sent here'));
    const faults: string[] = [];
    const { jobs } = openJobs({
      database: other,
      clock: () => shop.clock.now,
      log: (level, message) => void (level === 'error' && faults.push(message)),
      sendWebhook: send,
    });
    jobs.start();
    t.after(() => jobs.stop());
    // Longer than a statement waits for the row.
    await new Promise((resolve) => setTimeout(resolve, LOCK_TIMEOUT_MS + DELETION_LEASE_MS));
    await holder.query('ROLLBACK');
    const isKnown = async () => (await shop.callAsOwner('/api/installs/ana')).status === 200;
    while (await isKnown()) await new Promise((resolve) => setTimeout(resolve, 50));
    const again = await shop.callAsOwner('/api/installs/ana', { method: 'DELETE' });
    assert.deepEqual([again.status, await again.json()], [200, { events: 0, opens: 0, clicks: 0, links: 0 }]);
    assert.deepEqual(faults, [], 'waiting is not failing');
  });
});
