import { act } from '@testing-library/react-native';
import type * as Library from 'react-native-deferred-link';
import type { Link } from 'react-native-deferred-link';
import { consoleLines } from './support/consoleLines';
import { CONFIG, createDevice, settle, type Launch } from './support/createDevice';
import { linkServer, never } from './support/linkServer';

const MATCH = { by: 'clickId', confidence: 1 };
const FOUND = { link: 'https://shop.test/invite?from=ada', data: { code: 7 }, match: MATCH };
const FOUND_LINK = { type: 'deferred', route: '/invite?from=ada', data: { code: 7 }, match: MATCH };
const DAY_MS = 24 * 60 * 60 * 1000;

/** What `getInstallLink` has resolved to so far. */
function ask(app: Launch) {
  const answer: { link?: Link | null } = {};
  void app.library.getInstallLink().then((link) => (answer.link = link));
  return answer;
}

async function installLink(app: Launch) {
  const answer = ask(app);
  await act(settle);
  return answer.link;
}

/** A device whose first run has found a link that somebody took. */
async function installedBy(answer: object = FOUND) {
  linkServer({ 'match-link': answer });
  const device = createDevice();
  const first = await device.launch();
  await device.wait(500);
  const told = first.context().link;
  await first.clearLink();
  return { device, first, told };
}

test('it is the deferred link, before and after it is taken, and in every later launch', async () => {
  const { device, first, told } = await installedBy();
  expect(told).toMatchObject(FOUND_LINK);
  expect(await installLink(first)).toEqual(told);
  await first.unmount();
  for (const days of [0, 2, 400]) {
    jest.setSystemTime(Date.now() + days * DAY_MS);
    const later = await device.launch();
    await device.wait(100);
    expect(await installLink(later)).toEqual(told);
    expect(later.context().linkUrl).toBeNull();
    await later.unmount();
  }
});

test('it is not opened because of this', async () => {
  const { device, first } = await installedBy();
  await first.unmount();
  const routes: string[] = [];
  const later = await device.launch({
    children: (library) => {
      function Taker() {
        library.useLinkEvent(({ route }) => void routes.push(route));
        return null;
      }
      return <Taker />;
    },
  });
  await installLink(later);
  await device.wait(1000);
  expect(routes).toEqual([]);
});

test.each(['never taken', 'made obsolete by a tap'])('a link that was %s is kept, too', async (fate) => {
  linkServer({ 'match-link': FOUND });
  const device = createDevice();
  const first = await device.launch();
  await device.wait(500);
  if (fate !== 'never taken') await device.tap('shop://cart');
  expect((await installLink(first))?.route).toBe('/invite?from=ada');
  await first.unmount();
  jest.setSystemTime(Date.now() + 2 * DAY_MS);
  const later = await device.launch();
  await device.wait(100);
  expect((await installLink(later))?.route).toBe('/invite?from=ada');
});

test('a short link that a tap replaces while it is resolved is kept as it arrived', async () => {
  linkServer({ 'match-link': { ...FOUND, link: 'https://go.test/abc' }, 'resolve-short': never });
  const device = createDevice();
  const first = await device.launch();
  await device.wait(500);
  await device.tap('shop://cart');
  await first.clearLink();
  const kept = { type: 'deferred', url: 'https://go.test/abc', data: { code: 7 }, match: MATCH };
  expect(await installLink(first)).toMatchObject(kept);
  await first.unmount();
  const later = await device.launch();
  await device.wait(100);
  expect(await installLink(later)).toMatchObject(kept);
  expect(later.context().linkUrl).toBeNull();
});

test.each([
  [4 * 1024, true],
  [4 * 1024 + 1, false],
])('once it is taken, data of %s characters is kept: %s', async (size, isKept) => {
  const data = { text: 'x'.repeat(size - '{"text":""}'.length) };
  const { device, first, told } = await installedBy({ ...FOUND, data });
  expect(told?.data).toEqual(data);
  await first.unmount();
  const later = await device.launch();
  expect(await installLink(later)).toEqual({ ...told, data: isKept ? data : null });
});

test('there is never a second copy of it in storage', async () => {
  linkServer({ 'match-link': FOUND });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(500);
  const copies = () => [...device.phone.disk.values()].join().split('"code":7').length - 1;
  expect(copies()).toBe(1);
  await app.clearLink();
  expect(copies()).toBe(1);
});

test('whoever changes the link or the answer changes nothing in storage', async () => {
  const { device, first, told } = await installedBy();
  const answer = await first.library.getInstallLink();
  for (const link of [told, answer]) {
    const data = link?.data as Record<string, unknown>;
    // No JSON can hold that.
    data.code = data;
  }
  expect(await installLink(first)).toMatchObject(FOUND_LINK);
  // The app clears its storage, and the library writes again.
  device.phone.disk.clear();
  await device.background();
  await first.unmount();
  const later = await device.launch();
  await device.wait(100);
  expect(await installLink(later)).toMatchObject(FOUND_LINK);
});

test('while a search runs the call waits for it', async () => {
  let answer: (found: object) => void = () => {};
  linkServer({ 'match-link': () => new Promise<object>((resolve) => (answer = resolve)) });
  const device = createDevice();
  const app = await device.launch();
  const asked = ask(app);
  await device.wait(6000);
  consoleLines();
  expect(asked).toEqual({});
  answer(FOUND);
  await device.wait(100);
  expect(asked.link?.route).toBe('/invite?from=ada');
});

test('it waits for lateLinkMs at most', async () => {
  linkServer();
  const device = createDevice();
  const storage = { getItem: never, setItem: () => {} };
  const app = await device.launch({ config: { storage, timeoutMs: 1000, lateLinkMs: 2000 } });
  await device.wait(500);
  const asked = ask(app);
  await device.wait(1950);
  expect(asked).toEqual({});
  await device.wait(100);
  expect(asked).toEqual({ link: null });
  consoleLines();
});

test('without a link that was found it is null', async () => {
  linkServer();
  const device = createDevice();
  const app = await device.launch();
  await device.wait(500);
  await device.tap('shop://cart');
  expect(await installLink(app)).toBeNull();
});

test.each(['pending', 'denied'] as const)('while consent is %s it is null', async (consent) => {
  const { device, first } = await installedBy();
  await first.rerender({ ...CONFIG, consent });
  expect(await installLink(first)).toBeNull();
  await first.rerender(CONFIG);
  await device.wait(100);
  expect((await installLink(first))?.route).toBe(consent === 'pending' ? '/invite?from=ada' : undefined);
});

test('a stored link that can’t be read is none', async () => {
  const { device, first } = await installedBy();
  await first.unmount();
  for (const [key, text] of device.phone.disk)
    device.phone.disk.set(key, text.replaceAll('https://shop', 'javascript://shop'));
  expect(await installLink(await device.launch())).toBeNull();
});

test('before a provider has mounted it is null', async () => {
  const device = createDevice();
  let early: Promise<Link | null> | undefined;
  linkServer();
  await device.launch({
    load() {
      const library = require('react-native-deferred-link') as typeof Library;
      early = library.getInstallLink();
      return library;
    },
  });
  expect(await early).toBeNull();
});

test('on the web it is null, and an advice says so', async () => {
  const app = await createDevice({ os: 'web' }).launch();
  expect(await installLink(app)).toBeNull();
  expect(consoleLines()).toEqual([expect.stringContaining('getInstallLink() does nothing on the web')]);
});
