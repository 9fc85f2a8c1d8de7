import { act, render, screen } from '@testing-library/react-native';
import { Text } from 'react-native';
import type * as Library from 'react-native-deferred-link';
import type * as Kit from 'react-native-deferred-link/testing';
import type * as ExpoRouter from 'react-native-deferred-link/expo-router';
import type * as ReactNavigation from 'react-native-deferred-link/react-navigation';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, settle } from '../support/createDevice';
import { gate } from '../support/gate';
import { createNativeModules } from '../support/nativeModules';
import { reopenRun } from '../storage/stored';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** A process; the testing entry is loaded with the library, unless it is to come later. */
function load({ isKitLate = false } = {}) {
  const native = createNativeModules({});
  native.install();
  if (!isKitLate) require('react-native-deferred-link/testing');
  const library = require('react-native-deferred-link') as typeof Library;
  const kit = () => require('react-native-deferred-link/testing') as typeof Kit;

  function Screen() {
    const { isLinkProcessed, linkRoute } = library.useLinkContext();
    return <Text>{isLinkProcessed ? (linkRoute ?? 'home') : 'splash'}</Text>;
  }
  const app = (config: Partial<Library.Config>) => (
    <library.LinkProvider config={{ ...CONFIG, ...config }}>
      <Screen />
    </library.LinkProvider>
  );
  return { ...library, kit, app, mount: (config: Partial<Library.Config>) => render(app(config)) };
}

/** A storage and a service that count what is asked of them. */
function createCounted(link = '/product/42', stored: Iterable<[string, string]> = []) {
  const items = new Map(stored);
  let calls = 0;
  const counted = <T,>(effect: () => T): Promise<T> => {
    calls++;
    return Promise.resolve(effect());
  };
  const storage: Library.LinkStorage = {
    getItem: (key) => counted(() => items.get(key) ?? null),
    setItem: (key, value) => counted(() => void items.set(key, value)),
    removeItem: (key) => counted(() => void items.delete(key)),
  };
  const answer = { ok: true, json: () => Promise.resolve({ link }) };
  globalThis.fetch = (() => counted(() => answer)) as unknown as typeof fetch;
  return { storage, items, calls: () => calls };
}

test('every test in a file has a first run of its own', async () => {
  const { kit, mount } = load();
  for (const link of ['/product/1', '/product/2', '/product/3']) {
    const view = mount({ storage: createCounted(link).storage });
    screen.getByText('splash');
    await act(settle);
    screen.getByText(link);
    view.unmount();
    kit().resetLinkSession();
  }
});

test('a link that nobody observed is none of the next test', async () => {
  const { kit, mount, onLink } = load();
  mount({ storage: createCounted().storage }).unmount();
  await act(settle);
  kit().resetLinkSession();
  const observed: string[] = [];
  onLink(({ route }) => observed.push(route));
  await act(settle);
  expect(observed).toEqual([]);
});

test('a storage that stays makes the next run a later one', async () => {
  const { kit, mount } = load();
  const { storage } = createCounted();
  mount({ storage }).unmount();
  await act(settle);
  kit().resetLinkSession();
  mount({ storage });
  await act(settle);
  screen.getByText('home');
});

test('events, their wake and the link that waits are gone', async () => {
  const { kit, mount, LinkAnalytics } = load();
  const first = createCounted();
  const view = mount({ storage: first.storage });
  await act(settle);
  LinkAnalytics.logEvent('login');
  expect(kit().loggedEvents()).toHaveLength(1);
  view.unmount();
  kit().resetLinkSession();
  expect(kit().loggedEvents()).toEqual([]);
  const calls = first.calls();
  LinkAnalytics.logEvent('share');
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(first.calls()).toBe(calls);
  expect(kit().loggedEvents()).toMatchObject([{ name: 'share' }]);

  const second = createCounted();
  mount({ storage: second.storage });
  screen.getByText('splash');
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(kit().loggedEvents()).toEqual([]);
});

test('listeners are removed', async () => {
  const { kit, mount } = load();
  const { AppState, DeviceEventEmitter } = require('react-native') as typeof import('react-native');
  const events = ['url', 'appStateDidChange'];
  // It has a listener of its own, from its first use on.
  AppState.addEventListener('change', () => {}).remove();
  const before = events.map((event) => DeviceEventEmitter.listenerCount(event));
  mount({ storage: createCounted().storage }).unmount();
  await act(settle);
  const during = events.map((event) => DeviceEventEmitter.listenerCount(event));
  expect(during).toEqual(before.map((count) => count + 1));
  kit().resetLinkSession();
  expect(events.map((event) => DeviceEventEmitter.listenerCount(event))).toEqual(before);
});

test('timers are ended', async () => {
  const { kit, mount } = load();
  const { storage } = createCounted();
  globalThis.fetch = () => new Promise(() => {});
  const begun = jest.spyOn(globalThis, 'setTimeout');
  const ended = jest.spyOn(globalThis, 'clearTimeout');
  mount({ storage }).unmount();
  await act(settle);
  const timers = begun.mock.results.map(({ value }: { value: unknown }) => value);
  const isEnded = (timer: unknown) => ended.mock.calls.some(([id]) => (id as unknown) === timer);
  expect(timers.every(isEnded)).toBe(false);
  kit().resetLinkSession();
  expect(timers.every(isEnded)).toBe(true);
});

test('events that are on their way when it is called are not tried again', async () => {
  const { kit, mount, LinkAnalytics } = load();
  const { storage } = createCounted();
  mount({ storage }).unmount();
  await act(settle);
  const answer = gate<Response>();
  globalThis.fetch = () => answer.wait();
  LinkAnalytics.logEvent('login');
  await act(() => jest.advanceTimersByTimeAsync(300));
  expect(answer.isReached()).toBe(true);
  kit().resetLinkSession();
  const timers = jest.getTimerCount();
  answer.open(Response.json({}, { status: 503 }));
  await act(settle);
  expect(jest.getTimerCount()).toBe(timers);
});

test('advice is given again', async () => {
  const { kit, mount } = load();
  for (let run = 0; run < 2; run++) {
    mount({ storage: createCounted().storage, timeoutMs: -1 }).unmount();
    await act(settle);
    expect(consoleLines()).toEqual([expect.stringContaining('config.timeoutMs')]);
    kit().resetLinkSession();
  }
});

test('a link that was left to Expo Router is forgotten', async () => {
  const { kit, mount } = load();
  const { createNativeIntent } = require('react-native-deferred-link/expo-router') as typeof ExpoRouter;
  const { takeRouterLink } = require('../../src/expo-router/routerLink') as { takeRouterLink(url: string): boolean };
  createNativeIntent().redirectSystemPath({ path: 'shop://cart', initial: true });
  kit().resetLinkSession();
  expect(takeRouterLink('shop://cart')).toBe(false);
  mount({ storage: createCounted().storage }).unmount();
  await act(settle);
});

test('a container that waits for its initial URL is forgotten', () => {
  const { kit } = load();
  const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof ReactNavigation;
  const linking = createLinking();
  void linking.getInitialURL?.();
  kit().resetLinkSession();
  kit().openLink('https://shop.test/cart');
  // Without anybody before it, it is answered at once.
  expect(linking.getInitialURL?.()).toEqual(expect.stringContaining('cart'));
});

test('a state of a container of before can still be read', () => {
  const { kit } = load();
  const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof ReactNavigation;
  const linking = createLinking({ config: { screens: { Cart: 'cart' } } });
  kit().openLink('/cart');
  linking.filter?.(linking.getInitialURL?.() as string);
  const state = linking.getStateFromPath?.('/cart', linking.config);
  kit().resetLinkSession();
  expect(state?.routes).toMatchObject([{ name: 'Cart' }]);
});

test('a container that mounts without a provider after it doesn’t wait for the provider of before', async () => {
  const { kit, mount } = load();
  mount({ storage: createCounted().storage }).unmount();
  await act(settle);
  kit().resetLinkSession();
  const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof ReactNavigation;
  const waiting = createLinking().getInitialURL?.();
  jest.advanceTimersByTime(1000);
  expect(await waiting).toBeNull();
  expect(consoleLines()).toEqual([expect.stringContaining('there is no LinkProvider around it')]);
});

test('an app that is still mounted shows its splash screen again, and starts nothing', async () => {
  const { kit, app } = load();
  const counted = createCounted();
  const view = render(app({ storage: counted.storage }));
  await act(settle);
  act(() => kit().resetLinkSession());
  screen.getByText('splash');
  const calls = counted.calls();
  view.rerender(app({ storage: counted.storage, consent: 'pending' }));
  view.rerender(app({ storage: counted.storage }));
  await act(settle);
  expect(counted.calls()).toBe(calls);
});

/** Enough microtasks for a whole first run, with its events. */
const TURNS = 80;

/** What a launch without network leaves in storage: an event, and a first run that is still open. */
async function leaveEvent({ kit, mount, LinkAnalytics }: ReturnType<typeof load>) {
  const { storage, items } = createCounted();
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  mount({ storage }).unmount();
  LinkAnalytics.logEvent('invite');
  await act(settle);
  kit().resetLinkSession();
  reopenRun(items);
  expect(consoleLines()).toEqual([expect.stringContaining('offline')]);
  expect([...items.values()].join()).toContain('invite');
  return items;
}

/** Resets a first run after so many microtasks, and looks at what is left of it, and at the next one. */
async function resetAfter(turns: number, loaded: ReturnType<typeof load>, stored?: Map<string, string>) {
  const { kit, mount, LinkAnalytics } = loaded;
  const first = createCounted('/first', stored);
  const view = mount({ storage: first.storage });
  LinkAnalytics.logEvent('login');
  for (let left = turns; left > 0; left--) await Promise.resolve();
  view.unmount();
  kit().resetLinkSession();
  const calls = first.calls();
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  const callsAfter = first.calls() - calls;
  expect(kit().loggedEvents()).toEqual([]);

  const next = mount({ storage: createCounted('/second').storage });
  screen.getByText('splash');
  await act(settle);
  screen.getByText('/second');
  next.unmount();
  kit().resetLinkSession();
  return { calls, callsAfter };
}

test('whenever it is called, nothing of the session before is left', async () => {
  const loaded = load();
  const stored = await leaveEvent(loaded);
  let calls = 0;
  for (let turns = 0; turns < TURNS; turns++) {
    const reset = await resetAfter(turns, loaded, stored);
    expect(reset.callsAfter).toBe(0);
    calls = Math.max(calls, reset.calls);
  }
  // The flag read and written, the match, and the events on their way to the disk.
  expect(calls).toBeGreaterThan(5);
  expect(consoleLines().filter((line) => line.includes('[Link]'))).toEqual([]);
});

test('a session that began before the testing entry was loaded is held, and tells nobody', async () => {
  for (let turns = 0; turns < TURNS; turns += 8) await resetAfter(turns, load({ isKitLate: true }));
  expect(consoleLines().filter((line) => line.includes('[Link]'))).toEqual([]);
});

test.each([
  ['nothing', undefined],
  ['an object without remove', {}],
])('mocks that give back %s for a listener are no hindrance', async (_, subscription) => {
  const { kit, mount } = load();
  const { AppState, Linking } = require('react-native') as typeof import('react-native');
  for (const module of [AppState, Linking])
    jest.spyOn(module, 'addEventListener').mockReturnValue(subscription as never);
  mount({ storage: createCounted().storage }).unmount();
  await act(settle);
  expect(() => kit().resetLinkSession()).not.toThrow();
});

test('a setTimeout that gives back nothing is no hindrance', async () => {
  const { mount } = load();
  const { storage } = createCounted();
  const original = globalThis.setTimeout;
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => void original(...args)) as never;
  try {
    mount({ storage });
    await act(settle);
  } finally {
    globalThis.setTimeout = original;
  }
  screen.getByText('/product/42');
});

test('what the session before it finds wrong is not told any more', async () => {
  const { kit, mount } = load();
  const { storage } = createCounted();
  let answer = (_: unknown) => {};
  const held = new Promise((resolve) => (answer = resolve));
  mount({ storage, isNewInstall: () => held as Promise<boolean> }).unmount();
  await act(settle);
  kit().resetLinkSession();
  answer('yes');
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(consoleLines()).toEqual([]);
});

test('a session that began before the testing entry was loaded asks the service nothing more', async () => {
  const { kit, mount } = load({ isKitLate: true });
  const { storage, calls } = createCounted();
  let answer = (_: unknown) => {};
  const held = new Promise((resolve) => (answer = resolve));
  mount({ storage, isNewInstall: () => held as Promise<boolean> }).unmount();
  await act(settle);
  kit().resetLinkSession();
  const before = calls();
  answer(true);
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(calls()).toBe(before);
});

test('on the web the next provider goes on at once, and a link that a test opens stays', async () => {
  const { kit, app, mount } = load();
  const { Platform } = require('react-native') as typeof import('react-native');
  (Platform as { OS: string }).OS = 'web';
  mount({}).unmount();
  kit().resetLinkSession();
  const view = render(app({}));
  screen.getByText('home');
  act(() => void kit().openLink('/cart'));
  view.rerender(app({ timeoutMs: 1000 }));
  screen.getByText('/cart');
});
