import { LinkEventNames } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { launchApp, numbers, sentEvents, sizes } from '../support/eventTools';
import { inRelease } from '../support/inRelease';
import { linkServer } from '../support/linkServer';
import { eventsOn } from '../storage/stored';

const { version } = require('react-native-deferred-link/package.json') as { version: string };

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

describe('an event of the app’s own', () => {
  const NO_NAMES: unknown[] = [
    ...['', 'l'.repeat(41), 'Level', '9_levels', '_level', 'level-9', 'level 9', 'level\n', 'niveau_é'],
    ...['link_opened', 'link_', 'purchase', 'opened_from_push_notification'],
    ...[undefined, null, 9, {}, ['level'], Symbol('level'), Object.create(null)],
  ];

  test.each(['level_reached', 'l', 'l'.repeat(40), 'linked', 'level_9'])('%s is sent under its name', async (name) => {
    const service = linkServer();
    const { app, device } = await launchApp();
    app.library.LinkAnalytics.logCustomEvent(name, { level: 9 });
    await device.wait(300);
    expect(sentEvents(service)).toEqual([expect.objectContaining({ name, data: { level: 9 } })]);
  });

  test.each(NO_NAMES.map((name) => [name]))('%p is no name: an error, and nothing is sent', async (name) => {
    const service = linkServer();
    const { app, device } = await launchApp();
    app.library.LinkAnalytics.logCustomEvent(name as string);
    await device.wait(300);
    expect(service.to('events')).toEqual([]);
    expect(consoleLines()).toEqual([expect.stringMatching(/^error: \[Link\] logCustomEvent takes 1 to 40 characters/)]);
  });

  test('logEvent takes none, and says who does', async () => {
    const service = linkServer();
    const { device, logEvent } = await launchApp();
    logEvent('level_reached' as 'login');
    await device.wait(300);
    expect(service.to('events')).toEqual([]);
    expect(consoleLines()).toEqual([expect.stringContaining('logCustomEvent takes other names: "level_reached".')]);
  });

  test('a release build says nothing of what it was given but its type', () =>
    inRelease(async () => {
      const { app } = await launchApp();
      app.library.LinkAnalytics.logCustomEvent('Anna Smith');
      expect(consoleLines()).toEqual(['error: [Link] logCustomEvent: string.']);
    }));

  test('on the web it does nothing but say so', async () => {
    const service = linkServer();
    const { app, device } = await launchApp(createDevice({ os: 'web' }));
    app.library.LinkAnalytics.logCustomEvent('level_reached');
    await device.wait(300);
    expect(service.requests).toEqual([]);
    expect(consoleLines()).toEqual([expect.stringContaining('LinkAnalytics.logCustomEvent() does nothing on the web')]);
  });

  test('a service that rejects an event gets it once', async () => {
    const service = linkServer({ events: { accepted: 0, repeated: 0, dropped: 0, rejected: 1 } });
    const { app, device } = await launchApp();
    app.library.LinkAnalytics.logCustomEvent('level_reached');
    await device.wait(30_000);
    expect(service.to('events')).toHaveLength(1);
    expect(eventsOn(device.phone.disk)).toEqual([]);
  });
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
    installId: expect.stringMatching(/^\w{20,}$/) as string,
    platform: 'android',
    sentAt: '2026-01-01T00:00:00.300Z',
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
    'x-install-id': request?.body.installId,
    'x-sdk': `react-native-deferred-link/${version}`,
  });
});

describe('in an app that has replaced Date.prototype.toJSON', () => {
  const { toJSON } = Date.prototype;

  afterEach(() => {
    Date.prototype.toJSON = toJSON;
  });

  test.each([
    ['with a local time', () => 'Thu Jan 01 2026 01:00'],
    [
      'with a function that throws',
      () => {
        throw new TypeError('no locale');
      },
    ],
  ])('events have their times in ISO 8601: %s', async (_, replacement) => {
    Date.prototype.toJSON = replacement;
    const service = linkServer();
    const { device, logEvent } = await launchApp();
    logEvent('login');
    await device.wait(300);
    expect(service.to('events').map(({ body }) => body)).toMatchObject([
      { sentAt: '2026-01-01T00:00:00.300Z', events: [{ timestamp: '2026-01-01T00:00:00.000Z' }] },
    ]);
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
  expect(eventsOn(device.phone.disk)).toEqual([]);
  expect(consoleLines()).toEqual([`error: [Link] Links can't be matched and events can't be sent: ${problem}.`]);
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
