import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { proveDay } from '../../../src/operations/proveDays.ts';
import { forgetOldRows } from '../../../src/operations/retention.ts';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { COHORT_DAYS, TOUCHES } from '../../../src/storage/counts/figures.ts';
import { foldDeltas } from '../../../src/storage/counts/foldDeltas.ts';
import { COUNTS } from '../../../src/values/definitions.ts';
import { DAY_MS, HOUR_MS } from '../../../src/values/durations.ts';
import { onEachDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import {
  EVENTS_OF_HISTORIES,
  exampleOf,
  newPast,
  openWithThird,
  PHONES,
  START,
  step,
  takeStep,
  type Step,
} from './history.ts';
import { compare, count, readRaw, type People } from './naiveCount.ts';

onEachDatabase('roll-ups of any history', (opened) => {
  test('equal a naive count over what is stored, before and after folding', async () => {
    const { queries, kind } = opened.database;
    // With both databases, the faster one has the longer search.
    const numRuns = kind === 'pglite' && process.env.DATABASE_URL ? 4 : 12;
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const shop = await openWithThird(opened.database, { attributionDays: 10 });
        const past = newPast();
        for (const each of steps) await takeStep(each, shop, queries, past);
        const { id } = shop.app;
        for (const isFolded of [false, true]) {
          if (isFolded) await foldDeltas(queries, id);
          const facts = await count(queries, id, 10, past.people);
          await compare(queries, id, facts);
          for (const { figure } of facts) met.add(figure);
          for (const day of new Set(facts.map((fact) => fact.day)))
            assert.deepEqual(await proveDay(queries, id, day), []);
        }
      }),
      {
        numRuns: Number(process.env.ROLLUP_RUNS ?? numRuns),
        seed: 42,
        endOnFailure: true,
        examples: PHONES.slice(0, 1).map((person) => [exampleOf(person)]),
      }
    );
    const wanted = [
      ...TOUCHES,
      ...Object.values(COUNTS),
      ...EVENTS_OF_HISTORIES,
      ...COHORT_DAYS.map((days) => `returned_${days}`),
    ];
    for (const figure of wanted) assert.ok(met.has(figure), `No history has ${figure}.`);
  });

  test('stay when retention deletes what they counted', async () => {
    const { queries } = opened.database;
    const shop = await openWithThird(opened.database);
    const { id } = shop.app;
    const past = newPast();
    const log = {
      kind: 'log',
      device: 'device-0',
      name: 'purchase',
      money: { total: 5, currency: 'EUR' },
      late: 0,
      platform: 'ios',
    } as const;
    const [person] = PHONES;
    assert.ok(person);
    const steps: Step[] = [
      { kind: 'click', link: 'summer', at: START, person },
      { kind: 'match', device: 'device-0', click: 0, at: START + 1 },
      { ...log, at: START + DAY_MS, id: 1 },
      { kind: 'open', device: 'device-0', link: 'third', at: START + 2 * DAY_MS },
    ];
    for (const each of steps) await takeStep(each, shop, queries, past);
    const facts = await count(queries, id, 30, past.people);
    await compare(queries, id, facts);
    await forgetOldRows(queries, START + 500 * DAY_MS, 400);
    assert.deepEqual(Object.values(await readRaw(queries, id)).flat(), []);
    await compare(queries, id, facts);
    // And so they do if the person is deleted, of whom nothing is left.
    await takeStep({ kind: 'forget', device: 'device-0' }, shop, queries, past);
    await compare(queries, id, facts);
  });
});

onPostgres('roll-ups of several instances', (url) => {
  test('count everything once, though all of them store and fold at the same time', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url: url() })));
    const [first] = databases;
    assert.ok(first);
    try {
      const shop = await openWithThird(first);
      const { id } = shop.app;
      const { summer } = shop.codes;
      const people: People = new Map();
      const folds = databases.map(async ({ queries }) => {
        for (let time = 0; time < 5; time += 1) await foldDeltas(queries, id);
      });
      await Promise.all(
        Array.from({ length: 60 }, async (_, number) => {
          const installId = `install-${number % 7}`;
          const person = PHONES[number % PHONES.length];
          assert.ok(person);
          const clickId = await shop.click(summer, person.phone);
          people.set(clickId, person.who);
          if (number % 5 === 0) await shop.match({ clickId }, undefined, installId);
          const timestamp = new Date(shop.clock.now - number * HOUR_MS).toISOString();
          const events = [{ id: randomUUID(), name: 'purchase', timestamp, data: { total: number, currency: 'EUR' } }];
          await shop.callAsApp('/api/link/events', {
            body: { installId, sentAt: new Date(shop.clock.now).toISOString(), events },
          });
          if (number === 30) await shop.callAsOwner('/api/installs/install-3', { method: 'DELETE' });
        })
      );
      await Promise.all(folds);
      for (let round = 0; round < 2; round += 1) {
        await compare(first.queries, id, await count(first.queries, id, 30, people));
        await Promise.all(databases.map(({ queries }) => foldDeltas(queries, id)));
      }
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });
});
