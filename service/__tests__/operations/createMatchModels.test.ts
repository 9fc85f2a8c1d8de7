import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { describeBrowser } from '../../src/matching/describeBrowser.ts';
import { createMatchModels, type MatchModelOptions } from '../../src/operations/createMatchModels.ts';
import { createMetrics } from '../../src/server/createMetrics.ts';
import type { Queries } from '../../src/storage/base/Database.ts';
import { addMatchAttempts, type NewMatchAttempt } from '../../src/storage/facts/matchAttempts.ts';
import { addClicks as storeClicks } from '../../src/storage/facts/clicks.ts';
import type { Click } from '../../src/storage/schema/tables.ts';
import { wideNetworkOf } from '../../src/values/address.ts';
import type { Log } from '../../src/values/Log.ts';
import { createGroupNames } from '../../src/storage/facts/names.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone } from '../support/phones.ts';
import { DAY_MS, MINUTE_MS } from '../../src/values/durations.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');

const withWideNetwork = <Row extends { network: string | null }>(row: Row) => ({
  ...row,
  wideNetwork: row.network === null ? null : wideNetworkOf(row.network),
});

async function addClicks(queries: Queries, appId: string, count: number, change: (index: number) => Partial<Click>) {
  const { acceptLanguage: _, ...browser } = iphone.browser;
  const facts = describeBrowser({ ...browser, language: 'de-DE', address: null });
  const rows = Array.from({ length: count }, (_, index) => ({
    ...facts,
    id: randomUUID(),
    appId,
    code: 'summer',
    query: null,
    network: `10.${index >> 8}.${index & 255}.1`,
    createdAt: new Date(NOW - DAY_MS + ((index + 1) * DAY_MS) / (count + 1)),
    ...change(index),
  }));
  await storeClicks(
    queries,
    createGroupNames(() => NOW),
    rows.map(withWideNetwork)
  );
}

const attempt = (appId: string, index: number, change: Partial<NewMatchAttempt>): NewMatchAttempt =>
  withWideNetwork({
    appId,
    attemptedAt: new Date(NOW - (index + 1) * MINUTE_MS),
    installId: null,
    network: `10.${index >> 8}.${index & 255}.1`,
    platform: 'ios' as const,
    outcome: 'no_match',
    matchedBy: null,
    ...change,
  });

onOneDatabase('what matching learns', (opened) => {
  const newApp = async () => (await openShop(opened.database)).app.id;
  const learn = (appId: string, now = NOW, onBounds: MatchModelOptions['onBounds'] = () => {}) =>
    createMatchModels({ queries: opened.database.queries, windowMs: DAY_MS, onBounds }).modelOf(appId, now);

  test('an app of which nothing is known starts with the start values', async () => {
    const { strangersPerLinked, agreement } = await learn(await newApp());
    assert.ok(Math.abs(strangersPerLinked.ios - 4) < 1e-9 && Math.abs(strangersPerLinked.android - 10) < 1e-9);
    assert.equal(agreement.ios.language, 0.85);
  });

  test('frequencies come from the app’s own clicks', async () => {
    const appId = await newApp();
    await addClicks(opened.database.queries, appId, 300, (index) => ({
      systemVersion: index % 3 ? `26.${index % 3}` : '18.5',
    }));
    const { frequencies } = await learn(appId);
    assert.ok(Math.abs(frequencies.of('iphone', 'systemVersion', ['26.1']) - 1 / 3) < 0.03);
    assert.ok(frequencies.of('iphone', 'systemVersion', ['17.0']) < 0.051);
    assert.ok(frequencies.ofDevice('iphone') > 0.9);
  });

  test('delays, agreement and the share of strangers come from earlier attempts', async () => {
    const appId = await newApp();
    const { queries } = opened.database;
    const before = await learn(appId);
    await addMatchAttempts(
      queries,
      Array.from({ length: 200 }, (_, index) =>
        index % 2
          ? attempt(appId, index, {
              outcome: 'matched',
              matchedBy: 'clipboard',
              delayMs: 2 * DAY_MS,
              comparison: 'sudsds',
            })
          : attempt(appId, index, { linked: index % 20 ? 0 : 1 })
      )
    );
    const after = await learn(appId);
    assert.ok(after.delayDensity(2 * DAY_MS) > 2.5 * before.delayDensity(2 * DAY_MS));
    assert.ok(after.agreement.ios.screen < 0.75 && after.agreement.ios.systemVersion > 0.97);
    assert.ok(after.strangersPerLinked.ios > 6);
    assert.equal(after.strangersPerLinked.android, before.strangersPerLinked.android);
  });

  test('what an attacker with a /48 sends teaches next to nothing', async () => {
    const appId = await newApp();
    const { queries } = opened.database;
    const honest = Array.from({ length: 300 }, (_, index) => attempt(appId, index, { linked: index % 4 ? 0 : 1 }));
    await addMatchAttempts(queries, honest);
    const before = await learn(appId);
    for (let part = 0; part < 3; part += 1) {
      const madeUp = Array.from({ length: 1_000 }, (_, index) =>
        attempt(appId, (part * 1_000 + index) / 10, {
          network: `2001:db8:1:${(part * 1_000 + index).toString(16)}::/64`,
          linked: 0,
        })
      );
      await addMatchAttempts(queries, madeUp);
    }
    const after = await learn(appId);
    assert.ok(after.strangersPerLinked.ios < 1.2 * before.strangersPerLinked.ios, String(after.strangersPerLinked.ios));
  });

  test('traffic from everywhere moves no value further than three times, and that is reported once', async () => {
    const appId = await newApp();
    const { queries } = opened.database;
    const madeUp = (index: number): Partial<NewMatchAttempt> => ({
      network: `10.${index >> 8}.${index & 255}.1`,
      ...(index % 2
        ? { outcome: 'matched', matchedBy: 'clickId', delayMs: 2 * DAY_MS, comparison: 'dddddd' }
        : { linked: 0 }),
    });
    await addMatchAttempts(
      queries,
      Array.from({ length: 1_000 }, (_, index) => attempt(appId, index, madeUp(index)))
    );
    await addClicks(queries, appId, 500, (index) => ({ network: `10.${index >> 8}.${index & 255}.1` }));
    const start = await learn(await newApp());
    const reports: unknown[] = [];
    const { modelOf } = createMatchModels({
      queries,
      windowMs: DAY_MS,
      onBounds: (...report) => reports.push(report),
    });
    const model = await modelOf(appId, NOW);
    const isBounded = (value: number, from: number) => value / from > 1 / 3.001 && value / from < 3.001;
    assert.ok(isBounded(model.strangersPerLinked.ios, 4) && model.strangersPerLinked.ios > 11);
    for (const signal of ['systemVersion', 'screen', 'language', 'region', 'timezone'] as const) {
      assert.ok(isBounded(1 - model.agreement.ios[signal], 1 - start.agreement.ios[signal]), signal);
    }
    for (const delay of [MINUTE_MS, 60 * MINUTE_MS, 2 * DAY_MS]) {
      assert.ok(isBounded(model.delayDensity(delay), start.delayDensity(delay)), String(delay));
    }
    assert.ok(isBounded(model.frequencies.of('iphone', 'systemVersion', ['26.1']), 0.15));
    assert.ok(isBounded(model.frequencies.of('iphone', 'systemVersion', ['9.0']), 0.15));
    assert.ok(isBounded(model.visitorRate(1, DAY_MS), start.visitorRate(1, DAY_MS)));

    assert.equal(reports.length, 1);
    const [[reportedApp, values]] = reports as [[string, string[]]];
    assert.equal(reportedApp, appId);
    for (const name of ['strangers on ios', 'delays', 'agreement of screen on ios', 'a system version on iphone']) {
      assert.ok(values.includes(name), `${name}: ${values.join()}`);
    }
  });

  test('an ordinary app reaches no bounds', async () => {
    const appId = await newApp();
    const { queries } = opened.database;
    await addClicks(queries, appId, 300, (index) => ({
      systemVersion: `26.${index % 4}`,
      screenWidth: 390 + (index % 4),
      // A fifth of the clicks come from a few carriers, offices and exits.
      ...(index % 5 ? {} : { network: `192.0.${index % 20}.2`, language: `x${index}` }),
    }));
    const delayOf = (part: number) => 4 * MINUTE_MS * (part / (1 - part));
    await addMatchAttempts(
      queries,
      Array.from({ length: 300 }, (_, index) =>
        index % 3
          ? attempt(appId, index, { linked: index % 4 ? 0 : 1 })
          : attempt(appId, index, {
              outcome: 'matched',
              matchedBy: 'clipboard',
              delayMs: delayOf((index + 1) / 302),
              comparison: 'susses',
            })
      )
    );
    const reports: unknown[] = [];
    await learn(appId, NOW, (...report) => reports.push(report));
    assert.deepEqual(reports, [[appId, []]]);
  });

  test('an operator sees in the log and in the metrics that a bound is reached', async () => {
    const entries: unknown[] = [];
    const metrics = createMetrics();
    const log: Log = (level, message, fields) => entries.push({ level, message, ...fields });
    const shop = await openShop(opened.database, { metrics, log });
    const attempts = Array.from({ length: 300 }, (_, index) =>
      attempt(shop.app.id, index, { attemptedAt: new Date(shop.clock.now - (index + 1) * MINUTE_MS), linked: 0 })
    );
    await addMatchAttempts(opened.database.queries, attempts);
    await shop.matchPhone(iphone);
    const entry = entries.find((each) => JSON.stringify(each).includes('reached their limits'));
    assert.deepEqual(entry, { ...(entry as object), level: 'warn', app: shop.app.id, values: ['strangers on ios'] });
    assert.ok((await metrics.read()).text.includes(`match_model_bounded_values{app="${shop.app.id}"} 1`));
  });

  test('a crowded network is known by its many visitors, and a flood of one network counts once', async () => {
    const appId = await newApp();
    await addClicks(opened.database.queries, appId, 200, () => ({}));
    await addClicks(opened.database.queries, appId, 200, (index) => ({ network: 'crowd', language: `x${index}` }));
    const { visitorRate, frequencies } = await learn(appId);
    assert.ok(visitorRate(100, DAY_MS) > 100 * visitorRate(1, DAY_MS));
    // Otherwise half of all visitors would speak one of the crowd's languages.
    assert.ok(frequencies.of('iphone', 'language', ['de']) > 0.9);
  });

  test('what was learned is kept until the next time, and requests meanwhile get what was known before', async () => {
    const appId = await newApp();
    const { queries } = opened.database;
    const { modelOf, learnAgain } = createMatchModels({ queries, windowMs: DAY_MS, onBounds: () => {} });
    const first = await modelOf(appId, NOW);
    await addMatchAttempts(
      queries,
      Array.from({ length: 50 }, (_, index) => attempt(appId, index, { linked: 1 }))
    );
    assert.equal(await modelOf(appId, NOW + DAY_MS), first);
    const learning = learnAgain(NOW + 5 * MINUTE_MS);
    assert.equal(await modelOf(appId, NOW + 5 * MINUTE_MS), first);
    await learning;
    const second = await modelOf(appId, NOW + 5 * MINUTE_MS);
    assert.ok(second.strangersPerLinked.ios < first.strangersPerLinked.ios);
  });
});
