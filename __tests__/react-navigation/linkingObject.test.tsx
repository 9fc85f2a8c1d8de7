import { render } from '@testing-library/react-native';
import type * as Integration from 'react-native-deferred-link/react-navigation';
import type * as Kit from 'react-native-deferred-link/testing';
import { consoleLines } from '../support/consoleLines';
import { settle } from '../support/createDevice';
import { setUpNavigation } from '../support/createNavigationApp';
import { inRelease } from '../support/inRelease';
import { createNativeModules } from '../support/nativeModules';

setUpNavigation();

describe('the linking object by itself', () => {
  function load() {
    createNativeModules({}).install();
    const kit = require('react-native-deferred-link/testing') as typeof Kit;
    const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof Integration;
    const linking = createLinking();
    /** What a container does with a URL; returns whether it opened it. */
    const open = (url: string) => Boolean(linking.filter?.(url) && linking.getStateFromPath?.('cart', undefined));
    return { ...kit, createLinking, linking, open };
  }

  test('a container that is not ready is tried again, ever more rarely, until it is gone', () => {
    const { openLink, linking } = load();
    const asked: string[] = [];
    const stop = linking.subscribe?.((url) => asked.push(url));
    openLink('https://shop.test/product/42?a=b');
    jest.advanceTimersByTime(1000);
    expect(asked).toHaveLength(4);
    jest.advanceTimersByTime(60_000);
    expect(asked).toHaveLength(4 + 60);
    expect(new Set(asked)).toEqual(new Set(['deferred-link://product/42?a=b']));
    stop?.();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('while a container is not ready, the app’s filter is not asked', () => {
    const { openLink, createLinking } = load();
    const asked: string[] = [];
    const linking = createLinking({ filter: (url) => asked.push(url) > 1 });
    let isEnabled = false;
    const opened: unknown[] = [];
    const stop = linking.subscribe?.((url) => {
      if (isEnabled) opened.push(linking.filter?.(url));
    });
    openLink('https://shop.test/cart');
    jest.advanceTimersByTime(60_000);
    expect(asked).toEqual([]);
    isEnabled = true;
    jest.advanceTimersByTime(60_000);
    expect(asked).toEqual(['https://shop.test/cart']);
    expect(opened).toEqual([false]);
    stop?.();
  });

  test('a container that is ready is sent a link once, though no screen is for it', () => {
    const { openLink, createLinking } = load();
    const linking = createLinking({ getStateFromPath: () => undefined });
    const asked: string[] = [];
    const stop = linking.subscribe?.((url) => {
      asked.push(url);
      linking.filter?.(url);
      linking.getStateFromPath?.('nowhere', undefined);
    });
    openLink('/nowhere');
    jest.advanceTimersByTime(60_000);
    expect(asked).toEqual(['deferred-link://nowhere']);
    expect(consoleLines()).toHaveLength(1);
    stop?.();
  });

  test('a container that leaves after its successor has come takes no link away from it', () => {
    const { openLink, linking } = load();
    const stopFirst = linking.subscribe?.(() => {});
    const asked: string[] = [];
    const stopSecond = linking.subscribe?.((url) => asked.push(url));
    stopFirst?.();
    openLink('/cart');
    expect(asked).toEqual(['deferred-link://cart']);
    stopSecond?.();
  });

  test('the first screen gets the state that the app’s own getStateFromPath makes, whole', () => {
    const { openLink, createLinking } = load();
    const state = { index: 0, routes: [{ name: 'Home' }, { name: 'Cart' }] };
    const linking = createLinking({ getStateFromPath: () => state });
    openLink('/cart');
    linking.filter?.(linking.getInitialURL?.() as string);
    expect({ ...linking.getStateFromPath?.('cart', undefined) }).toEqual(state);
  });

  test('a render of an older link doesn’t count for a newer one, nor after a reset', async () => {
    const { openLink, linking, open, resetLinkSession } = load();
    openLink('/product/1');
    linking.filter?.(linking.getInitialURL?.() as string);
    const older = linking.getStateFromPath?.('product/1', undefined);
    openLink('/product/2');
    void linking.getInitialURL?.();
    expect(older?.routes).toHaveLength(1);
    const isOpened: unknown[] = [];
    const stop = linking.subscribe?.((sent) => isOpened.push(open(sent)));
    await settle();
    expect(isOpened[0]).toBe(true);
    stop?.();
    resetLinkSession();
    expect(older?.routes).toHaveLength(1);
  });

  test('a newer link than the one that was offered is not lost', async () => {
    const { openLink, linking } = load();
    openLink('https://shop.test/product/1');
    expect(linking.getInitialURL?.()).toBe('deferred-link://product/1');
    openLink('https://shop.test/product/2');
    const asked: string[] = [];
    const stop = linking.subscribe?.((url) => asked.push(url));
    await settle();
    expect(asked).toEqual(['deferred-link://product/2']);
    stop?.();
  });

  test('has only the prefix of the library, unless the app has some', () => {
    expect(load().linking.prefixes).toEqual(['deferred-link://']);
  });

  test('a render that asks when the search has ended without a link is answered at once', () => {
    const { TestLinkProvider, linking } = load();
    render(<TestLinkProvider link={null}>{null}</TestLinkProvider>);
    expect(linking.getInitialURL?.()).toBeNull();
  });

  test('a render that asks after a newer link came gets the newer one', () => {
    const { openLink, linking } = load();
    openLink('/product/1');
    expect(linking.getInitialURL?.()).toBe('deferred-link://product/1');
    openLink('/product/2');
    expect(linking.getInitialURL?.()).toBe('deferred-link://product/2');
  });

  test('renders that wait are answered when the container mounts, and a render that asks later at once', async () => {
    const { openLink, linking } = load();
    const answers: unknown[] = [];
    const ask = async () => answers.push(await linking.getInitialURL?.());
    void ask();
    void ask();
    openLink('/cart');
    expect(linking.getInitialURL?.()).toBe('deferred-link://cart');
    await settle();
    expect(answers).toEqual([]);
    const stop = linking.subscribe?.(() => {});
    await settle();
    expect(answers).toEqual(['deferred-link://cart', 'deferred-link://cart']);
    stop?.();
  });

  test('a link whose render was thrown away is opened by the container that is there in the end', async () => {
    const { openLink, linking, open } = load();
    openLink('/cart');
    const url = linking.getInitialURL?.() as string;
    expect(linking.filter?.(url)).toBe(true);
    expect(linking.getStateFromPath?.('cart', undefined)?.routes).toHaveLength(1);
    // React renders anew.
    void linking.getInitialURL?.();
    const isOpened: unknown[] = [];
    const stop = linking.subscribe?.((sent) => isOpened.push(open(sent)));
    await settle();
    expect(isOpened[0]).toBe(true);
    stop?.();
  });

  test('without a provider each render waits for a second of its own', async () => {
    const { linking } = load();
    const answers: unknown[] = [];
    const ask = () => void Promise.resolve(linking.getInitialURL?.()).then((url) => answers.push(url));
    ask();
    jest.advanceTimersByTime(500);
    ask();
    jest.advanceTimersByTime(500);
    await settle();
    expect(answers).toEqual([null]);
    jest.advanceTimersByTime(500);
    await settle();
    expect(answers).toEqual([null, null]);
    expect(consoleLines()).toHaveLength(1);
  });

  test('a URL of the app’s own is not taken for the link that was offered', async () => {
    const { openLink, linking, open } = load();
    openLink('/cart');
    void linking.getInitialURL?.();
    linking.filter?.('https://app.test/other');
    expect(linking.getStateFromPath?.('other', undefined)?.routes).toHaveLength(1);
    const isOpened: unknown[] = [];
    const stop = linking.subscribe?.((sent) => isOpened.push(open(sent)));
    await settle();
    expect(isOpened[0]).toBe(true);
    stop?.();
  });

  test('the filter is asked about URLs that the app itself hands over', () => {
    const { createLinking } = load();
    const linking = createLinking({ filter: (url) => !url.includes('/login') });
    expect(linking.filter?.('https://app.test/login')).toBe(false);
    expect(linking.filter?.('https://app.test/cart')).toBe(true);
  });

  test('an error in an option of the app, which the app itself asks for a state, is the app’s own', () => {
    const { createLinking } = load();
    const linking = createLinking({
      getStateFromPath() {
        throw new Error('mine');
      },
    });
    expect(() => linking.getStateFromPath?.('cart', undefined)).toThrow('mine');
  });

  test('without a provider a render waits for a second, and nothing waits behind it', async () => {
    const { openLink, linking } = load();
    const waiting = linking.getInitialURL?.();
    jest.advanceTimersByTime(1000);
    expect(await waiting).toBeNull();
    expect(consoleLines()).toEqual([expect.stringContaining('there is no LinkProvider around it')]);
    openLink('/cart');
    expect(linking.getInitialURL?.()).toBe('deferred-link://cart');
  });

  test('a release build says neither that a provider is missing nor that no screen matches', () =>
    inRelease(async () => {
      const { openLink, createLinking } = load();
      const linking = createLinking({ getStateFromPath: () => undefined });
      const waiting = linking.getInitialURL?.();
      jest.advanceTimersByTime(1000);
      expect(await waiting).toBeNull();
      const stop = linking.subscribe?.((url) => {
        linking.filter?.(url);
        linking.getStateFromPath?.('cart', undefined);
      });
      openLink('/cart');
      stop?.();
      expect(consoleLines()).toEqual([]);
    }));
});
