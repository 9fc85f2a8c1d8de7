import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { launchApp, numbers, sentEvents } from '../support/eventTools';
import { linkServer } from '../support/linkServer';

describe('bounds', () => {
  test('of 10,000 events the newest 1,000 are sent, and the count of the others is told', async () => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    logMany(0, 10_000);
    await device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 1000 }, (_, n) => 9000 + n));
    expect(consoleLines()).toEqual(['error: [Link] Events were dropped: 9000 did not fit.']);
  });

  test('also of those logged before the provider mounts', async () => {
    const service = linkServer();
    const { device } = await launchApp(createDevice(), {
      children: ({ LinkAnalytics }) => {
        for (let n = 0; n < 5000; n++) LinkAnalytics.logEvent('search', n);
        return null;
      },
    });
    await device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 1000 }, (_, n) => 4000 + n));
    expect(consoleLines()).toEqual(['error: [Link] Events were dropped: 4000 did not fit.']);
  });

  test('also of those that an earlier launch has left', async () => {
    linkServer({ events: 503 });
    const { device, logMany } = await launchApp();
    logMany(0, 900);
    await device.wait(100);
    const service = linkServer();
    const next = await launchApp(createDevice({ disk: new Map(device.phone.disk) }), {
      children: ({ LinkAnalytics }) => {
        for (let n = 900; n < 1200; n++) LinkAnalytics.logEvent('search', n);
        return null;
      },
    });
    await next.device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 1000 }, (_, n) => 200 + n));
    expect(consoleLines()).toEqual(['error: [Link] Events were dropped: 200 did not fit.']);
  });

  test('a burst of 10,000 writes storage a handful of times', async () => {
    linkServer({ events: 503 });
    const { device, logMany } = await launchApp();
    device.phone.calls.length = 0;
    logMany(0, 10_000);
    await device.wait(100);
    expect(device.phone.calls.filter((call) => call.endsWith('.legacy_multiSet')).length).toBeLessThanOrEqual(10);
    consoleLines();
  });

  test('logEvent touches neither storage nor network before it returns', async () => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    await device.wait(1000);
    const calls = device.phone.calls.length;
    logMany(0, 1000);
    expect(device.phone.calls).toHaveLength(calls);
    expect(service.to('events')).toEqual([]);
    await device.wait(100);
  });
});

describe('bad input', () => {
  const hostile = {
    toString() {
      throw new Error('no');
    },
  };

  test.each([
    ['an unknown name', 'sign-up', '"sign-up"'],
    ['a member instead of its value', 'SignUp', '"SignUp"'],
    ['a name of Object.prototype', 'constructor', '"constructor"'],
    ['a very long name', 'x'.repeat(100_000), `"${'x'.repeat(41)}"`],
    ['an empty name', '', '""'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'object'],
    ['a number', 7, 'number'],
    ['a symbol', Symbol('login'), 'symbol'],
    ['an object without a prototype', Object.create(null), 'object'],
    ['a hostile toString', hostile, 'object'],
    ['a String object', Object('login'), 'object'],
  ])('%s is no event, and that is said', async (_, name, shown) => {
    const service = linkServer();
    const { device, logEvent } = await launchApp();
    expect(logEvent(name as never, {})).toBeUndefined();
    await device.wait(10_000);
    expect(service.to('events')).toEqual([]);
    expect(consoleLines()).toEqual([
      `error: [Link] logEvent takes a member of LinkEventNames; logCustomEvent takes other names: ${shown}.`,
    ]);
  });

  const cycle: Record<string, unknown> = { total: 1 };
  cycle.self = cycle;
  const throws = () => {
    throw new Error('no');
  };

  test.each([
    ['a cycle', cycle, undefined],
    ['a BigInt', { id: 1n, total: 5 }, { total: 5 }],
    ['a function', { onPress: () => {}, total: 5 }, { total: 5 }],
    ['a symbol', { key: Symbol('s'), total: 5 }, { total: 5 }],
    ['too much', { text: 'x'.repeat(40_000) }, undefined],
    ['a huge list', new Array(100_000).fill(1), undefined],
    ['a getter that throws', Object.defineProperty({}, 'total', { get: throws, enumerable: true }), undefined],
    ['a toJSON that throws', { toJSON: throws }, undefined],
    [
      'a toJSON that throws a hostile value',
      {
        toJSON() {
          throw hostile as unknown as Error;
        },
      },
      undefined,
    ],
  ])('%s: the event goes without it, and that is said once', async (_, data, left) => {
    const service = linkServer();
    const { device, logEvent } = await launchApp();
    logEvent('purchase', data);
    logEvent('purchase', data);
    await device.wait(10_000);
    expect(sentEvents(service).map((event) => event.data)).toEqual([left, left]);
    const said = consoleLines();
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^warn: \[Link\] The event purchase was logged, but .+ left out/);
  });
});
