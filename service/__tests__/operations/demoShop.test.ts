import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldRollups } from '../../src/operations/foldRollups.ts';
import { DEMO_APP_ID, DEMO_KEYS, seedDemoShop } from '../../src/operations/demoShop.ts';
import { createService } from '../../src/routes/createService.ts';
import { addClicks } from '../../src/storage/clicks.ts';
import { openMemory } from '../support/openMemory.ts';

const NOW = Date.parse('2026-03-18T12:07:00Z');

test('the demo shop has had a month, which can be removed without what happened since', async () => {
  const database = await openMemory();
  const { queries } = database;
  await seedDemoShop(queries, new Date(NOW));
  // A second start changes nothing.
  await seedDemoShop(queries, new Date(NOW + 60_000));
  const service = createService({ database, isDemo: true, clock: () => NOW + 120_000 });
  const headers = { authorization: `Bearer ${DEMO_KEYS.secret}`, 'x-app-id': DEMO_APP_ID };
  const read = async (path: string) => await (await service.request(path, { headers })).json();
  const totals = async () =>
    ((await read('/api/statistics')) as { total: { clicks: number; installs: number; events: object[] } }).total;

  const { clicks, installs, events } = await totals();
  assert.ok(clicks > 500 && installs > 100 && events.length > 3, `${clicks} clicks, ${installs} installs`);
  const { links } = (await read('/api/links?sort=clicks&counts=true')) as { links: { counts: { clicks: number } }[] };
  assert.ok(links.every(({ counts }) => counts.clicks > 0));
  const { apps } = (await read('/api/apps')) as { apps: { demoUntil: string | null }[] };
  assert.equal(apps[0]?.demoUntil, '2026-03-18T12:00:00.000Z');
  const { findings } = (await read(`/api/apps/${DEMO_APP_ID}/doctor`)) as {
    findings: { verdict: string; what: string }[];
  };
  assert.deepEqual(
    // This test has a clock of its own.
    findings.filter(({ verdict, what }) => verdict === 'bad' && !what.includes('clocks')),
    []
  );

  await addClicks(queries, [
    { id: 'a-real-click', appId: DEMO_APP_ID, code: 'halo', createdAt: new Date(NOW) } as Parameters<
      typeof addClicks
    >[1][number],
  ]);
  await foldRollups(queries, NOW + 60 * 60_000);
  const removed = await service.request('/api/demo-data', { method: 'DELETE', headers });
  assert.equal(removed.status, 204);
  const left = await totals();
  assert.deepEqual([left.clicks, left.installs, left.events.length], [1, 0, 0]);
  const real = (await read('/api/links?kind=campaign&sort=clicks&counts=true')) as {
    links: { code: string; counts: { clicks: number } }[];
  };
  assert.equal(real.links[0]?.code, 'halo');
  assert.equal(real.links[0]?.counts.clicks, 1);
  assert.deepEqual(((await read('/api/links?kind=shared')) as { links: object[] }).links, []);
  await database.close();
});
