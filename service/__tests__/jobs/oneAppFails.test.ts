import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'drizzle-orm';
import { DEFAULT_WINDOW_MS } from '../../src/matching/startValues.ts';
import { createMatchModels } from '../../src/operations/createMatchModels.ts';
import { finishDeletions } from '../../src/operations/deletions.ts';
import { foldRollups } from '../../src/operations/foldRollups.ts';
import { forgetOldRows, forgetTraces } from '../../src/operations/retention.ts';
import type { Queries } from '../../src/storage/base/Database.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { addPendingDeletions, releaseDeletions } from '../../src/storage/facts/pendingDeletions.ts';
import { describeFault } from '../../src/values/faults.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone } from '../support/phones.ts';
import { DAY_MS } from '../../src/values/durations.ts';

onOneDatabase('work in the background, of which one app’s part fails', (opened) => {
  const execute = (text: string) => opened.database.queries.execute(sql.raw(text));

  /** Lets statements fail that change or delete a row of the app. */
  async function breakApp(t: TestContext, table: string, appId: string, afterSeconds = 0) {
    await execute(`
      CREATE FUNCTION break_app() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.app_id = '${appId}' THEN PERFORM pg_sleep(${afterSeconds}); RAISE 'broken'; END IF;
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
      END $$`);
    await execute(
      `CREATE TRIGGER break_app BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION break_app()`
    );
    const mend = () => execute('DROP FUNCTION IF EXISTS break_app CASCADE');
    t.after(mend);
    return mend;
  }

  const works = [
    { name: 'folding', table: 'deltas', laterMs: 0, work: foldRollups, left: 'deltas' },
    {
      name: 'clearing traces',
      table: 'clicks',
      laterMs: 2 * DAY_MS,
      work: forgetTraces,
      left: 'clicks WHERE network IS NOT NULL',
    },
    {
      name: 'deleting old rows',
      table: 'clicks',
      laterMs: 91 * DAY_MS,
      work: (queries: Queries, now: number) => forgetOldRows(queries, now, 400),
      left: 'clicks',
    },
  ];

  for (const { name, table, laterMs, work, left } of works) {
    test(`${name} goes on with the other apps, and says whose part failed`, async (t) => {
      const shops = [await openShop(opened.database), await openShop(opened.database)];
      // Each is the broken one once, so it doesn't matter whose turn comes first.
      for (const broken of shops) {
        for (const shop of shops) await shop.view(shop.codes.summer, iphone);
        const mend = await breakApp(t, table, broken.app.id);
        const run = () => work(opened.database.queries, broken.clock.now + laterMs);
        await assert.rejects(run, (error) => describeFault(error).app === broken.app.id);
        const rows = rowsOf<{ app: string }>(await execute(`SELECT DISTINCT app_id AS app FROM ${left}`));
        assert.deepEqual(rows, [{ app: broken.app.id }]);
        await mend();
        await run();
      }
    });
  }

  /** Leaves deletions of people who have an event each. */
  async function leaveDeletions(appId: string, count: number) {
    const installs = Array.from({ length: count }, (_, number) => `install-${number}`);
    await opened.database.queries.execute(sql`
      INSERT INTO events (app_id, id, position, install_id, name, logged_at, received_at, occurred_at)
      SELECT ${appId}, id, number, id, 'login', now(), now(), now()
      FROM json_array_elements_text(${JSON.stringify(installs)}::json) WITH ORDINALITY AS given (id, number)`);
    const pending = installs.map((id) => ({ kind: 'install' as const, id, userId: null, until: null }));
    await addPendingDeletions(opened.database.queries, appId, pending);
    await releaseDeletions(
      opened.database.queries,
      pending.map((each) => ({ ...each, appId }))
    );
  }

  const countDeletions = async (appId: string) =>
    rowsOf(await execute(`SELECT FROM pending_deletions WHERE app_id = '${appId}'`)).length;

  const finish = () => finishDeletions(opened.database.queries, new AbortController().signal);

  test('deleting people goes on with all of the other apps’, and says whose part failed', async (t) => {
    const [broken, other] = [await openShop(opened.database), await openShop(opened.database)];
    await leaveDeletions(broken.app.id, 1);
    await leaveDeletions(other.app.id, 5);
    const mend = await breakApp(t, 'events', broken.app.id);
    await assert.rejects(finish, (error) => describeFault(error).app === broken.app.id);
    // On a busy machine they take more than one turn.
    while ((await countDeletions(other.app.id)) > 0) await finish().catch(() => {});
    await mend();
    const due = { appId: broken.app.id, kind: 'install', id: 'install-0', userId: null, until: null } as const;
    await releaseDeletions(opened.database.queries, [due]);
    await finish();
    assert.equal(await countDeletions(broken.app.id), 0);
  });

  test('deleting somebody fails even if that takes longer than a turn', async (t) => {
    const { app } = await openShop(opened.database);
    await leaveDeletions(app.id, 1);
    await breakApp(t, 'events', app.id, 1.2);
    await assert.rejects(finish, (error) => describeFault(error).app === app.id);
    await execute(`DELETE FROM pending_deletions WHERE app_id = '${app.id}'`);
  });

  test('deleting people takes turns: an app with slow ones doesn’t delay another that has more', async (t) => {
    const [slow, quick] = [await openShop(opened.database), await openShop(opened.database)];
    await execute(`CREATE TABLE ended (number int GENERATED ALWAYS AS IDENTITY, app_id text)`);
    await execute(`
      CREATE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.app_id = '${slow.app.id}' THEN PERFORM pg_sleep(1); END IF;
        INSERT INTO ended (app_id) VALUES (OLD.app_id);
        RETURN OLD;
      END $$`);
    await execute(
      `CREATE TRIGGER note_end BEFORE DELETE ON pending_deletions FOR EACH ROW EXECUTE FUNCTION note_end()`
    );
    t.after(async () => {
      await execute('DROP FUNCTION note_end CASCADE');
      await execute('DROP TABLE ended');
    });
    await leaveDeletions(slow.app.id, 4);
    await leaveDeletions(quick.app.id, 6);
    await finish();
    const ended = rowsOf<{ app: string }>(await execute(`SELECT app_id AS app FROM ended ORDER BY number`));
    assert.equal(ended.length, 10);
    assert.equal(ended.at(-1)?.app, slow.app.id);
  });

  test('learning goes on with the other apps, and says whose part failed', async () => {
    const shops = [await openShop(opened.database), await openShop(opened.database)];
    const ids = shops.map(({ app }) => app.id);
    let asked: string[] = [];
    let broken: string | undefined;
    const { queries } = opened.database;
    const watched = new Proxy(queries, {
      get: (target, name) => {
        if (name !== 'execute') return Reflect.get(target, name) as unknown;
        return (query: ReturnType<typeof sql>) => {
          const appId = ids.find((id) => JSON.stringify(query.queryChunks).includes(id));
          if (appId !== undefined) asked.push(appId);
          return appId !== undefined && appId === broken ? Promise.reject(new Error('broken')) : target.execute(query);
        };
      },
    });
    const models = createMatchModels({ queries: watched, windowMs: DEFAULT_WINDOW_MS, onBounds: () => {} });
    for (const id of ids) await models.modelOf(id, 0);
    for (broken of ids) {
      for (const id of ids) await models.modelOf(id, 0);
      asked = [];
      await assert.rejects(
        () => models.learnAgain(DAY_MS),
        (error) => describeFault(error).app === broken
      );
      assert.deepEqual(new Set(asked), new Set(ids));
    }
  });
});
