import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { addPartitions } from '../../../../src/storage/base/partitions.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { onEachDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EDGE = Date.parse('2030-04-01T00:00:00Z');

const batchOf = (...ids: string[]) => ({
  installId: 'phone',
  sentAt: new Date(EDGE).toISOString(),
  events: ids.map((id) => ({ id, name: 'login', timestamp: new Date(EDGE).toISOString() })),
});

async function send(shop: Shop, at: number, ...ids: string[]): Promise<number> {
  shop.clock.now = at;
  const response = await shop.callAsApp('/api/link/events', { body: batchOf(...ids) });
  assert.equal(response.status, 200);
  return ((await response.json()) as { accepted: number }).accepted;
}

onEachDatabase('an event that is sent again', (opened) => {
  for (const hasPartitions of [true, false]) {
    test(`counts once for 90 days, also across quarters, ${hasPartitions ? 'with' : 'without'} partitions of its own`, async () => {
      const shop = await openShop(opened.database);
      const edge = EDGE + (hasPartitions ? 0 : 365 * DAY_MS);
      if (hasPartitions) await addPartitions(opened.database.queries, new Date(edge - DAY_MS));
      for (const [name, first] of [
        ['early', edge - 80 * DAY_MS],
        ['late', edge - 11 * MINUTE_MS],
        ['before', edge - MINUTE_MS],
        ['after', edge + MINUTE_MS],
      ] as const) {
        assert.equal(await send(shop, first, name), 1, name);
        for (const later of [0, 2 * MINUTE_MS, 12 * MINUTE_MS, DAY_MS, 89 * DAY_MS, 90 * DAY_MS]) {
          assert.equal(await send(shop, first + later, name), 0, `${name} ${later}`);
        }
      }
    });
  }

  test('counts once within one request, too, and the request says so', async () => {
    const shop = await openShop(opened.database);
    assert.equal(await send(shop, EDGE, 'a', 'b', 'a'), 2);
    assert.equal(await send(shop, EDGE, 'b', 'c'), 1);
  });

  test('of a server counts once, and takes the place of a phone’s from the quarter before', async () => {
    const shop = await openShop(opened.database);
    assert.equal(await send(shop, EDGE - DAY_MS, 'order'), 1);
    shop.clock.now = EDGE + DAY_MS;
    const body = {
      events: [{ id: 'order', installId: 'phone', name: 'purchase', timestamp: new Date(EDGE).toISOString() }],
    };
    for (const accepted of [1, 0]) {
      const answer = (await (await shop.callAsOwner('/api/events', { body })).json()) as { accepted: number };
      assert.equal(answer.accepted, accepted);
    }
    const { events } = (await (await shop.callAsOwner('/api/events')).json()) as { events: { platform: string }[] };
    assert.deepEqual(
      events.map(({ platform }) => platform),
      ['server']
    );
    assert.equal(await send(shop, EDGE + 2 * DAY_MS, 'order'), 0);
  });

  test('counts again once its person was deleted, of whom no id is left', async () => {
    const shop = await openShop(opened.database);
    assert.equal(await send(shop, EDGE, 'a'), 1);
    await shop.callAsOwner('/api/installs/phone', { method: 'DELETE' });
    const left = await opened.database.queries.execute(sql`SELECT 1 FROM event_ids WHERE app_id = ${shop.app.id}`);
    assert.deepEqual(rowsOf(left), []);
    assert.equal(await send(shop, EDGE, 'a'), 1);
  });
});
