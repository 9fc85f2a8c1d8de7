import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SQL } from 'drizzle-orm';
import { sessionsTable } from '../../../src/storage/schema/tables.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

onOneDatabase('an examination', (opened) => {
  test('is answered when its own session has ended, and with an error if that can’t end', async () => {
    let canDelete = true;
    const queries = new Proxy(opened.database.queries, {
      get: (target, name, receiver) => {
        if (name !== 'execute') return Reflect.get(target, name, receiver) as unknown;
        return (statement: SQL) =>
          canDelete || !JSON.stringify(statement.queryChunks).includes('DELETE FROM sessions')
            ? target.execute(statement)
            : Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
      },
    });
    const fetchHost = () => Promise.reject(new Error('Nobody is there'));
    const shop = await openShop({ ...opened.database, queries }, { fetchHost });
    const examine = async () => (await shop.callAsOwner(`/api/apps/${shop.app.id}/doctor`)).status;
    assert.equal(await examine(), 200);
    assert.deepEqual(await opened.database.queries.select().from(sessionsTable), []);
    canDelete = false;
    assert.equal(await examine(), 503);
  });
});
