import { HttpResponse } from 'msw';
import { LinkEventNames } from 'react-native-deferred-link';
import { consoleLines } from './support/consoleLines';
import { createDevice } from './support/createDevice';
import { linkServer, never, type Received } from './support/linkServer';

const { version } = require('react-native-deferred-link/package.json') as { version: string };

interface Event {
  id: string;
  name: string;
  data?: unknown;
  timestamp: string;
}

type Service = ReturnType<typeof linkServer>;

const eventsOf = ({ body }: Received) => body.events as Event[];
const sentEvents = (service: Service) => service.to('events').flatMap(eventsOf);
const sizes = (service: Service) => service.to('events').map((request) => eventsOf(request).length);
const numbers = (service: Service) => sentEvents(service).map(({ data }) => data);

const INDEX = 'react-native-deferred-link:events';
const ourKeys = (disk: Map<string, string>) => [...disk.keys()].filter((key) => key.startsWith(INDEX)).sort();

/** Launches, and gives what the tests below are about. */
async function launchApp(device = createDevice(), options: Parameters<typeof device.launch>[0] = {}) {
  const app = await device.launch(options);
  const { logEvent } = app.library.LinkAnalytics;
  const logMany = (from: number, to: number) => {
    for (let n = from; n < to; n++) logEvent('search', n);
  };
  return { app, device, logEvent, logMany };
}

/** What an app that shares no memory with an earlier one finds on the same phone. */
const relaunch = (device: ReturnType<typeof createDevice>, disk = device.phone.disk) =>
  launchApp(createDevice({ disk: new Map(disk) }));

test.each([
  ['Login', 'login'],
  ['Search', 'search'],
  ['Share', 'share'],
  ['SignUp', 'sign_up'],
  ['TutorialBegin', 'tutorial_begin'],
  ['TutorialComplete', 'tutorial_complete'],
  ['ReEngage', 're_engage'],
  ['Invite', 'invite'],
  ['OpenedFromPushNotification', 'opened_from_push_notification'],
  ['AddPaymentInfo', 'add_payment_info'],
  ['AddShippingInfo', 'add_shipping_info'],
  ['AddToCart', 'add_to_cart'],
  ['RemoveFromCart', 'remove_from_cart'],
  ['Refund', 'refund'],
  ['ViewItem', 'view_item'],
  ['BeginCheckout', 'begin_checkout'],
  ['Purchase', 'purchase'],
  ['AdImpression', 'ad_impression'],
] as const)('%s is sent as %s, by member and by string value', async (member, value) => {
  const service = linkServer();
  const { device, logEvent } = await launchApp();
  logEvent(LinkEventNames[member]);
  logEvent(value);
  await device.wait(10_000);
  expect(sentEvents(service).map(({ name }) => name)).toEqual([value, value]);
});

test('there are eighteen names (§6)', () => {
  expect(Object.keys(LinkEventNames)).toHaveLength(18);
});

test('a request has the credentials, the device, the time and the events (§1.5, §6)', async () => {
  const service = linkServer();
  const { device, logEvent } = await launchApp(createDevice({ os: 'android' }));
  logEvent('purchase', { total: 59.9, lines: [{ sku: 'a' }], note: null });
  logEvent('login');
  logEvent('search', null);
  await device.wait(10_000);
  const [request, ...more] = service.to('events');
  expect(more).toEqual([]);
  expect(request?.body).toEqual({
    deviceId: expect.stringMatching(/^\w{20,}$/) as string,
    platform: 'android',
    sentAt: '2026-01-01T00:00:10.000Z',
    events: [
      {
        id: expect.stringMatching(/^\w{20,}-1$/) as string,
        name: 'purchase',
        data: { total: 59.9, lines: [{ sku: 'a' }], note: null },
        timestamp: '2026-01-01T00:00:00.000Z',
      },
      { id: expect.stringMatching(/-2$/) as string, name: 'login', timestamp: '2026-01-01T00:00:00.000Z' },
      { id: expect.stringMatching(/-3$/) as string, name: 'search', data: null, timestamp: '2026-01-01T00:00:00.000Z' },
    ],
  });
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    authorization: 'Bearer pk_test',
    'content-type': 'application/json',
    'x-app-id': 'shop',
    'x-sdk': `react-native-deferred-link/${version}`,
  });
});

test('data is taken as it was when the event was logged', async () => {
  const service = linkServer();
  const { device, logEvent } = await launchApp();
  const cart = { total: 1 };
  logEvent('purchase', cart);
  cart.total = 2;
  await device.wait(10_000);
  expect(numbers(service)).toEqual([{ total: 1 }]);
});

test('events logged before the provider mounts come first, in order', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp(createDevice(), {
    children: ({ LinkAnalytics }) => {
      for (let n = 0; n < 3; n++) LinkAnalytics.logEvent('search', n);
      return null;
    },
  });
  logMany(3, 5);
  await device.wait(10_000);
  expect(numbers(service)).toEqual([0, 1, 2, 3, 4]);
});

test('under StrictMode and after a remount each event goes once', async () => {
  const service = linkServer();
  const { app, device, logMany } = await launchApp(createDevice(), { strict: true });
  logMany(0, 3);
  await app.unmount();
  logMany(3, 4);
  await app.mount();
  logMany(4, 5);
  await device.wait(10_000);
  expect(numbers(service)).toEqual([0, 1, 2, 3, 4]);
});

test('with two providers each event goes once, with the credentials of the first', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp(createDevice(), {
    children: ({ LinkProvider }) => (
      <LinkProvider config={{ API_KEY: 'other', appID: 'other', baseUrl: 'https://links.test' }}>{null}</LinkProvider>
    ),
  });
  logMany(0, 20);
  await device.wait(10_000);
  expect(sizes(service)).toEqual([20]);
  consoleLines();
});

test('events are on disk before they are sent, and gone from it after a 2xx', async () => {
  const device = createDevice();
  const onDisk: (string | undefined)[] = [];
  linkServer({
    events: () => {
      onDisk.push(device.phone.disk.get(`${INDEX}:0`));
      return 202;
    },
  });
  const { logEvent } = await launchApp(device);
  logEvent('login');
  await device.wait(9900);
  expect(onDisk).toEqual([]);
  await device.wait(200);
  expect(onDisk).toEqual([expect.stringMatching(/^\{"id":"\w+-1","name":"login",.*\}$/)]);
  expect(ourKeys(device.phone.disk)).toEqual([INDEX]);
});

test('events that are logged while a batch is being stored are not sent before they are stored', async () => {
  let finish = () => {};
  const written: string[] = [];
  const device = createDevice();
  const service = linkServer();
  const storage = {
    getItem: (key: string) => device.phone.disk.get(key) ?? null,
    setItem: (key: string, value: string) =>
      new Promise<void>((resolve) => {
        finish = () => {
          written.push(value);
          device.phone.disk.set(key, value);
          resolve();
        };
        if (!key.startsWith(`${INDEX}:`)) finish();
      }),
  };
  const { logMany } = await launchApp(device, { config: { storage } });
  logMany(0, 20);
  await device.wait(0);
  logMany(20, 21);
  finish();
  await device.wait(0);
  expect(numbers(service)).toHaveLength(20);
  finish();
  await device.wait(0);
  expect(numbers(service)).toHaveLength(21);
  expect(written.some((value) => value.includes('"data":20}'))).toBe(true);
});

describe('when a batch is sent', () => {
  test('ten seconds after the first event', async () => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    logMany(0, 1);
    await device.wait(6000);
    logMany(1, 2);
    await device.wait(3900);
    expect(sizes(service)).toEqual([]);
    await device.wait(150);
    expect(sizes(service)).toEqual([2]);
    await device.wait(60_000);
    logMany(2, 3);
    await device.wait(10_000);
    expect(sizes(service)).toEqual([2, 1]);
  });

  test('when twenty wait', async () => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    logMany(0, 19);
    await device.wait(100);
    expect(sizes(service)).toEqual([]);
    logMany(19, 20);
    await device.wait(100);
    expect(sizes(service)).toEqual([20]);
  });

  test('in batches of fifty', async () => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    logMany(0, 120);
    await device.wait(100);
    expect(sizes(service)).toEqual([50, 50, 20]);
    expect(numbers(service)).toEqual(Array.from({ length: 120 }, (_, n) => n));
  });

  test.each(['background', 'foreground'] as const)('when the app goes to the %s', async (move) => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    logMany(0, 2);
    await device[move]();
    await device.wait(0);
    expect(sizes(service)).toEqual([2]);
  });

  test('at launch', async () => {
    linkServer({ events: never });
    const { device, logMany } = await launchApp();
    logMany(0, 2);
    await device.wait(100);
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(0);
    expect(numbers(service)).toEqual([0, 1]);
    expect(device.phone.disk.get(`${INDEX}:0`)).toBe(
      sentEvents(service)
        .map((event) => JSON.stringify(event))
        .join('\n')
    );
  });

  test('the app leaving during the load is no reason to lose its place', async () => {
    linkServer({ events: never });
    const { device, logMany } = await launchApp();
    logMany(0, 2);
    await device.wait(100);
    const service = linkServer();
    const slow = new Map(device.phone.disk);
    const later = createDevice();
    const next = await later.launch({
      config: {
        storage: {
          getItem: (key) => new Promise((resolve) => setTimeout(() => resolve(slow.get(key) ?? null), 500)),
          setItem: (key, value) => void slow.set(key, value),
        },
      },
    });
    next.library.LinkAnalytics.logEvent('search', 2);
    await later.background();
    await later.foreground();
    await later.wait(4000);
    expect(numbers(service)).toEqual([0, 1, 2]);
  });
});

test('one batch is on its way at a time', async () => {
  let open = 0;
  const service = linkServer({
    events: async () => {
      expect(++open).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      open--;
      return {};
    },
  });
  const { device, logMany } = await launchApp();
  logMany(0, 20);
  await device.wait(1000);
  logMany(20, 60);
  await device.background();
  await device.foreground();
  await device.wait(10_000);
  expect(numbers(service)).toEqual(Array.from({ length: 60 }, (_, n) => n));
});

test('a timer that runs out during a slow request does not stop the next one', async () => {
  let isSlow = true;
  const service = linkServer({
    events: async () => {
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 14_000));
      return {};
    },
  });
  const { device, logMany } = await launchApp();
  logMany(0, 2);
  await device.background();
  logMany(2, 3);
  await device.wait(12_000);
  isSlow = false;
  await device.wait(5000);
  expect(numbers(service)).toEqual([0, 1, 2]);
  logMany(3, 4);
  await device.wait(10_100);
  expect(numbers(service)).toEqual([0, 1, 2, 3]);
});

describe('no acceptance', () => {
  const html = () => new HttpResponse('<html>Log in</html>', { headers: { 'Content-Type': 'text/html' } });

  test.each([
    ['no network', () => HttpResponse.error()],
    ['408', () => 408],
    ['425', () => 425],
    ['429', () => 429],
    ['500', () => 500],
    ['502', () => 502],
    ['503', () => 503],
    ['a redirect without a target', () => 304],
    ['the page of a captive portal', html],
    ['an answer that never comes', never],
  ])('%s: sent again with the same ids after a rest', async (_, failure) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    let isUp = false;
    const service = linkServer({ events: () => (isUp ? 200 : failure()) });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(15_000);
    const failed = service.to('events').length;
    expect(failed).toBeGreaterThan(0);
    isUp = true;
    await device.wait(30_000);
    expect(sizes(service)).toEqual(Array.from({ length: failed + 1 }, () => 20));
    expect(new Set(sentEvents(service).map(({ id }) => id)).size).toBe(20);
    expect(ourKeys(device.phone.disk)).toEqual([INDEX]);
  });

  test('the rest doubles from one second to five minutes, with full jitter', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    const at: number[] = [];
    linkServer({
      events: () => {
        at.push(Date.now());
        return 503;
      },
    });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(900_000);
    const rests = at.slice(1).map((time, i) => Math.round((time - (at[i] ?? 0)) / 1000));
    expect(rests.slice(0, 9)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300]);
    random.mockReturnValue(0);
    await device.wait(300_000);
    const last = at.length;
    await device.wait(10_000);
    expect(at.length - last).toBeGreaterThanOrEqual(9);
  });

  test.each([
    ['7', 7],
    ['0', 1],
    ['86400', 300],
    ['Thu, 01 Jan 2026 00:00:40 GMT', 40],
    ['Mon, 01 Jan 2024 00:00:00 GMT', 1],
    ['in a while', 2],
  ])('Retry-After: %s is a rest of %d s', async (header, seconds) => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    const service = linkServer({
      events: () => new HttpResponse(null, { status: 429, headers: { 'Retry-After': header } }),
    });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(0);
    await device.wait(seconds * 1000 - 150);
    expect(sizes(service)).toHaveLength(1);
    await device.wait(200);
    expect(sizes(service)).toHaveLength(2);
  });

  test('events go on waiting during a rest, and only the app coming or going ends it early', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    let status = 503;
    const service = linkServer({ events: () => status });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(100);
    await device.wait(2000);
    await device.wait(4000);
    await device.wait(8000);
    expect(sizes(service)).toHaveLength(4);
    logMany(20, 60);
    await device.wait(11_000);
    expect(sizes(service)).toHaveLength(4);
    status = 200;
    await device.background();
    await device.wait(0);
    expect(sizes(service).slice(4)).toEqual([50, 10]);
  });

  test('a rest that the service has ordered holds against everything', async () => {
    const service = linkServer({
      events: () => new HttpResponse(null, { status: 503, headers: { 'Retry-After': '60' } }),
    });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(100);
    logMany(20, 60);
    await device.background();
    await device.foreground();
    await device.wait(59_000);
    expect(sizes(service)).toEqual([20]);
    await device.wait(1000);
    expect(sizes(service)).toEqual([20, 50]);
  });
});

test('a batch that is too large is halved until it fits, and no event is lost', async () => {
  const service = linkServer({ events: (request) => (eventsOf(request).length > 7 ? 413 : 200) });
  const { device, logMany } = await launchApp();
  logMany(0, 40);
  await device.wait(100);
  expect(sizes(service).slice(0, 4)).toEqual([40, 20, 10, 5]);
  const accepted = service
    .to('events')
    .map(eventsOf)
    .filter(({ length }) => length <= 7)
    .flat();
  expect(accepted.map(({ data }) => data)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

test('a single event that is too large is dropped and named; the others go, in full batches again', async () => {
  const service = linkServer({
    events: (request) => (eventsOf(request).some(({ data }) => data === 3) ? 413 : 200),
  });
  const { device, logMany } = await launchApp();
  logMany(0, 200);
  await device.wait(100);
  const accepted = service
    .to('events')
    .map(eventsOf)
    .filter((batch) => !batch.some(({ data }) => data === 3));
  expect(accepted.flat().map(({ data }) => data)).toEqual(
    Array.from({ length: 200 }, (_, n) => n).filter((n) => n !== 3)
  );
  expect(Math.max(...accepted.map(({ length }) => length))).toBe(50);
  expect(consoleLines()).toEqual(['error: [Link] 1 events were dropped: HTTP 413, too large.']);
});

test.each([
  [400, 'HTTP 400'],
  [401, 'the service does not accept config.API_KEY or config.appID (HTTP 401)'],
  [404, 'HTTP 404'],
  [422, 'HTTP 422'],
])('%d: the batch is dropped and named, and the next one goes', async (status, reason) => {
  let answers = 0;
  const service = linkServer({ events: () => (++answers === 1 ? status : 200) });
  const { device, logMany } = await launchApp();
  logMany(0, 60);
  await device.wait(100);
  expect(sizes(service)).toEqual([50, 10]);
  expect(consoleLines()).toEqual([`error: [Link] 50 events were dropped: ${reason}.`]);
  expect(ourKeys(device.phone.disk)).toEqual([INDEX]);
});

describe('bounds', () => {
  test('of 10,000 events the newest 1,000 are sent, and the count of the others is told', async () => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    logMany(0, 10_000);
    await device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 1000 }, (_, n) => 9000 + n));
    expect(consoleLines()).toEqual(['error: [Link] 9000 events were dropped: more were waiting than the queue holds.']);
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
    expect(consoleLines()).toEqual(['error: [Link] 4000 events were dropped: more were waiting than the queue holds.']);
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
    expect(consoleLines()).toEqual(['error: [Link] 200 events were dropped: more were waiting than the queue holds.']);
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

describe('the disk', () => {
  test('keeps the device id across launches', async () => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(100);
    const next = await relaunch(device);
    next.logMany(0, 20);
    await next.device.wait(100);
    const ids = service.to('events').map(({ body }) => body.deviceId);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });

  test('is left alone where nothing is logged', async () => {
    linkServer();
    const { device } = await launchApp();
    await device.background();
    await device.wait(20_000);
    expect(ourKeys(device.phone.disk)).toEqual([]);
  });

  test('that is cleared by the app gets what still waits again', async () => {
    linkServer({ events: 503 });
    const { device, logMany } = await launchApp();
    logMany(0, 900);
    await device.wait(100);
    device.phone.disk.clear();
    logMany(900, 901);
    await device.wait(100);
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 901 }, (_, n) => n));
  });

  /** Leaves 900 events in three segments, with the first 50 delivered. */
  async function leaveSegments() {
    let answers = 0;
    linkServer({ events: () => (++answers === 1 ? 200 : 503) });
    const { device, logMany } = await launchApp();
    logMany(0, 900);
    await device.wait(100);
    expect(ourKeys(device.phone.disk)).toEqual([INDEX, `${INDEX}:0`, `${INDEX}:1`, `${INDEX}:2`]);
    return device;
  }

  test.each([
    ['cut short', (text: string) => text.slice(0, 20)],
    ['of another version', (text: string) => `2${text.slice(1)}`],
    ['garbage', () => '\u0000{'],
    ['JSON', () => '{"v":1}'],
  ])('with an index that is %s loses no event', async (_, damage) => {
    const device = await leaveSegments();
    device.phone.disk.set(INDEX, damage(device.phone.disk.get(INDEX) ?? ''));
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(100);
    next.logMany(900, 920);
    await next.device.wait(100);
    expect(numbers(service).slice(-870)).toEqual(Array.from({ length: 870 }, (_, n) => 50 + n));
    expect(ourKeys(next.device.phone.disk)).toEqual([INDEX]);
  });

  test('with an index that names more than there is reads no further than its slots', async () => {
    const device = await leaveSegments();
    device.phone.disk.set(INDEX, '1 device 0 999999999999 ');
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(100);
    expect(numbers(service)).toHaveLength(900);
  });

  test('that wraps around its keys gives the events in order when the index is lost', async () => {
    const device = await leaveSegments();
    const { disk } = device.phone;
    const at = (slot: number) => disk.get(`${INDEX}:${slot}`) ?? '';
    const moved = new Map([
      [INDEX, 'lost'],
      [`${INDEX}:63`, at(0)],
      [`${INDEX}:0`, at(1)],
      [`${INDEX}:1`, at(2)],
    ]);
    const service = linkServer();
    const next = await relaunch(device, moved);
    await next.device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 900 }, (_, n) => n));
    expect(ourKeys(next.device.phone.disk)).toEqual([INDEX]);
  });

  test.each([
    ['cut short in an event', (text: string) => text.slice(0, text.length / 2 - 10)],
    ['garbage', () => 'garbage'],
    ['empty', () => ''],
    ['JSON of another kind', () => 'null\n1\n[]\n{"id":1,"name":"x"}\n{"id":"x"}\n{"id":"","name":"x"}'],
    ['gone', () => null],
  ])('with a segment that is %s loses only what is in it', async (_, damage) => {
    const device = await leaveSegments();
    const { disk } = device.phone;
    const damaged = damage(disk.get(`${INDEX}:1`) ?? '');
    if (damaged === null) disk.delete(`${INDEX}:1`);
    else disk.set(`${INDEX}:1`, damaged);
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(100);
    const got = numbers(service) as number[];
    expect(got).toEqual([...got].sort((a, b) => a - b));
    expect(got[0]).toBe(50);
    expect(got.at(-1)).toBe(899);
    expect(got.length).toBeGreaterThan(500);
    expect(got.length).toBeLessThan(850);
    await next.device.wait(20_000);
    expect(ourKeys(next.device.phone.disk).filter((key) => key !== `${INDEX}:1`)).toEqual([INDEX]);
  });

  const broken = {
    rejects: () => Promise.reject(new Error('disk is full')),
    'rejects with nothing to read': () => Promise.reject(Object.create(null) as Error),
    throws: () => {
      throw new Error('disk is full');
    },
    hangs: never,
  };

  test.each(Object.entries(broken))('that %s from the start: memory only, with one warning', async (_, fail) => {
    const service = linkServer();
    const { device, logMany } = await launchApp(createDevice(), {
      config: { storage: { getItem: fail, setItem: fail } },
    });
    logMany(0, 3);
    await device.wait(16_000);
    logMany(3, 5);
    await device.wait(16_000);
    expect(numbers(service)).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(service.to('events').map(({ body }) => body.deviceId)).size).toBe(1);
    expect(consoleLines().filter((line) => line.includes('memory only'))).toHaveLength(1);
  });

  test.each(Object.entries(broken))('that %s when it is written: memory only, with one warning', async (_, fail) => {
    const service = linkServer();
    const { device, logMany } = await launchApp(createDevice(), {
      config: { storage: { getItem: () => null, setItem: fail } },
    });
    logMany(0, 3);
    await device.wait(16_000);
    logMany(3, 5);
    await device.wait(16_000);
    expect(numbers(service)).toEqual([0, 1, 2, 3, 4]);
    expect(consoleLines().filter((line) => line.includes('memory only'))).toHaveLength(1);
  });

  test('that answers after it was given up takes back no event', async () => {
    const device = createDevice();
    const service = linkServer();
    const { logMany } = await launchApp(device, {
      config: {
        storage: {
          getItem: () => new Promise((resolve) => setTimeout(() => resolve(null), 8000)),
          setItem: () => {},
        },
      },
    });
    await device.wait(6000);
    logMany(0, 3);
    await device.wait(20_000);
    expect(numbers(service)).toEqual([0, 1, 2]);
    consoleLines();
  });
});

test('nothing is sent or stored on the web', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp(createDevice({ os: 'web' }), {
    children: ({ LinkAnalytics }) => {
      LinkAnalytics.logEvent('login');
      return null;
    },
  });
  logMany(0, 30);
  await device.wait(20_000);
  expect(service.requests).toEqual([]);
  expect(device.phone.disk.size).toBe(0);
});

test.each([
  ['API_KEY', { API_KEY: ' ' }, 'config.API_KEY is missing, blank or not plain ASCII'],
  ['appID', { appID: '' }, 'config.appID is missing, blank or not plain ASCII'],
])('without %s nothing is sent or stored, and that is said once', async (_, config, problem) => {
  const service = linkServer();
  const { device, logMany } = await launchApp(createDevice(), { config });
  logMany(0, 30);
  await device.background();
  await device.wait(20_000);
  expect(service.requests).toEqual([]);
  expect(ourKeys(device.phone.disk)).toEqual([]);
  expect(consoleLines()).toEqual([`error: [Link] No deferred link can be matched and no event sent: ${problem}.`]);
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
    ['a very long name', 'x'.repeat(100_000), `"${'x'.repeat(40)}"`],
    ['an empty name', '', '""'],
    ['nothing', undefined, 'a value of type undefined'],
    ['null', null, 'a value of type object'],
    ['a number', 7, 'a value of type number'],
    ['a symbol', Symbol('login'), 'a value of type symbol'],
    ['an object without a prototype', Object.create(null), 'a value of type object'],
    ['a hostile toString', hostile, 'a value of type object'],
    ['a String object', Object('login'), 'a value of type object'],
  ])('%s is no event, and that is said', async (_, name, shown) => {
    const service = linkServer();
    const { device, logEvent } = await launchApp();
    expect(logEvent(name as never, {})).toBeUndefined();
    await device.wait(10_000);
    expect(service.to('events')).toEqual([]);
    expect(consoleLines()).toEqual([
      `error: [Link] logEvent: ${shown} is not an event name. Use a member of LinkEventNames.`,
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
    expect(said[0]).toMatch(/^warn: \[Link\] logEvent: purchase was logged, but .+ left out/);
  });
});

test('no log line and no diagnostic holds the key', async () => {
  const key = 'pk_live_secret';
  const entries: unknown[] = [];
  const statuses = [401, 503, 400, 413, 200];
  linkServer({ events: () => statuses.shift() ?? 200 });
  const { device, logEvent, logMany } = await launchApp(createDevice(), {
    config: { API_KEY: key, onDiagnostic: (entry) => entries.push(entry) },
  });
  for (let round = 0; round < 5; round++) {
    logMany(0, 20);
    logEvent('nothing' as never, { key });
    await device.wait(3000);
  }
  const said = consoleLines();
  expect(said.length).toBeGreaterThan(5);
  expect(said.every((line) => line.includes('[Link]'))).toBe(true);
  expect(JSON.stringify([said, entries])).not.toContain(key);
});

test('the index is written once for events of one segment, and names the version, the device and the segments', async () => {
  const device = createDevice();
  linkServer();
  const { disk } = device.phone;
  const writes: string[] = [];
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, value: string) {
      writes.push(key);
      disk.set(key, value);
    },
  };
  const { logMany } = await launchApp(device, { config: { storage } });
  for (let n = 0; n < 3; n++) {
    logMany(n, n + 1);
    await device.wait(0);
  }
  expect(writes.filter((key) => key.startsWith(INDEX))).toEqual([INDEX, `${INDEX}:0`, `${INDEX}:0`, `${INDEX}:0`]);
  expect(disk.get(INDEX)).toMatch(/^1 \w{20,} 0 1 $/);
});

const line = (n: number) =>
  JSON.stringify({ id: `old-${n}`, name: 'search', timestamp: '2026-01-01T00:00:00.000Z', data: n });

test('segments with large numbers are read in their order, from the event after the last that left', async () => {
  const service = linkServer();
  const device = createDevice({
    disk: new Map([
      [INDEX, '1 device-of-old-12345678 62 66 old-1'],
      [`${INDEX}:62`, [line(0), line(1), line(2)].join('\n')],
      [`${INDEX}:63`, line(3)],
      [`${INDEX}:0`, line(4)],
      [`${INDEX}:1`, line(5)],
      [`${INDEX}:2`, line(6)],
    ]),
  });
  await launchApp(device);
  await device.wait(0);
  expect(numbers(service)).toEqual([2, 3, 4, 5]);
  expect(service.to('events')[0]?.body).toMatchObject({ deviceId: 'device-of-old-12345678' });
});

test.each(['2 x 0 1 ', '1 x 0', 'a 1 x 0 1 ', ''])('an index that reads %j makes a new device id', async (index) => {
  const service = linkServer();
  const device = createDevice({
    disk: new Map([
      [INDEX, index],
      [`${INDEX}:0`, line(7)],
    ]),
  });
  const { logMany } = await launchApp(device);
  logMany(8, 9);
  await device.wait(10_100);
  expect(numbers(service)).toEqual(index ? [7, 8] : [8]);
  expect(service.to('events')[0]?.body).toMatchObject({ deviceId: expect.stringMatching(/^\w{20,}$/) });
});

test('an event is sent 10 s after the first of those that wait, not of those that have left', async () => {
  const service = linkServer();
  const device = createDevice();
  const { logMany } = await launchApp(device);
  logMany(0, 1);
  await device.wait(5000);
  logMany(1, 2);
  await device.wait(5000);
  expect(sizes(service)).toEqual([2]);
  await device.wait(4000);
  logMany(2, 3);
  await device.wait(9900);
  expect(sizes(service)).toEqual([2]);
  await device.wait(100);
  expect(sizes(service)).toEqual([2, 1]);
});

test('what lies over the app for a moment sends nothing', async () => {
  const service = linkServer();
  const device = createDevice();
  const { logMany } = await launchApp(device);
  logMany(0, 1);
  await device.cover();
  expect(sizes(service)).toEqual([]);
  await device.background();
  expect(sizes(service)).toEqual([1]);
});
