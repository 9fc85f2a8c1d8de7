import { render } from '@testing-library/react-native';
import type * as Library from 'react-native-deferred-link';
import { consoleLines } from './support/consoleLines';
import { createDevice } from './support/createDevice';
import { linkServer } from './support/linkServer';

type Handler = (link: Library.LinkEvent) => void;

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
  const links: Library.LinkEvent[] = [];
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  await device.launch({ children: (library) => <Listener library={library} onLink={(link) => links.push(link)} /> });
  await device.wait(100);
  await device.tap('https://shop.test/cart/1');
  await device.tap('shop://cart/1');
  await device.tap('shop://cart/1');
  expect(links).toEqual([
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
  expect([...device.phone.disk.keys()]).toContain('react-native-deferred-link:first-run');
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
  const device = createDevice({ initialUrl: 'https://shop.test/login/callback?code=S3CRET&state=S3CRET#a' });
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
