import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { addOpens } from '../../../src/storage/opens.ts';
import { rowsOf } from '../../../src/storage/rowsOf.ts';
import { onEachDatabase, onOneDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { createGroupNames } from '../../../src/storage/names.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';
import { storeClick } from '../../support/storeClick.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const START = Date.parse('2026-01-01T12:00:00Z');

interface WireEvent {
  id: string;
  installId: string;
  link: string | null;
  occurredAt: string;
  userId: string | null;
  amount: string | null;
  currency: string | null;
}

interface Logged {
  id?: string;
  /** How much later it arrives. */
  late?: number;
  /** By how much the phone's clock is wrong. */
  skew?: number;
  name?: string;
  data?: unknown;
  userId?: string;
}

/** Sends an event that happened at `at`. */
async function log(shop: Shop, installId: string, at: number, { late = 0, skew = 0, ...more }: Logged = {}) {
  shop.clock.now = at + late;
  const body = {
    installId,
    sentAt: new Date(at + late + skew).toISOString(),
    events: [{ id: randomUUID(), name: 'purchase', timestamp: new Date(at + skew).toISOString(), ...more }],
  };
  const response = await shop.callAsApp('/api/link/events', { body });
  assert.equal(response.status, 200);
}

/** The installed app opens a short link. */
async function open(shop: Shop, installId: string | null, code: string, at: number) {
  shop.clock.now = at;
  const headers: Record<string, string> = installId === null ? {} : { 'x-install-id': installId };
  const response = await shop.callAsApp('/api/link/resolve-short', {
    body: { url: `${shop.origin}/${code}` },
    headers,
  });
  assert.equal(response.status, 200);
}

async function match(shop: Shop, installId: string, clickId: string, at: number) {
  shop.clock.now = at;
  assert.equal((await shop.match({ clickId }, undefined, installId)).status, 200);
}

/** What the app's server sends. */
interface Sent {
  id: string;
  installId?: string;
  userId?: string;
  name: string;
  data: unknown;
  timestamp: string;
  renewalOf?: string;
}

async function send(shop: Shop, at: number, sent: readonly Sent[]) {
  shop.clock.now = at;
  const response = await shop.callAsOwner('/api/events', { body: { events: sent } });
  const { rejected } = (await response.json()) as { rejected: unknown[] };
  assert.deepEqual(rejected, []);
}

/** The revenue of each link as the statistics have it, under its code; what has no link is under "none". */
async function revenues(shop: Shop): Promise<Map<string, number>> {
  const response = await shop.callAsOwner('/api/statistics?by=link&from=2025-12-01&to=2026-12-31');
  const { rows } = (await response.json()) as {
    rows: { link: { code: string } | null; revenue: { sum: string }[] }[];
  };
  return new Map(rows.map(({ link, revenue }) => [link?.code ?? 'none', Number(revenue[0]?.sum ?? 0)]));
}

async function events(shop: Shop): Promise<WireEvent[]> {
  const response = await shop.callAsOwner('/api/events?limit=1000');
  return ((await response.json()) as { events: WireEvent[] }).events;
}

const links = async (shop: Shop) => (await events(shop)).map(({ link }) => link);

onEachDatabase('attribution', (opened) => {
  test('an event belongs to the link that its install was matched to', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await match(shop, 'phone', clickId, START + MINUTE_MS);
    await log(shop, 'phone', START + HOUR_MS);
    await log(shop, 'other', START + HOUR_MS);
    assert.deepEqual(await links(shop), [shop.codes.summer, null]);
  });

  test('the link that was opened last before the event wins', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await match(shop, 'phone', clickId, START + MINUTE_MS);
    await log(shop, 'phone', START + HOUR_MS);
    await open(shop, 'phone', shop.codes.sneaker, START + 2 * HOUR_MS);
    await log(shop, 'phone', START + 3 * HOUR_MS);
    await log(shop, 'phone', START + HOUR_MS, { late: 3 * HOUR_MS });
    assert.deepEqual(await links(shop), [shop.codes.summer, shop.codes.sneaker, shop.codes.summer]);
  });

  test('events that came before the match get their link when it is stored, from the click on', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await log(shop, 'phone', START - 1);
    await log(shop, 'phone', START + MINUTE_MS);
    await log(shop, 'neighbour', START + MINUTE_MS);
    assert.deepEqual(await links(shop), [null, null, null]);
    await match(shop, 'phone', clickId, START + HOUR_MS);
    assert.deepEqual(await links(shop), [null, shop.codes.summer, null]);
  });

  test('a link copied by hand counts for what the install did on its first day before the match', async () => {
    const shop = await openShop(opened.database);
    await log(shop, 'phone', START - DAY_MS - 1);
    await log(shop, 'phone', START - HOUR_MS);
    shop.clock.now = START;
    const pastedLink = `${shop.origin}/${shop.codes.summer}`;
    assert.equal((await shop.matchPhone(iphone, { pastedLink }, 'phone')).status, 200);
    assert.deepEqual(await links(shop), [null, shop.codes.summer]);
  });

  test('a link that was opened while the match was under way wins, as it does in the app', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await open(shop, 'phone', shop.codes.sneaker, START + 1_000);
    await match(shop, 'phone', clickId, START + 2_000);
    await log(shop, 'phone', START + 3_000);
    assert.deepEqual(await links(shop), [shop.codes.sneaker]);
  });

  test('an open that is stored after a later event of its install still gets it', async () => {
    const shop = await openShop(opened.database);
    await log(shop, 'phone', START + HOUR_MS);
    await open(shop, 'phone', shop.codes.sneaker, START);
    assert.deepEqual(await links(shop), [shop.codes.sneaker]);
    await open(shop, 'phone', shop.codes.summer, START + MINUTE_MS);
    assert.deepEqual(await links(shop), [shop.codes.summer]);
    await open(shop, 'phone', shop.codes.sneaker, START + 1);
    assert.deepEqual(await links(shop), [shop.codes.summer]);
  });

  test('a link counts for thirty days, or as many as the app says', async () => {
    for (const days of [undefined, 7]) {
      const shop = await openShop(opened.database, {}, days === undefined ? {} : { attributionDays: days });
      await open(shop, 'phone', shop.codes.summer, START);
      await log(shop, 'phone', START + (days ?? 30) * DAY_MS - 1);
      await log(shop, 'phone', START + (days ?? 30) * DAY_MS);
      assert.deepEqual(await links(shop), [shop.codes.summer, null]);
    }
  });

  test('the days of a match begin with the match, however old its click is', async () => {
    const shop = await openShop(opened.database);
    const clickId = await storeClick(opened.database, shop, shop.codes.summer, START - 80 * DAY_MS);
    await match(shop, 'phone', clickId, START);
    await log(shop, 'phone', START + 30 * DAY_MS - 1);
    await log(shop, 'phone', START + 30 * DAY_MS);
    assert.deepEqual(await links(shop), [shop.codes.summer, null]);
  });

  test('after a denial and a new grant nothing connects the new install id with the old one', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'before', shop.codes.summer, START);
    await log(shop, 'after', START + MINUTE_MS);
    assert.deepEqual(await links(shop), [null]);
  });

  test('an event counts by what passed on the phone’s clock, not by what that clock says', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'phone', shop.codes.summer, START);
    for (const skew of [-20 * 365 * DAY_MS, -HOUR_MS, 0, HOUR_MS, 20 * 365 * DAY_MS]) {
      await log(shop, 'phone', START - MINUTE_MS, { late: HOUR_MS, skew });
      await log(shop, 'phone', START + MINUTE_MS, { late: HOUR_MS, skew });
    }
    const stored = await events(shop);
    assert.deepEqual(new Set(stored.map(({ link }) => link)), new Set([null, shop.codes.summer]));
    for (const { link, occurredAt } of stored) {
      assert.equal(occurredAt, new Date(link === null ? START - MINUTE_MS : START + MINUTE_MS).toISOString());
    }
  });

  test('a clock that was set between logging and sending moves an event to no later than now and no earlier than 90 days ago', async () => {
    const shop = await openShop(opened.database);
    const send = async (timestamp: string) => {
      const event = { id: randomUUID(), name: 'login', timestamp };
      const body = { installId: 'phone', sentAt: new Date(START).toISOString(), events: [event] };
      assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
    };
    await send('2031-01-01T00:00:00Z');
    await send('1970-01-01T00:00:00Z');
    assert.deepEqual(
      (await events(shop)).map(({ occurredAt }) => Date.parse(occurredAt)),
      [START, START - 90 * DAY_MS]
    );
  });

  test('a request that doesn’t say which install it is opens nothing', async () => {
    const shop = await openShop(opened.database);
    await open(shop, null, shop.codes.summer, START);
    const opens = await opened.database.queries.execute(sql`SELECT 1 FROM opens WHERE app_id = ${shop.app.id}`);
    assert.deepEqual(rowsOf(opens), []);
  });

  test('installs of other apps with the same id have nothing to do with it', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await open(other, 'phone', other.codes.summer, START);
    await log(shop, 'phone', START + MINUTE_MS);
    assert.deepEqual(await links(shop), [null]);
  });

  test('user ids come back with their events; an empty one is none, and one that is too long is refused', async () => {
    const shop = await openShop(opened.database);
    await log(shop, 'phone', START, { userId: 'user-💚' });
    await log(shop, 'phone', START, { userId: '' });
    await log(shop, 'phone', START);
    assert.deepEqual(
      (await events(shop)).map(({ userId }) => userId),
      ['user-💚', null, null]
    );
    const event = { id: 'a', name: 'login', timestamp: '2026-01-01T12:00:00Z', userId: 'u'.repeat(257) };
    const body = { installId: 'd', sentAt: '2026-01-01T12:00:00Z', events: [event] };
    assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 400);
  });

  test('the money of an event is read from its data', async () => {
    const cases = [
      ['a number', { total: 59.9, currency: 'EUR' }, '59.9', 'EUR'],
      ['value where there is no total', { value: 12, currency: 'usd' }, '12', 'USD'],
      ['total before value', { total: 1, value: 2, currency: 'EUR' }, '1', 'EUR'],
      ['value where total is none', { total: 'free', value: '2.50', currency: 'EUR' }, '2.5', 'EUR'],
      ['a decimal as text', { total: '12.30', currency: 'EUR' }, '12.3', 'EUR'],
      ['zero', { total: 0, currency: 'EUR' }, '0', 'EUR'],
      ['less than nothing', { total: -5.25, currency: 'EUR' }, null, null],
      ['no currency', { total: 1 }, '1', null],
      ['what adding binary fractions made', { total: 0.1 + 0.2, currency: 'EUR' }, '0.3', 'EUR'],
      ['millionths', { total: '99999999.123456', currency: 'VND' }, '99999999.123456', 'VND'],
      ['the largest that is counted', { total: '10000', currency: 'EUR' }, '10000', 'EUR'],
      ['more than anybody pays', { total: '999999999999999.9999999' }, null, null],
      ['a tiny amount', { total: 1e-300, currency: 'EUR' }, '0', 'EUR'],
      ['a currency that is none', { total: 1, currency: 'Euro' }, null, null],
      ['a currency that is no text', { total: 1, currency: 978 }, null, null],
      ['an absurd number', { total: 1e300 }, null, null],
      ['an exponent as text', { total: '1e400' }, null, null],
      ['NaN as text', { total: 'NaN' }, null, null],
      ['Infinity as text', { value: 'Infinity' }, null, null],
      ['a comma', { total: '12,30' }, null, null],
      ['nothing', { total: null, currency: 'EUR' }, null, null],
      ['an array', [1, 2], null, null],
      ['a text', 'total', null, null],
    ] as const;
    const shop = await openShop(opened.database);
    const idOf = (what: string) => what.replaceAll(' ', '-');
    for (const [what, data] of cases) await log(shop, idOf(what), START, { data });
    assert.deepEqual(
      (await events(shop)).map(({ installId, amount, currency }) => [installId, amount, currency]),
      cases.map(([what, , amount, currency]) => [idOf(what), amount, currency])
    );
  });

  test('any history in any order of arrival ends with the attribution that a look back at all of it gives', async () => {
    const DEVICES = 3;
    const device = fc.nat(DEVICES - 1);
    const link = fc.constantFrom('sneaker', 'summer', 'third');
    /** Often right at the edge of something else. */
    const time = fc
      .tuple(fc.constantFrom(0, 1, 15, 29, 30, 31, 45, 60, 61), fc.constantFrom(-1, 0, 1, HOUR_MS))
      .map(([days, offset]) => START + days * DAY_MS + offset);
    const times = fc.integer({ min: 1, max: 3 });
    const late = fc.constantFrom(0, 1, DAY_MS, 80 * DAY_MS);
    const name = fc.constantFrom('purchase', 'refund');
    const total = fc.integer({ min: -500, max: 500 });
    const history = fc.record({
      matches: fc.uniqueArray(
        fc.record({ device, link, at: time, after: fc.constantFrom(0, 1, HOUR_MS, 40 * DAY_MS) }),
        {
          selector: (each) => each.device,
          maxLength: DEVICES,
        }
      ),
      opens: fc.array(fc.record({ device, link, at: time }), { maxLength: 6 }),
      logged: fc.array(fc.record({ device, at: time, late, times, name, total }), { minLength: 1, maxLength: 6 }),
      sent: fc.array(
        fc.record({
          device,
          by: fc.constantFrom('install', 'user', 'both'),
          at: time,
          late,
          times,
          name,
          total,
          /** Which of the events sent it renews, if it is a renewal. It may be itself a renewal, or no purchase. */
          renews: fc.option(fc.nat(5)),
          /** Whether it comes in one request with what it renews. */
          isTogether: fc.boolean(),
        }),
        { maxLength: 6 }
      ),
      order: fc.infiniteStream(fc.nat()),
    });

    await fc.assert(
      fc.asyncProperty(history, async (drawn) => {
        const { logged, sent, order } = drawn;
        const shop = await openShop(opened.database, {}, { attributionDays: 30 });
        const third = `third-${shop.app.id}`;
        await shop.callAsOwner('/api/links', { body: { code: third, destination: '/x' } });
        const codes = { ...shop.codes, third };
        const withCode = <Touch extends { link: keyof typeof codes }>(touch: Touch) => ({
          ...touch,
          code: codes[touch.link],
        });
        const matches = drawn.matches.map(withCode);
        const opens = drawn.opens.map(withCode);
        const nameOf = (number: number) => `install-${number}`;
        const userOf = (number: number) => `user-${number}`;
        const phoneId = (position: number) => `phone-${position}`;
        const serverId = (position: number) => `server-${position}`;
        // From then on the service knows whose install it is.
        for (let number = 0; number < DEVICES; number += 1) {
          await log(shop, nameOf(number), START - 2, { id: `seen-${number}`, userId: userOf(number) });
        }

        const arrivals: (() => Promise<unknown>)[] = [];
        for (const each of matches) {
          const clickId = await storeClick(opened.database, shop, each.code, each.at - each.after);
          arrivals.push(() => match(shop, nameOf(each.device), clickId, each.at));
        }
        for (const each of opens) arrivals.push(() => open(shop, nameOf(each.device), each.code, each.at));
        logged.forEach((each, position) => {
          for (let time_ = 0; time_ < each.times; time_ += 1) {
            arrivals.push(() =>
              log(shop, nameOf(each.device), each.at, {
                id: phoneId(position),
                late: each.late,
                name: each.name,
                data: { total: each.total, currency: 'EUR' },
              })
            );
          }
        });
        /** Nothing renews itself: the service rejects that. */
        const renewed = (position: number) => {
          const of = sent[position]?.renews ?? position;
          return of === position ? null : of;
        };
        const wire = sent.map((each, position): Sent => {
          const of = renewed(position);
          return {
            id: serverId(position),
            ...(each.by === 'user' ? {} : { installId: nameOf(each.device) }),
            ...(each.by === 'install' ? {} : { userId: userOf(each.device) }),
            name: each.name,
            data: { total: each.total, currency: 'EUR' },
            timestamp: new Date(each.at).toISOString(),
            ...(of === null ? {} : { renewalOf: serverId(of) }),
          };
        });
        sent.forEach((each, position) => {
          const other = each.isTogether ? renewed(position) : null;
          const positions = other === null || !sent[other] ? [position] : [position, other];
          const at = Math.max(...positions.map((number) => sent[number]?.at ?? 0)) + each.late;
          for (let time_ = 0; time_ < each.times; time_ += 1) {
            arrivals.push(() =>
              send(
                shop,
                at,
                positions.flatMap((number) => wire[number] ?? [])
              )
            );
          }
        });
        while (arrivals.length > 0) {
          const [next] = arrivals.splice((order.next().value as number) % arrivals.length, 1);
          await next?.();
        }

        const lastLink = (by: number, at: number): string | null => {
          const touches = [
            ...opens.filter((each) => each.device === by).map((each) => ({ ...each, countedFrom: each.at })),
            ...matches
              .filter((each) => each.device === by)
              .map((each) => ({ ...each, at: each.at - each.after, countedFrom: each.at })),
          ];
          const last = touches
            .filter((touch) => touch.at <= at && at < touch.countedFrom + 30 * DAY_MS)
            .sort((one, other) => one.at - other.at || (one.code < other.code ? -1 : 1))
            .at(-1);
          return last?.code ?? null;
        };
        const sentLink = (position: number): string | null => {
          const each = sent[position];
          if (!each) return null;
          const of = renewed(position);
          if (of === null) return lastLink(each.device, each.at);
          const isPurchase = sent[of]?.name === 'purchase' && renewed(of) === null;
          return isPurchase ? sentLink(of) : null;
        };
        const expected = [
          ...logged.map((each, position) => ({ ...each, id: phoneId(position), link: lastLink(each.device, each.at) })),
          ...sent.map((each, position) => ({ ...each, id: serverId(position), link: sentLink(position) })),
        ];
        const stored = (await events(shop)).filter(({ id }) => !id.startsWith('seen-'));
        assert.equal(stored.length, expected.length);
        assert.deepEqual(
          stored.map(({ id, link }) => [id, link]).sort(),
          expected.map(({ id, link }) => [id, link]).sort()
        );

        const revenue = new Map<string, number>();
        for (const each of expected) {
          const key = each.link ?? 'none';
          // A phone's purchase of less than nothing counts as nothing.
          const bought = each.id.startsWith('phone-') ? Math.max(0, each.total) : each.total;
          const amount = each.name === 'refund' ? -Math.abs(each.total) : bought;
          revenue.set(key, (revenue.get(key) ?? 0) + amount);
        }
        for (const [key, sum] of await revenues(shop)) assert.equal(sum, revenue.get(key) ?? 0, key);
      }),
      // The same function in SQL answers on both databases, and PostgreSQL runs it in less than half of the time.
      opened.database.kind === 'pglite' ? { seed: 20_260_101, numRuns: 5 } : { seed: 20_260_102, numRuns: 20 }
    );
  });
});

onOneDatabase('attribution of thousands of events', (opened) => {
  /** Stores events of installs without asking the service, as so many requests would take too long. */
  async function storeEvents({ app }: Shop, installs: number, eventsOfEach: number) {
    await opened.database.queries.execute(sql`
      INSERT INTO events (app_id, id, position, install_id, name, logged_at, received_at, occurred_at)
      SELECT ${app.id}, install || ' ' || event, install, 'phone-' || install, 'login', moment.at, moment.at, moment.at
      FROM generate_series(1, ${installs}::int) AS install, generate_series(1, ${eventsOfEach}::int) AS event,
        LATERAL (SELECT ${new Date(START).toISOString()}::timestamptz + event * interval '1 second' AS at) AS moment`);
  }

  /** How many events of each install have a link, and when the last of them happened. */
  async function countAttributed({ app }: Shop) {
    const result = await opened.database.queries.execute(sql`
      SELECT count(*)::int AS count, extract(epoch from max(occurred_at))::float8 * 1000 AS last
      FROM events WHERE app_id = ${app.id} AND code IS NOT NULL GROUP BY install_id`);
    return rowsOf<{ count: number; last: number }>(result);
  }

  test('a match gives its link to the first thousand events, so that no install holds up the others', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await storeEvents(shop, 1, 1_001);
    await match(shop, 'phone-1', clickId, START + HOUR_MS);
    assert.deepEqual(await countAttributed(shop), [{ count: 1_000, last: START + 1_000_000 }]);
  });

  test('installs whose links are stored together share what one statement can do', async () => {
    const shop = await openShop(opened.database);
    await storeEvents(shop, 40, 501);
    const { id: appId } = shop.app;
    const opens = Array.from({ length: 40 }, (_, position) => ({
      appId,
      network: null,
      installId: `phone-${position + 1}`,
      openedAt: new Date(START),
      code: shop.codes.summer,
    }));
    await addOpens(opened.database.queries, createGroupNames(Date.now), opens);
    const counts = await countAttributed(shop);
    assert.deepEqual(
      counts.map(({ count }) => count),
      opens.map(() => 500)
    );
  });
});

onPostgres('attribution by several instances', (url) => {
  test('an event and the link before it that are stored at the same moment find each other', async (t) => {
    const databases = await Promise.all([1, 2].map(() => openDatabase({ url: url() })));
    t.after(() => Promise.all(databases.map((database) => database.close())));
    const [one, other] = databases;
    assert.ok(one && other);
    const shop = await openShop(one);
    const second = await openShop(other, { clock: () => shop.clock.now });
    const asSecond = { ...shop, service: second.service };
    for (let round = 0; round < 100; round += 1) {
      const clickId = await storeClick(one, shop, shop.codes.summer, START - 1);
      shop.clock.now = START;
      const body = {
        installId: `phone-${round}`,
        sentAt: new Date(START).toISOString(),
        events: [{ id: `event-${round}`, name: 'purchase', timestamp: new Date(START).toISOString() }],
      };
      const touch =
        round % 2
          ? match(shop, `phone-${round}`, clickId, START)
          : open(shop, `phone-${round}`, shop.codes.summer, START);
      const headers = {
        authorization: `Bearer ${shop.app.publishableKey}`,
        'x-app-id': shop.app.id,
        'content-type': 'application/json',
      };
      const [, answer] = await Promise.all([
        touch,
        asSecond.service.request(
          `${shop.origin}/api/link/events`,
          { method: 'POST', headers, body: JSON.stringify(body) },
          { address: '192.0.2.1' }
        ),
      ]);
      assert.equal(answer.status, 200);
    }
    assert.deepEqual(new Set(await links(shop)), new Set([shop.codes.summer]));
  });
});
