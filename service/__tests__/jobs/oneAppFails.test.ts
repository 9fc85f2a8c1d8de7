import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'drizzle-orm';
import { DEFAULT_WINDOW_MS } from '../../src/matching/startValues.ts';
import { createMatchModels } from '../../src/operations/createMatchModels.ts';
import { foldRollups } from '../../src/operations/foldRollups.ts';
import { forgetOldRows, forgetTraces } from '../../src/operations/retention.ts';
import type { Queries } from '../../src/storage/Database.ts';
import { rowsOf } from '../../src/storage/rowsOf.ts';
import { describeFault } from '../../src/values/faults.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone } from '../support/phones.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onOneDatabase('work in the background, of which one app’s part fails', (opened) => {
  const execute = (text: string) => opened.database.queries.execute(sql.raw(text));

  /** Lets statements fail that change or delete a row of the app. */
  async function breakApp(t: TestContext, table: string, appId: string) {
    await execute(`
      CREATE FUNCTION break_app() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.app_id = '${appId}' THEN RAISE 'broken'; END IF;
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
