import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { describeBrowser } from '../src/matching/describeBrowser.ts';
import { createStatistics } from '../src/operations/createStatistics.ts';
import type { Queries } from '../src/storage/Database.ts';
import { addMatchAttempts, type NewMatchAttempt } from '../src/storage/matchAttempts.ts';
import { clicksTable, type Click } from '../src/storage/tables.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { iphone } from './support/phones.ts';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = Date.parse('2026-01-01T12:00:00Z');

async function addClicks(queries: Queries, appId: string, count: number, change: (index: number) => Partial<Click>) {
  const { acceptLanguage: _, ...browser } = iphone.browser;
  const facts = describeBrowser({ ...browser, language: 'de-DE', address: null });
  const rows = Array.from({ length: count }, (_, index) => ({
    ...facts,
    id: randomUUID(),
    appId,
    code: 'summer',
    query: null,
    network: `10.0.${index >> 8}.${index & 255}`,
    createdAt: new Date(NOW - DAY_MS + ((index + 1) * DAY_MS) / (count + 1)),
    ...change(index),
  }));
  await queries.insert(clicksTable).values(rows);
}

const attempt = (appId: string, index: number, change: Partial<NewMatchAttempt>): NewMatchAttempt => ({
  appId,
  attemptedAt: new Date(NOW - (index + 1) * MINUTE_MS),
  installId: null,
  network: `10.0.${index >> 8}.${index & 255}`,
  platform: 'ios',
  outcome: 'no_match',
  matchedBy: null,
  confidence: null,
  linked: null,
  delayMs: null,
  comparison: null,
  guessConfidence: null,
  guessIsRight: null,
  ...change,
});

const onError = (error: unknown) => assert.fail(String(error));

onEachDatabase('statistics', (opened) => {
  const newApp = () => `app-${randomUUID()}`;
  const learn = (appId: string, now = NOW) => createStatistics(opened.database.queries, DAY_MS, onError)(appId, now);

  test('an app of which nothing is known starts with the start values', async () => {
    const { strangersPerLinked, agreement } = await learn(newApp());
    assert.ok(Math.abs(strangersPerLinked.ios - 4) < 1e-9 && Math.abs(strangersPerLinked.android - 10) < 1e-9);
    assert.equal(agreement.ios.language, 0.85);
  });

  test('frequencies come from the app’s own clicks', async () => {
    const appId = newApp();
    await addClicks(opened.database.queries, appId, 300, (index) => ({ systemVersion: index % 3 ? '26.1' : '18.5' }));
    const { frequencies } = await learn(appId);
    assert.ok(Math.abs(frequencies.of('iphone', 'systemVersion', ['26.1']) - 2 / 3) < 0.03);
    assert.ok(frequencies.of('iphone', 'systemVersion', ['17.0']) < 0.02);
    assert.ok(frequencies.ofDevice('iphone') > 0.9);
  });

  test('delays, agreement and the share of strangers come from earlier attempts', async () => {
    const appId = newApp();
    const { queries } = opened.database;
    const before = await learn(appId);
    await addMatchAttempts(
      queries,
      Array.from({ length: 200 }, (_, index) =>
        index % 2
          ? attempt(appId, index, {
              outcome: 'matched',
              matchedBy: 'pastedLink',
              delayMs: 2 * DAY_MS,
              comparison: 'sudsds',
            })
          : attempt(appId, index, { linked: index % 20 ? 0 : 1 })
      )
    );
    const after = await learn(appId);
    assert.ok(after.delayDensity(2 * DAY_MS) > 50 * before.delayDensity(2 * DAY_MS));
    assert.ok(after.agreement.ios.screen < 0.3 && after.agreement.ios.systemVersion > 0.97);
    assert.ok(after.strangersPerLinked.ios > 6);
    assert.equal(after.strangersPerLinked.android, before.strangersPerLinked.android);
  });

  test('a crowded network is known by its many visitors, and a flood of one network counts once', async () => {
    const appId = newApp();
    await addClicks(opened.database.queries, appId, 200, () => ({}));
    await addClicks(opened.database.queries, appId, 200, (index) => ({ network: 'crowd', language: `x${index}` }));
    const { visitorRate, frequencies } = await learn(appId);
    assert.ok(visitorRate(100, DAY_MS) > 100 * visitorRate(1, DAY_MS));
    // Otherwise half of all visitors would speak one of the crowd's languages.
    assert.ok(frequencies.of('iphone', 'language', ['de']) > 0.9);
  });

  test('what was learned is kept for five minutes, and then learned anew beside the requests', async () => {
    const appId = newApp();
    const { queries } = opened.database;
    const statisticsOf = createStatistics(queries, DAY_MS, onError);
    const first = await statisticsOf(appId, NOW);
    await addMatchAttempts(
      queries,
      Array.from({ length: 50 }, (_, index) => attempt(appId, index, { linked: 1 }))
    );
    assert.equal(await statisticsOf(appId, NOW + 5 * MINUTE_MS), first);
    assert.equal(await statisticsOf(appId, NOW + 5 * MINUTE_MS + 1), first);
    for (let wait = 0; wait < 500 && (await statisticsOf(appId, NOW + 6 * MINUTE_MS)) === first; wait += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const second = await statisticsOf(appId, NOW + 6 * MINUTE_MS);
    assert.ok(second.strangersPerLinked.ios < first.strangersPerLinked.ios);
  });
});
