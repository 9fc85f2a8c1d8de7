import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queries } from '../../../../src/storage/base/Database.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';

onOneDatabase('a report', (opened) => {
  const REPORTS = [
    ['by=day&compare=previous', 1],
    ['by=hour&from=2026-01-01&to=2026-01-01', 1],
    ['compare=previous', 1],
    ['by=link&compare=previous', 1],
    ['by=link&compare=previous&limit=1', 2],
    ['by=campaign&order=revenue&compare=previous', 2],
  ] as const;

  for (const [query, statements] of REPORTS) {
    test(`with ${query} reads roll-ups with so few statements: ${statements}`, async () => {
      const { queries } = opened.database;
      let executed = 0;
      const execute: Queries['execute'] = (statement) => {
        executed += 1;
        return queries.execute(statement);
      };
      const counting = Object.assign(Object.create(queries) as Queries, { execute });
      const shop = await openShop({ ...opened.database, queries: counting });
      await shop.click(shop.codes.summer, iphone);
      await shop.click(shop.codes.sneaker, iphone);
      // The first request looks up the app and its key, too.
      const ask = async () => assert.equal((await shop.callAsOwner(`/api/statistics?${query}`)).status, 200);
      await ask();
      executed = 0;
      await ask();
      // One more reads the app's time zones.
      assert.equal(executed, statements + 1);
    });
  }
});
