import { act, render } from '@testing-library/react-native';
import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import type * as Library from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { createDevice, settle } from '../support/createDevice';
import { linkServer } from '../support/linkServer';
import { runOn } from '../storage/stored';

type Handler = (link: Library.Link) => void;

function Listener({ library, onLink }: { library: typeof Library; onLink: Handler }) {
  library.useLinkEvent(onLink);
  return null;
}

function collector() {
  const links: string[] = [];
  return { links, onLink: (({ type, route }) => links.push(`${type} ${route}`)) as Handler };
}

beforeEach(() => {
  linkServer({ 'match-link': { link: 'https://shop.test/product/42?ref=mail' } });
});

test('a deferred link and the links after it are each handed out once, with url, route and type', async () => {
  const links: Library.Link[] = [];
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  await device.launch({ children: (library) => <Listener library={library} onLink={(link) => links.push(link)} /> });
  await device.wait(100);
  await device.tap('https://shop.test/cart/1');
  await device.tap('shop://cart/1');
  await device.wait(2000);
  await device.tap('shop://cart/1');
  expect(links).toMatchObject([
    { url: 'https://shop.test/product/42?ref=mail', route: '/product/42?ref=mail', type: 'deferred' },
    { url: 'https://shop.test/cart/1', route: '/cart/1', type: 'verified' },
    { url: 'shop://cart/1', route: '/cart/1', type: 'scheme' },
    { url: 'shop://cart/1', route: '/cart/1', type: 'scheme' },
  ]);
});

test('StrictMode hands a link out once', async () => {
  const { links, onLink } = collector();
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  await device.launch({ strict: true, children: (library) => <Listener library={library} onLink={onLink} /> });
  await device.wait(100);
  await device.tap('shop://cart');
  expect(links).toEqual(['deferred /product/42?ref=mail', 'scheme /cart']);
});

/** A navigator as React Navigation's: it can be told where to go once its own effects have run. */
function createNavigator() {
  let isReady = false;
  const opened: string[] = [];
  function Navigator() {
    useEffect(() => {
      isReady = true;
      return () => void (isReady = false);
    }, []);
    return null;
  }
  return {
    opened,
    Navigator,
    onLink: (({ route }) => opened.push(`${route} ${isReady ? 'opened' : 'into nothing'}`)) as Handler,
  };
}

const PLACES: Record<string, (listener: ReactNode, navigator: ReactNode) => ReactNode> = {
  before: (listener, navigator) => [listener, navigator],
  after: (listener, navigator) => [navigator, listener],
};

test.each(Object.keys(PLACES).flatMap((place) => [true, false].map((strict) => [place, strict] as const)))(
  'a listener %s the navigator that isLinkProcessed mounts navigates when that is there (StrictMode: %s)',
  async (place, strict) => {
    const { opened, Navigator, onLink } = createNavigator();
    function App({ library }: { library: typeof Library }) {
      const { isLinkProcessed } = library.useLinkContext();
      return PLACES[place]?.(
        <Listener key="listener" library={library} onLink={onLink} />,
        isLinkProcessed && <Navigator key="navigator" />
      );
    }
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    await device.launch({ strict, children: (library) => <App library={library} /> });
    await device.wait(100);
    expect(opened).toEqual(['/product/42?ref=mail opened']);
  }
);

test('a listener that mounts together with the navigator, behind a login, finds it there', async () => {
  const { opened, Navigator, onLink } = createNavigator();
  const device = createDevice({ initialUrl: 'https://shop.test/product/7' });
  let isSignedIn = false;
  const app = await device.launch({
    children: (library) =>
      isSignedIn && (
        <>
          <Listener library={library} onLink={onLink} />
          <Navigator />
        </>
      ),
  });
  await device.wait(100);
  isSignedIn = true;
  await app.rerender();
  expect(opened).toEqual(['/product/7 opened']);
});

test('a link that arrives while the app shows a Suspense fallback is handed out once', async () => {
  const { opened, Navigator, onLink } = createNavigator();
  let load = () => {};
  let loading: Promise<void> | undefined;
  /** A screen whose data has to be read again. */
  function Slow() {
    if (loading) throw loading;
    return null;
  }
  linkServer({ 'match-link': 404 });
  const device = createDevice();
  const app = await device.launch({
    children: (library) => (
      <Suspense fallback={null}>
        <Listener library={library} onLink={onLink} />
        <Slow />
        <Navigator />
      </Suspense>
    ),
  });
  loading = new Promise((resolve) => {
    load = () => {
      loading = undefined;
      resolve();
    };
  });
  await app.rerender();
  await device.tap('shop://cart');
  await device.wait(5000);
  expect(opened).toEqual(['/cart opened']);
  await act(async () => {
    load();
    await settle();
  });
  await device.wait(100);
  expect(opened).toEqual(['/cart opened']);
});

test('a screen that is frozen below another one hands out links, by its newest handler', async () => {
  const { Freeze } = require('react-freeze') as { Freeze: ComponentType<{ freeze: boolean; children: ReactNode }> };
  const first = collector();
  const second = collector();
  let handler = first.onLink;
  let freeze = false;
  linkServer({ 'match-link': 404 });
  const device = createDevice();
  const app = await device.launch({
    children: (library) => (
      <Freeze freeze={freeze}>
        <Listener library={library} onLink={handler} />
      </Freeze>
    ),
  });
  handler = second.onLink;
  await app.rerender();
  freeze = true;
  await app.rerender();
  await device.tap('shop://cart');
  await device.tap('shop://product/7');
  expect(second.links).toEqual(['scheme /cart', 'scheme /product/7']);
  freeze = false;
  await app.rerender();
  await device.wait(100);
  expect(second.links).toHaveLength(2);
  expect(first.links).toEqual([]);
});

test('the same link tapped twice before React has rendered is not lost', async () => {
  const { links, onLink } = collector();
  linkServer({ 'match-link': 404 });
  const device = createDevice();
  await device.launch({
    children: (library) => (
      <Listener
        library={library}
        onLink={(link) => {
          onLink(link);
          const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
          // The first one has been taken, and the context that shows so has not been rendered.
          jest.advanceTimersByTime(2000);
          if (links.length === 1) DeviceEventEmitter.emit('url', { url: 'shop://cart' });
        }}
      />
    ),
  });
  await device.tap('shop://cart');
  await device.wait(100);
  expect(links).toEqual(['scheme /cart', 'scheme /cart']);
});

test('the link is gone from the context once it was handed out', async () => {
  const { links, onLink } = collector();
  const seen: Library.LinkContextType[] = [];
  function Probe({ library }: { library: typeof Library }) {
    seen.push(library.useLinkContext());
    return null;
  }
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  await device.launch({
    children: (library) => (
      <>
        <Listener library={library} onLink={onLink} />
        <Probe library={library} />
      </>
    ),
  });
  await device.wait(100);
  expect(links).toHaveLength(1);
  expect(seen[seen.length - 1]).toMatchObject({
    isLinkProcessed: true,
    linkUrl: null,
    linkRoute: null,
    linkType: null,
  });
});

test('a listener that mounts late, behind a login, gets the link that has waited; one that mounts again does not', async () => {
  const { links, onLink } = collector();
  const device = createDevice({ initialUrl: 'https://shop.test/product/7' });
  let isSignedIn = false;
  const app = await device.launch({
    children: (library) => (isSignedIn ? <Listener library={library} onLink={onLink} /> : null),
  });
  await device.wait(6000);
  expect(links).toEqual([]);
  isSignedIn = true;
  await app.rerender();
  expect(links).toEqual(['verified /product/7']);
  await app.unmount();
  await app.mount();
  await device.wait(3000);
  expect(links).toEqual(['verified /product/7']);
});

test('of two listeners one gets each link', async () => {
  const { links, onLink } = collector();
  const device = createDevice({ initialUrl: 'https://shop.test/product/7' });
  await device.launch({
    children: (library) => (
      <>
        <Listener library={library} onLink={onLink} />
        <Listener library={library} onLink={onLink} />
      </>
    ),
  });
  await device.wait(100);
  await device.tap('shop://cart');
  expect(links).toEqual(['verified /product/7', 'scheme /cart']);
});

test('a new handler replaces the old one, and no link is handed out again', async () => {
  const first = collector();
  const second = collector();
  let handler = first.onLink;
  const device = createDevice({ initialUrl: 'https://shop.test/product/7' });
  const app = await device.launch({ children: (library) => <Listener library={library} onLink={handler} /> });
  await device.wait(100);
  handler = second.onLink;
  await app.rerender();
  await device.tap('shop://cart');
  expect(first.links).toEqual(['verified /product/7']);
  expect(second.links).toEqual(['scheme /cart']);
});

test('a handler that throws is reported, and neither the session nor the links after it suffer', async () => {
  const { links, onLink } = collector();
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const fail: Handler = (link) => {
    onLink(link);
    throw new Error('no such screen');
  };
  await device.launch({ children: (library) => <Listener library={library} onLink={fail} /> });
  await device.wait(100);
  await device.tap('shop://cart');
  expect(links).toEqual(['deferred /product/42?ref=mail', 'scheme /cart']);
  expect(consoleLines()).toEqual([
    'error: [Link] A useLinkEvent handler failed: Error: no such screen.',
    'error: [Link] A useLinkEvent handler failed: Error: no such screen.',
  ]);
  // What comes after the link in the session has run too: the first run is used up.
  expect(runOn(device.phone.disk)).toBe('used');
});

test('the error of a handler reaches the crash reporter, with its stack', async () => {
  const device = createDevice({ initialUrl: 'https://shop.test/product/7' });
  const mistake = new Error('no such screen');
  const reported: unknown[][] = [];
  // React Native's own, where crash reporters set their handler.
  jest.requireActual('@react-native/js-polyfills/error-guard');
  ErrorUtils.setGlobalHandler((...args: unknown[]) => void reported.push(args));
  try {
    await device.launch({
      children: (library) => (
        <Listener
          library={library}
          onLink={() => {
            throw mistake;
          }}
        />
      ),
    });
    await device.wait(100);
  } finally {
    delete (globalThis as { ErrorUtils?: unknown }).ErrorUtils;
  }
  expect(reported).toEqual([[mistake, false]]);
  expect(reported[0]?.[0]).toBe(mistake);
  expect(consoleLines()).toEqual(['error: [Link] A useLinkEvent handler failed: Error: no such screen.']);
});

test('a crash reporter that throws itself does no harm', async () => {
  const { links, onLink } = collector();
  const device = createDevice({ initialUrl: 'https://shop.test/product/7' });
  jest.requireActual('@react-native/js-polyfills/error-guard');
  try {
    await device.launch({
      children: (library) => (
        <Listener
          library={library}
          onLink={(link) => {
            onLink(link);
            throw new Error('no such screen');
          }}
        />
      ),
    });
    await device.tap('shop://cart');
    await device.wait(100);
  } finally {
    delete (globalThis as { ErrorUtils?: unknown }).ErrorUtils;
  }
  expect(links).toEqual(['verified /product/7', 'scheme /cart']);
  expect(consoleLines()).toHaveLength(2);
});

test('a handler that throws when it mounts does not take the app down', async () => {
  const device = createDevice({ initialUrl: 'https://shop.test/product/7' });
  let isSignedIn = false;
  const fail: Handler = () => {
    throw new Error('no such screen');
  };
  const app = await device.launch({
    children: (library) => (isSignedIn ? <Listener library={library} onLink={fail} /> : null),
  });
  await device.wait(100);
  isSignedIn = true;
  await app.rerender();
  expect(consoleLines()).toEqual(['error: [Link] A useLinkEvent handler failed: Error: no such screen.']);
});

test('a link that arrives while the handler runs is handed out after it', async () => {
  const { links, onLink } = collector();
  const device = createDevice({ initialUrl: 'https://shop.test/product/7' });
  const openAnother: Handler = (link) => {
    const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
    if (links.length === 0) DeviceEventEmitter.emit('url', { url: 'shop://cart' });
    onLink(link);
  };
  await device.launch({ children: (library) => <Listener library={library} onLink={openAnother} /> });
  await device.wait(100);
  expect(links).toEqual(['verified /product/7', 'scheme /cart']);
});

test('outside a provider it says what is missing', async () => {
  const { library } = await createDevice().launch();
  expect(() => render(<Listener library={library} onLink={() => {}} />)).toThrow('needs a LinkProvider above it');
  consoleLines();
});

test('the query of a link is not logged with the error of a handler', async () => {
  const device = createDevice({ initialUrl: 'https://shop.test/login/callback?code=S3CRET S3CRET&state=S3CRET#a' });
  await device.launch({
    children: (library) => (
      <Listener
        library={library}
        onLink={({ url }) => {
          throw new Error(`status=404, no screen for ${url}`);
        }}
      />
    ),
  });
  expect(consoleLines()).toEqual([
    'error: [Link] A useLinkEvent handler failed: Error: status=404, no screen for https://shop.test/login/callback?code=…&state=…#a.',
  ]);
});
