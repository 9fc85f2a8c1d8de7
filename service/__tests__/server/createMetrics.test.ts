import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { createMetrics } from '../../src/server/createMetrics.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone, pixel } from '../support/phones.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; action: string };
}

const alerts = parse(readFileSync(new URL('../../../docs/alerts.yml', import.meta.url), 'utf8')) as {
  groups: { name: string; rules: Rule[] }[];
};

const OF_PROMQL = /^(and|or|by|max|sum|rate|increase|time|min_over_time|histogram_quantile)$/;

/** The metrics of an expression, without functions, labels and the parts of a histogram. */
function metricsOf(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[\w+\]|\bby \([^)]*\)/g, ' ');
  const words = bare.match(/\b[a-z_]+\b/g) ?? [];
  return words.filter((word) => !OF_PROMQL.test(word)).map((word) => word.replace(/_bucket$/, ''));
}

test('every alert is about metrics that the service has, and each of these has an alert', async () => {
  const { text } = await createMetrics().read();
  const served = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const rules = alerts.groups.flatMap((group) => group.rules);
  const names = rules.map(({ alert }) => alert);
  assert.equal(new Set(names).size, names.length);
  for (const { alert, expr, labels, annotations } of rules) {
    assert.match(alert, /^([A-Z][a-z]+)+$/);
    assert.match(labels.severity, /^(page|ticket)$/);
    assert.match(annotations.summary, /\.$/);
    assert.match(annotations.action, /\.$/, `${alert} says what to do`);
    // Prometheus itself makes `up`.
    const unknown = metricsOf(expr).filter((metric) => metric !== 'up' && !served.includes(metric));
    assert.deepEqual(unknown, [], alert);
  }
  const alerted = rules.flatMap(({ expr }) => metricsOf(expr));
  const own = served.filter((name) => !/^(nodejs|process)_|_duration_seconds$/.test(name));
  for (const name of own) assert.ok(alerted.includes(name), `${name} has no alert`);
});

onOneDatabase('metrics', (opened) => {
  async function openMeasuredShop() {
    const metrics = createMetrics();
    const shop = await openShop(opened.database, { metrics });
    /** The samples of a metric that belong to this shop. */
    const read = async (name: string) =>
      (await metrics.read()).text.split('\n').filter((line) => line.startsWith(`${name}{app="${shop.app.id}"`));
    return { shop, read, metrics };
  }

  test('matches are counted by app, by the sign that an install sent and by outcome', async () => {
    const { shop, read } = await openMeasuredShop();
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    assert.equal((await shop.match({ clickId })).status, 200);
    assert.equal((await shop.match({ clickId: 'unknown' })).status, 404);
    await shop.click(shop.codes.sneaker, iphone);
    assert.equal((await shop.matchPhone(iphone)).status, 200);
    assert.equal((await shop.match({ pastedLink: `https://${shop.host}/${shop.codes.summer}` })).status, 200);
    const app = `app="${shop.app.id}"`;
    assert.deepEqual(await read('match_requests_total'), [
      `match_requests_total{${app},method="clickId",outcome="matched"} 1`,
      `match_requests_total{${app},method="clickId",outcome="no_match"} 1`,
      `match_requests_total{${app},method="fingerprint",outcome="matched"} 1`,
      `match_requests_total{${app},method="clipboard",outcome="matched"} 1`,
    ]);
  });

  test('refused events of servers and phones, and amounts that are too large are counted by app', async () => {
    const { shop, read } = await openMeasuredShop();
    const timestamp = new Date(shop.clock.now).toISOString();
    const purchase = (total: number) => ({
      id: randomUUID(),
      name: 'purchase',
      timestamp,
      data: { total, currency: 'EUR' },
    });
    const fromServer = [{ ...purchase(1), userId: 'ana' }, purchase(2), { name: 'nothing' }];
    assert.equal((await shop.callAsOwner('/api/events', { body: { events: fromServer } })).status, 200);
    const batch = {
      installId: randomUUID(),
      sentAt: timestamp,
      events: [purchase(10), purchase(999_999_999_999), { ...purchase(1), name: 'Purchase' }],
    };
    assert.equal((await shop.callAsApp('/api/link/events', { body: batch })).status, 200);
    const app = `app="${shop.app.id}"`;
    assert.deepEqual(await read('events_rejected_total'), [`events_rejected_total{${app}} 3`]);
    assert.deepEqual(await read('event_amounts_not_counted_total'), [`event_amounts_not_counted_total{${app}} 1`]);
  });

  test('events are counted by app, stored and dropped', async () => {
    const metrics = createMetrics();
    const shop = await openShop(opened.database, { metrics, maxEventsPerDay: 2 });
    const timestamp = new Date(shop.clock.now).toISOString();
    const events = ['a', 'b', 'c'].map((id) => ({ id, name: 'login', timestamp }));
    const batch = { installId: randomUUID(), sentAt: timestamp, events };
    assert.equal((await shop.callAsApp('/api/link/events', { body: batch })).status, 200);
    const { text } = await metrics.read();
    assert.ok(text.includes(`events_total{app="${shop.app.id}"} 2\n`));
    assert.ok(text.includes(`events_dropped_total{app="${shop.app.id}"} 1\n`));
  });

  test('the wait for a connection is measured for each kind of request', async () => {
    const { shop, metrics } = await openMeasuredShop();
    assert.equal((await shop.callAsOwner('/api/links')).status, 200);
    assert.equal((await shop.callAsOwner('/api/export/statistics.csv')).status, 200);
    const { text } = await metrics.read();
    assert.match(text, /^connection_wait_seconds_count\{kind="owners"\} 1$/m);
    assert.match(text, /^connection_wait_seconds_count\{kind="files"\} 1$/m);
  });
});

test('queries that wait are read from the pool', async () => {
  const { text } = await createMetrics({ waiting: () => 3 }).read();
  assert.match(text, /^database_queries_waiting 3$/m);
});
