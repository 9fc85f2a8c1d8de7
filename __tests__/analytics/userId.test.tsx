import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer, type Received } from '../support/linkServer';

/** Names and users of all events that were sent. */
const usersOf = (requests: Received[]) =>
  requests.flatMap(({ body }) =>
    (body.events as { name: string; userId?: string }[]).map(({ name, userId }) => `${name} ${userId ?? 'nobody'}`)
  );

test('events that are logged from now on belong to the person who was named', async () => {
  const service = linkServer();
  const device = createDevice();
  const { library } = await device.launch();
  const { LinkAnalytics } = library;
  LinkAnalytics.logEvent('login');
  LinkAnalytics.setUserId('user-1');
  LinkAnalytics.logEvent('search');
  LinkAnalytics.setUserId('user-2');
  LinkAnalytics.logEvent('share');
  LinkAnalytics.setUserId(null);
  LinkAnalytics.logEvent('purchase');
  await device.wait(1000);
  expect(usersOf(service.to('events'))).toEqual(['login nobody', 'search user-1', 'share user-2', 'purchase nobody']);
});

test('a person who is named before the provider starts, and before consent, is not forgotten', async () => {
  const service = linkServer();
  const device = createDevice();
  const app = await device.launch({
    config: { consent: 'pending' },
    children(loaded) {
      loaded.LinkAnalytics.setUserId('early');
      return null;
    },
  });
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(1000);
  expect(service.requests).toEqual([]);
  expect([...device.phone.disk.values()].join()).not.toContain('early');
  await app.rerender({ ...CONFIG, consent: 'granted' });
  await device.wait(1000);
  expect(usersOf(service.to('events'))).toEqual(['login early']);
});

test('who was named is kept in memory alone: the next launch does not know it, but the events of the last one do', async () => {
  const service = linkServer({ events: 503 });
  const device = createDevice();
  const { library } = await device.launch();
  library.LinkAnalytics.setUserId('user-1');
  await device.wait(1000);
  expect([...device.phone.disk.values()].join()).not.toContain('user-1');
  library.LinkAnalytics.logEvent('login');
  await device.wait(1000);

  const next = linkServer();
  const later = await device.launch();
  later.library.LinkAnalytics.logEvent('search');
  await device.wait(20_000);
  // The process of the earlier launch lives on here, and sends its event too.
  expect([...new Set(usersOf(next.to('events')))]).toEqual(['login user-1', 'search nobody']);
  expect(service.to('events').length).toBeGreaterThan(0);
});

test('denied removes who was named; who is named afterwards counts once consent is granted', async () => {
  const service = linkServer();
  const device = createDevice();
  const app = await device.launch();
  const { LinkAnalytics } = app.library;
  LinkAnalytics.setUserId('user-1');
  await app.rerender({ ...CONFIG, consent: 'denied' });
  await app.rerender({ ...CONFIG, consent: 'granted' });
  LinkAnalytics.logEvent('login');
  LinkAnalytics.setUserId('user-2');
  LinkAnalytics.logEvent('search');
  await device.wait(20_000);
  expect(usersOf(service.to('events'))).toEqual(['login nobody', 'search user-2']);
});

// The service refuses the last two, and with them the whole batch of events.
test.each([[42], [{}], ['x'.repeat(257)], [true], ['nul\0'], [['ada']], ['half a smile \ud83d']])(
  'an id that can’t be used is refused, and nobody is named from then on: %#',
  async (id) => {
    const service = linkServer();
    const device = createDevice();
    const { library } = await device.launch();
    library.LinkAnalytics.setUserId('user-1');
    library.LinkAnalytics.setUserId(id as string);
    library.LinkAnalytics.logEvent('login');
    await device.wait(1000);
    expect(usersOf(service.to('events'))).toEqual(['login nobody']);
    expect(consoleLines()).toEqual([
      'error: [Link] setUserId takes null, or a string of at most 256 whole characters: no id is set.',
    ]);
  }
);

test('an id may be of any letters', async () => {
  const service = linkServer();
  const device = createDevice();
  const { library } = await device.launch();
  library.LinkAnalytics.setUserId('Zoë 😀');
  library.LinkAnalytics.logEvent('login');
  await device.wait(1000);
  expect(usersOf(service.to('events'))).toEqual(['login Zoë 😀']);
});

test.each([[''], [undefined], [null]])('%j names nobody', async (id) => {
  const service = linkServer();
  const device = createDevice();
  const { library } = await device.launch();
  library.LinkAnalytics.setUserId('x'.repeat(256));
  library.LinkAnalytics.setUserId(id as null);
  library.LinkAnalytics.logEvent('login');
  await device.wait(1000);
  expect(usersOf(service.to('events'))).toEqual(['login nobody']);
});
