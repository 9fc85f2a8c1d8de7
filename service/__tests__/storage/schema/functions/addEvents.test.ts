import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { log } from '../../../support/appRequests.ts';
import { listEvents } from '../../../support/listEvents.ts';
import { onEachDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { DAY_MS } from '../../../../src/values/durations.ts';

const START = Date.parse('2026-01-01T12:00:00Z');

onEachDatabase('what is stored of an event', (opened) => {
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
      (await listEvents(shop)).map(({ occurredAt }) => Date.parse(occurredAt)),
      [START, START - 90 * DAY_MS]
    );
  });

  test('user ids come back with their events; an empty one is none, and one that is too long is refused', async () => {
    const shop = await openShop(opened.database);
    await log(shop, 'phone', START, { userId: 'user-💚' });
    await log(shop, 'phone', START, { userId: '' });
    await log(shop, 'phone', START);
    assert.deepEqual(
      (await listEvents(shop)).map(({ userId }) => userId),
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
      (await listEvents(shop)).map(({ installId, amount, currency }) => [installId, amount, currency]),
      cases.map(([what, , amount, currency]) => [idOf(what), amount, currency])
    );
  });
});
