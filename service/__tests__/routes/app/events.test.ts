import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { eventsTable } from '../../../src/storage/schema/tables.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';

const event = (id: string, extra: object = {}) => ({
  id,
  name: 'add_to_cart',
  timestamp: '2026-01-01T11:59:00.000Z',
  ...extra,
});

const batch = (events: object[]) => ({
  installId: 'device-1',
  platform: 'ios',
  sentAt: '2026-01-01T12:00:00.000Z',
  events,
});

async function send(shop: Shop, body: object) {
  const response = await shop.callAsApp('/api/link/events', { body });
  return { status: response.status, body: await response.json() };
}

async function received(shop: Shop, query = '') {
  const response = await shop.callAsOwner(`/api/events${query}`);
  return (
    (await response.json()) as { events: { id: string; data?: unknown; timestamp: string; occurredAt: string }[] }
  ).events;
}

const counts = (accepted: number, repeated: number, dropped = 0, rejected = 0) => ({
  status: 200,
  body: { accepted, repeated, dropped, rejected },
});

onOneDatabase('events', (opened) => {
  test('events are stored in the order in which they came', async () => {
    const shop = await openShop(opened.database);
    const ids = Array.from({ length: 50 }, (_, index) => `event-${(index * 7) % 50}`);
    assert.deepEqual(await send(shop, batch(ids.map((id) => event(id)))), counts(50, 0));
    assert.deepEqual(await send(shop, batch([event('a-last')])), counts(1, 0));
    const stored = await received(shop);
    assert.deepEqual(
      stored.map(({ id }) => id),
      [...ids, 'a-last']
    );
  });

  test('a batch that does not name its install is refused, and told what is missing', async () => {
    const shop = await openShop(opened.database);
    const refused = await send(shop, { ...batch([event('a')]), installId: undefined });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /installId/);
  });

  test('an amount that nobody pays is stored with its event and not counted', async () => {
    const shop = await openShop(opened.database);
    const purchase = (id: string, total: number, currency: string) =>
      event(id, { name: 'purchase', data: { total, currency } });
    const events = [
      purchase('huge', 999_999_999_999_999, 'EUR'),
      purchase('just too much', 10_001, 'EUR'),
      purchase('negative', -5, 'EUR'),
      purchase('usual', 59.9, 'EUR'),
      purchase('small unit', 250_000, 'JPY'),
    ];
    assert.deepEqual(await send(shop, batch(events)), counts(5, 0));
    const stored = await received(shop);
    assert.deepEqual(stored[0]?.data, { total: 999_999_999_999_999, currency: 'EUR' });
    const rows = await opened.database.queries
      .select({ id: eventsTable.id, amount: eventsTable.amount })
      .from(eventsTable)
      .where(eq(eventsTable.appId, shop.app.id))
      .orderBy(eventsTable.receivedAt, eventsTable.position);
    assert.deepEqual(
      rows.map(({ amount }) => (amount === null ? null : Number(amount))),
      [null, null, null, 59.9, 250_000]
    );
  });

  test('currencies that nobody has are not counted, and the rest of the batch is', async () => {
    const shop = await openShop(opened.database);
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const invented = letters.map((letter) => `Q${letter}${letter}`).filter((code) => code !== 'QAR');
    const events = ['EUR', ...invented].map((currency) =>
      event(currency, { name: 'purchase', data: { total: 1, currency } })
    );
    assert.deepEqual(await send(shop, batch(events)), counts(27, 0));
    const response = await shop.callAsOwner('/api/statistics?from=2026-01-01&to=2026-01-01');
    const { total } = (await response.json()) as { total: { revenue: { currency: string; sum: string }[] } };
    assert.deepEqual(total.revenue, [{ currency: 'EUR', sum: '1' }]);
    assert.deepEqual((await received(shop))[1]?.data, { total: 1, currency: 'QAA' });
  });

  test('a platform that React Native does not run on counts as unknown', async () => {
    const shop = await openShop(opened.database);
    for (const platform of ['android', 'toaster', 7, 'server']) {
      const { status } = await send(shop, { ...batch([event(`of ${platform}`)]), platform });
      assert.equal(status, 200);
    }
    const response = await shop.callAsOwner('/api/events');
    const { events } = (await response.json()) as { events: { platform: string | null }[] };
    assert.deepEqual(
      events.map(({ platform }) => platform),
      ['android', null, null, null]
    );
  });

  test('what a network sends beyond its share is dropped, by number and by kilobytes, and comes back with time', async () => {
    // For events that is 5 a second, and 66 at once.
    const shop = await openShop(opened.database, { rateLimit: { burst: 2, perSecond: 2 } });
    const sendFrom = async (address: string, events: object[]) => {
      shop.clock.now += 1;
      const response = await shop.callAsApp('/api/link/events', { body: batch(events), address });
      return response.json();
    };
    const many = Array.from({ length: 70 }, (_, number) => event(`small ${number}`));
    assert.deepEqual(await sendFrom('192.0.2.1', many), { accepted: 66, repeated: 0, dropped: 4, rejected: 0 });
    const large = Array.from({ length: 7 }, (_, number) => event(`large ${number}`, { data: 'x'.repeat(30_000) }));
    assert.deepEqual(await sendFrom('198.51.100.1', large), { accepted: 2, repeated: 0, dropped: 5, rejected: 0 });
    shop.clock.now += 2_000;
    assert.deepEqual(await sendFrom('192.0.2.1', many), { accepted: 0, repeated: 10, dropped: 60, rejected: 0 });
  });

  test('four networks of one /24 use up its share, and others still have theirs', async () => {
    const shop = await openShop(opened.database, { rateLimit: { burst: 2, perSecond: 2 } });
    const accepted = [];
    for (const [place, address] of [
      '192.0.2.1',
      '192.0.2.2',
      '192.0.2.3',
      '192.0.2.4',
      '192.0.2.5',
      '198.51.100.1',
    ].entries()) {
      const events = Array.from({ length: 70 }, (_, number) => event(`${place} ${number}`));
      const response = await shop.callAsApp('/api/link/events', { body: batch(events), address });
      accepted.push(((await response.json()) as { accepted: number }).accepted);
    }
    assert.deepEqual(accepted, [66, 66, 66, 66, 0, 66]);
  });

  test('an app stores so many events a day, wherever they come from, and starts afresh on the next', async () => {
    const shop = await openShop(opened.database, { maxEventsPerDay: 3 });
    const sendFrom = async (address: string, ...ids: string[]) =>
      (await shop.callAsApp('/api/link/events', { body: batch(ids.map((id) => event(id))), address })).json();
    assert.deepEqual(await sendFrom('192.0.2.1', 'a', 'b'), { accepted: 2, repeated: 0, dropped: 0, rejected: 0 });
    assert.deepEqual(await sendFrom('198.51.100.1', 'c', 'd'), { accepted: 1, repeated: 0, dropped: 1, rejected: 0 });
    assert.equal((await shop.callAsOwner('/api/events', { body: { events: [] } })).status, 200);
    shop.clock.now += 12 * 60 * 60 * 1000;
    assert.deepEqual(await sendFrom('198.51.100.1', 'd'), { accepted: 1, repeated: 0, dropped: 0, rejected: 0 });
  });

  test('an app chooses its own largest amounts, and the other currencies keep theirs', async () => {
    const shop = await openShop(opened.database, {}, { maxAmounts: { EUR: 50, JPY: 5_000_000 } });
    const amounts = [
      [51, 'EUR'],
      [50, 'EUR'],
      [4_000_000, 'JPY'],
      [10_001, 'USD'],
      [10_000, 'USD'],
    ] as const;
    const events = amounts.map(([total, currency], index) =>
      event(`purchase ${index}`, { name: 'purchase', data: { total, currency } })
    );
    assert.deepEqual(await send(shop, batch(events)), counts(5, 0));
    const rows = await opened.database.queries
      .select({ amount: eventsTable.amount })
      .from(eventsTable)
      .where(eq(eventsTable.appId, shop.app.id))
      .orderBy(eventsTable.receivedAt, eventsTable.position);
    assert.deepEqual(
      rows.map(({ amount }) => (amount === null ? null : Number(amount))),
      [null, 50, 4_000_000, null, 10_000]
    );
  });

  test('repeats are dropped by id, within a batch and across batches', async () => {
    const shop = await openShop(opened.database);
    assert.deepEqual(await send(shop, batch([event('a'), event('b'), event('a')])), counts(2, 1));
    assert.deepEqual(await send(shop, batch([event('b'), event('c')])), counts(1, 1));
    const stored = await received(shop);
    assert.deepEqual(
      stored.map(({ id }) => id),
      ['a', 'b', 'c']
    );
  });

  test('data of more than 32 KiB is a 400, because a list holds a thousand events in memory', async () => {
    const shop = await openShop(opened.database);
    // The quotes around the text count, too.
    const longest = 'é'.repeat(32 * 1024 - 2);
    assert.deepEqual(await send(shop, batch([event('a', { data: longest })])), counts(1, 0));
    const answer = await send(shop, batch([event('b'), event('c', { data: `${longest}é` })]));
    assert.equal(answer.status, 400);
    const { error } = answer.body as { error: { fields: { name: string }[] } };
    assert.deepEqual(
      error.fields.map(({ name }) => name),
      ['events.1.data']
    );
    assert.equal((await received(shop)).length, 1);
  });

  test('the same batch sent twenty times at once is stored once', async () => {
    const shop = await openShop(opened.database);
    const body = batch([event('a'), event('b'), event('c')]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(shop, body)));
    assert.ok(answers.every(({ status }) => status === 200));
    const stored = await received(shop);
    assert.deepEqual(
      stored.map(({ id }) => id),
      ['a', 'b', 'c']
    );
  });

  test('two apps may use the same id', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    assert.deepEqual(await send(shop, batch([event('a')])), counts(1, 0));
    assert.deepEqual(await send(other, batch([event('a')])), counts(1, 0));
    assert.equal((await received(shop)).length, 1);
  });

  test('any JSON comes back as it went in', async () => {
    const shop = await openShop(opened.database);
    const values = [{ price: 19.9, tags: ['a', null] }, 'text', 0, false, null, [], '\0', '💚'];
    await send(shop, batch(values.map((data, index) => event(String(index), { data }))));
    const stored = await received(shop);
    assert.deepEqual(
      stored.map(({ data }) => data),
      values
    );
  });

  test('an event without data has none', async () => {
    const shop = await openShop(opened.database);
    await send(shop, batch([event('a')]));
    assert.deepEqual(await received(shop), [
      {
        id: 'a',
        name: 'add_to_cart',
        installId: 'device-1',
        platform: 'ios',
        timestamp: '2026-01-01T11:59:00.000Z',
        receivedAt: '2026-01-01T12:00:00.000Z',
        occurredAt: '2026-01-01T11:59:00.000Z',
        userId: null,
        link: null,
        amount: null,
        currency: null,
        renewalOf: null,
      },
    ]);
  });

  test('an event of the app’s own is stored and exported by its name', async () => {
    const shop = await openShop(opened.database);
    const name = 'l'.repeat(40);
    assert.deepEqual(await send(shop, batch([event('a', { name }), event('b', { name: 'level_9' })])), counts(2, 0));
    const exported = await (await shop.callAsOwner('/api/export/events.ndjson')).text();
    assert.match(exported, new RegExp(`"name":"${name}"[^]*"name":"level_9"`));
    assert.match(await (await shop.callAsOwner('/api/export/events.csv')).text(), /level_9/);
  });

  test('each event whose name breaks the rule is rejected, the rest of its batch is stored, and metrics count it', async () => {
    const shop = await openShop(opened.database);
    const names = [
      '',
      'l'.repeat(41),
      'Level',
      '9_levels',
      '_a',
      'a-b',
      'a b',
      'link_opened',
      'a\n',
      'é',
      5,
      null,
      undefined,
    ];
    const events = names.map((name, index) => event(`bad-${index}`, { name }));
    const sent = batch([event('first'), ...events, event('last', { name: 'linked' })]);
    assert.deepEqual(await send(shop, sent), counts(2, 0, 0, names.length));
    assert.deepEqual(
      (await received(shop)).map(({ id }) => id),
      ['first', 'last']
    );
  });

  for (const installId of ['', 'a'.repeat(65), 'a b', 'a.b', 'é', '😀', 'a\n', 5, null]) {
    test(`a batch of the install ${JSON.stringify(installId).slice(0, 12)} is refused`, async () => {
      const shop = await openShop(opened.database);
      assert.equal((await send(shop, { ...batch([event('a')]), installId })).status, 400);
      assert.deepEqual(await received(shop), []);
    });
  }

  test('an install id of 64 characters is fine', async () => {
    const shop = await openShop(opened.database);
    assert.deepEqual(await send(shop, { ...batch([event('a')]), installId: `${'a'.repeat(61)}_-9` }), counts(1, 0));
  });

  test('an empty batch is fine', async () => {
    const shop = await openShop(opened.database);
    assert.deepEqual(await send(shop, batch([])), counts(0, 0));
  });

  test('data nested too deeply to write is refused, not a fault', async () => {
    const shop = await openShop(opened.database);
    const depth = 100_000;
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const text = JSON.stringify(batch([event('a', { data: 0 })])).replace('"data":0', `"data":${nested}`);
    const response = await shop.callAsApp('/api/link/events', { body: text });
    assert.equal(response.status, 400);
  });

  for (const [what, body] of [
    ['no device', { ...batch([event('a')]), installId: undefined }],
    ['no events', { ...batch([]), events: undefined }],
    ['an event without id', batch([event('a', { id: undefined })])],
    ['too many events', batch(Array.from({ length: 101 }, (_, index) => event(`${index}`)))],
  ] as const) {
    test(`a batch with ${what} is refused, and nothing of it stored`, async () => {
      const shop = await openShop(opened.database);
      assert.equal((await send(shop, body)).status, 400);
      assert.deepEqual(await received(shop), []);
    });
  }

  for (const timestamp of [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '+010000-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
  ]) {
    test(`an event of a phone that believes it is ${timestamp} is stored by our clock`, async () => {
      const shop = await openShop(opened.database);
      assert.deepEqual(await send(shop, batch([event('a', { timestamp })])), counts(1, 0));
      assert.equal((await received(shop))[0]?.timestamp, '2026-01-01T12:00:00.000Z');
    });
  }

  for (const timestamp of [undefined, null, 0, '', 'yesterday', '2026-13-01T00:00:00Z', {}]) {
    test(`an event with the time ${JSON.stringify(timestamp)} gets the time of arrival, and the batch is stored`, async () => {
      const shop = await openShop(opened.database);
      const body = batch([event('a', { timestamp }), event('b')]);
      assert.deepEqual(await send(shop, body), counts(2, 0));
      const [a, b] = await received(shop);
      assert.deepEqual([a?.timestamp, a?.occurredAt], ['2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00.000Z']);
      assert.deepEqual([b?.timestamp, b?.occurredAt], ['2026-01-01T11:59:00.000Z', '2026-01-01T11:59:00.000Z']);
    });
  }

  test('in a batch without a valid time of sending, events happened when they arrived', async () => {
    const shop = await openShop(opened.database);
    assert.deepEqual(await send(shop, { ...batch([event('a')]), sentAt: undefined }), counts(1, 0));
    const [a] = await received(shop);
    assert.deepEqual([a?.timestamp, a?.occurredAt], ['2026-01-01T11:59:00.000Z', '2026-01-01T12:00:00.000Z']);
  });

  test('batches with the same ids in another order wait for each other', async () => {
    const shop = await openShop(opened.database);
    const ids = Array.from({ length: 100 }, (_, index) => `event-${index}`);
    const batches = Array.from({ length: 20 }, (_, round) => (round % 2 ? ids : [...ids].reverse()));
    const answers = await Promise.all(batches.map((each) => send(shop, batch(each.map((id) => event(id))))));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal((await received(shop, '?limit=1000')).length, 100);
  });

  test('a list shows the newest within its limit', async () => {
    const shop = await openShop(opened.database);
    await send(shop, batch([event('a'), event('b'), event('c')]));
    const stored = await received(shop, '?limit=2');
    assert.deepEqual(
      stored.map(({ id }) => id),
      ['b', 'c']
    );
    assert.equal((await shop.callAsOwner('/api/events?limit=none')).status, 400);
  });
});
