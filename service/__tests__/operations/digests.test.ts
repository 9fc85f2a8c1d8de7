import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDigestsJob } from '../../src/jobs/digests.ts';
import { tellDigests } from '../../src/operations/digests/tellDigests.ts';
import type { FallFields } from '../../src/operations/digests/writeFall.ts';
import type { WeekFields } from '../../src/operations/digests/writeWeek.ts';
import { createSecrets } from '../../src/operations/secrets.ts';
import { createDeliveries } from '../../src/operations/webhooks/createDeliveries.ts';
import type { WebhookWire } from '../../src/routes/owner/webhooks.ts';
import type { App } from '../../src/storage/schema/tables.ts';
import { nextDay } from '../../src/values/days.ts';
import type { WebhookEvent } from '../../src/values/webhookEvents.ts';
import { appendFacts, type Fact, type From } from '../support/appendFacts.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { receiveWebhooks, webhookOptions } from '../support/receiveWebhooks.ts';

const NEVER = new AbortController().signal;

const SUMMER: From = { link: 'summer', campaign: 'xmas', source: null, medium: null };
const WINTER: From = { link: 'winter', campaign: null, source: null, medium: null };

const facts = (at: string, figure: string, times: number, from: From | null, more: Partial<Fact> = {}): Fact[] =>
  Array.from({ length: times }, () => ({
    ...{ at, figure, last: from, brought: from, platform: null, system: null, browser: null, country: null },
    ...more,
  }));

const sale = (at: string, amount: string, currency: string) =>
  facts(at, 'purchase', 1, SUMMER, { amount, currency, installedAt: at });

onOneDatabase('digests', (opened) => {
  const closing: (() => void)[] = [];
  after(() => closing.forEach((close) => close()));

  async function open(events: WebhookEvent[], change: Partial<App> = {}, format = 'standard') {
    const options = webhookOptions();
    const shop = await openShop(opened.database, options, change);
    const receiver = await receiveWebhooks();
    closing.push(receiver.close);
    const { queries } = opened.database;
    const deliveries = createDeliveries({
      queries,
      clock: () => shop.clock.now,
      secrets: createSecrets(options.secretsKeys),
      send: options.sendWebhook,
      log: () => {},
    });
    const added = await shop.callAsOwner('/api/webhooks', { body: { url: receiver.url, events, format } });
    assert.equal(added.status, 201);
    const { id } = (await added.json()) as WebhookWire;
    /** What the endpoint gets at a time, beside what it got before. */
    const tellAt = async (time: string) => {
      shop.clock.now = Date.parse(time);
      await tellDigests(queries, shop.clock.now);
      await deliveries.run(NEVER);
      await deliveries.settle();
      return receiver.received.splice(0).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    };
    return { shop, queries, id, tellAt };
  }

  test('a week is told with its numbers and those of the week before, once for all instances', async () => {
    const { shop, queries, tellAt } = await open(['week.ended'], { mainCurrency: 'EUR' });
    assert.equal(
      (await shop.callAsOwner('/api/links', { body: { code: 'summer', destination: '/', name: 'Summer' } })).status,
      201
    );
    const [week, before] = ['2026-01-07T12:00:00Z', '2026-01-01T12:00:00Z'];
    await appendFacts(queries, shop.app.id, [
      ...facts(week, 'visitors', 200, SUMMER),
      ...facts(week, 'installs', 7, SUMMER, { installedAt: week }),
      ...facts(week, 'installs', 2, WINTER, { installedAt: week }),
      ...facts(week, 'bought', 3, SUMMER, { installedAt: week }),
      ...[sale(week, '9.5', 'EUR'), sale(week, '10', 'EUR'), sale(week, '1', 'USD'), sale(week, '2', 'JPY')].flat(),
      ...facts(before, 'visitors', 100, SUMMER),
      ...facts(before, 'installs', 4, SUMMER, { installedAt: before }),
      ...sale(before, '20', 'EUR'),
      // On the Monday itself.
      ...facts('2026-01-12T01:00:00Z', 'installs', 50, SUMMER, { installedAt: '2026-01-12T01:00:00Z' }),
    ]);
    const morning = Date.parse('2026-01-12T08:00:00Z');
    await Promise.all(Array.from({ length: 4 }, () => tellDigests(queries, morning)));
    const [told, ...others] = await tellAt('2026-01-12T08:00:00Z');
    assert.deepEqual(others, []);
    assert.equal(told?.type, 'week.ended');
    const expected: WeekFields = {
      app: 'Test Shop',
      from: '2026-01-05',
      to: '2026-01-11',
      timezone: 'UTC',
      visitors: { count: 200, before: 100 },
      installs: { count: 9, before: 4 },
      installsPer100Visitors: { value: 4.5, before: 4 },
      bought: 3,
      revenue: { currency: 'EUR', sum: '19.5', before: '20', otherCurrencies: 2 },
      links: [
        { code: 'summer', name: 'Summer', count: 7, before: 4 },
        { code: 'winter', name: null, count: 2, before: 0 },
      ],
      campaigns: [{ campaign: 'xmas', count: 7, before: 4 }],
    };
    assert.deepEqual(told.data, expected);
    for (const later of ['2026-01-12T08:05:00Z', '2026-01-14T12:00:00Z', '2026-01-19T07:59:00Z']) {
      assert.deepEqual(await tellAt(later), [], later);
    }
    const [next] = await tellAt('2026-01-19T08:00:00Z');
    assert.equal((next?.data as WeekFields).from, '2026-01-12');
  });

  test('a week names the three best, although more came without a campaign', async () => {
    const { shop, queries, tellAt } = await open(['week.ended']);
    const at = '2026-01-07T12:00:00Z';
    const installsOf = (campaign: string | null, count: number) =>
      facts(at, 'installs', count, { ...SUMMER, link: campaign ?? 'plain', campaign }, { installedAt: at });
    await appendFacts(queries, shop.app.id, [
      ...installsOf(null, 9),
      ...['one', 'two', 'three', 'four'].flatMap((campaign, place) => installsOf(campaign, 8 - place)),
    ]);
    const [told] = await tellAt('2026-01-12T08:00:00Z');
    const { campaigns, links } = told?.data as WeekFields;
    assert.deepEqual(
      campaigns.map(({ campaign }) => campaign),
      ['one', 'two', 'three']
    );
    assert.deepEqual(
      links.map(({ code }) => code),
      ['plain', 'one', 'two']
    );
  });

  for (const { zone, from, before, morning } of [
    { zone: 'Europe/Vienna', from: '2026-10-19', before: '2026-10-26T06:59:00Z', morning: '2026-10-26T07:00:00Z' },
    { zone: 'Europe/Vienna', from: '2026-03-23', before: '2026-03-30T05:59:00Z', morning: '2026-03-30T06:00:00Z' },
    { zone: 'America/New_York', from: '2026-03-02', before: '2026-03-09T11:59:00Z', morning: '2026-03-09T12:00:00Z' },
    { zone: 'Pacific/Kiritimati', from: '2026-01-05', before: '2026-01-11T17:59:00Z', morning: '2026-01-11T18:00:00Z' },
  ]) {
    test(`the week from ${from} on is told on Monday at eight in ${zone}`, async () => {
      const { tellAt } = await open(['week.ended'], { timeZone: zone });
      const [earlier] = await tellAt(before);
      assert.equal((earlier?.data as WeekFields).from, nextDay(from, -7));
      const [told] = await tellAt(morning);
      assert.equal((told?.data as WeekFields).from, from);
      assert.equal((told?.data as WeekFields).timezone, zone);
    });
  }

  test('the numbers of the hour around a change of the clock are those of the right week', async () => {
    const { shop, queries, tellAt } = await open(['week.ended'], { timeZone: 'Europe/Vienna' });
    // Sunday 23:30 and Monday 00:30 in winter time, which began that Sunday.
    await appendFacts(queries, shop.app.id, [
      ...facts('2026-10-25T22:30:00Z', 'visitors', 5, SUMMER),
      ...facts('2026-10-25T23:30:00Z', 'visitors', 9, SUMMER),
    ]);
    const [told] = await tellAt('2026-10-26T08:00:00Z');
    assert.deepEqual((told?.data as WeekFields).visitors, { count: 5, before: 0 });
  });

  test('nobody is told what they didn’t ask for, and a paused endpoint is told after it is resumed', async () => {
    const { shop, id, tellAt } = await open(['week.ended']);
    const pause = (paused: boolean) => shop.callAsOwner(`/api/webhooks/${id}`, { method: 'PATCH', body: { paused } });
    await pause(true);
    assert.deepEqual(await tellAt('2026-01-12T09:00:00Z'), []);
    await pause(false);
    assert.equal((await tellAt('2026-01-13T09:00:00Z')).length, 1);
    const other = await open(['link.changed']);
    assert.deepEqual(await other.tellAt('2026-01-12T09:00:00Z'), []);
  });

  test('Slack gets a message that a person reads', async () => {
    const { shop, queries, tellAt } = await open(['week.ended', 'installs.fell'], { name: 'Shoes & <Co>' }, 'slack');
    await appendFacts(queries, shop.app.id, [
      ...facts('2026-01-07T12:00:00Z', 'visitors', 1200, SUMMER),
      ...facts('2026-01-07T12:00:00Z', 'installs', 30, SUMMER, { installedAt: '2026-01-07T12:00:00Z' }),
      ...sale('2026-01-07T12:00:00Z', '9.5', 'EUR'),
      ...sale('2026-01-07T12:00:00Z', '1', 'USD'),
    ]);
    const [told] = await tellAt('2026-01-12T08:00:00Z');
    assert.equal(
      told?.text,
      [
        '*Shoes &amp; &lt;Co&gt;: 2026-01-05 to 2026-01-11, and the week before*',
        'Visitors: 1,200 (before: 0)',
        'Installs: 30 (before: 0)',
        'Installs per 100 visitors: 2.5 (before: –)',
        'Bought by now: 0',
        'Revenue: 9.5 EUR +1 (before: 0)',
        'Best links, by installs: summer 30 (before: 0)',
        'Best campaigns, by installs: xmas 30 (before: 0)',
      ].join('\n')
    );
  });

  const installsOn = (day: string, times: number) =>
    facts(`${day}T12:00:00Z`, 'installs', times, SUMMER, { installedAt: `${day}T12:00:00Z` });
  const usualBefore = (day: string, times: number) =>
    [1, 2, 3, 4].flatMap((weeks) => installsOn(nextDay(day, -7 * weeks), times));

  test('a day with less than 60 % of the installs of the same days before is told once', async () => {
    const { shop, queries, tellAt } = await open(['installs.fell']);
    await appendFacts(queries, shop.app.id, [...usualBefore('2026-02-04', 20), ...installsOn('2026-02-04', 11)]);
    assert.deepEqual(await tellAt('2026-02-05T07:59:00Z'), []);
    const [told] = await tellAt('2026-02-05T08:00:00Z');
    assert.equal(told?.type, 'installs.fell');
    const expected: FallFields = { app: 'Test Shop', day: '2026-02-04', timezone: 'UTC', installs: 11, usual: 20 };
    assert.deepEqual(told.data, expected);
    assert.deepEqual(await tellAt('2026-02-05T20:00:00Z'), []);
    assert.deepEqual(await tellAt('2026-02-06T08:00:00Z'), []);
  });

  for (const [why, usual, installs] of [
    ['that has 60 % of the usual installs', 20, 12],
    ['of an app with fewer than 20 a day', 19, 0],
  ] as const) {
    test(`a day ${why} is not told`, async () => {
      const { shop, queries, tellAt } = await open(['installs.fell']);
      await appendFacts(queries, shop.app.id, [
        ...usualBefore('2026-02-04', usual),
        ...installsOn('2026-02-04', installs),
      ]);
      assert.deepEqual(await tellAt('2026-02-05T08:00:00Z'), []);
    });
  }

  test('the job tells them', async () => {
    const { queries, shop, tellAt } = await open(['week.ended']);
    const clock = () => Date.parse('2026-01-12T08:00:00Z');
    assert.deepEqual(await createDigestsJob({ queries, clock }).run(NEVER), { kind: 'done' });
    shop.clock.now = clock();
    assert.equal((await tellAt('2026-01-12T08:00:00Z')).length, 1);
  });
});
