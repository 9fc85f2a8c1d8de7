import { act } from '@testing-library/react-native';
import { useEffect } from 'react';
import type * as Library from 'react-native-deferred-link';
import type { Link } from 'react-native-deferred-link';
import { consoleLines } from './support/consoleLines';
import { createDevice, settle } from './support/createDevice';
import { linkServer } from './support/linkServer';

const load = () => require('react-native-deferred-link') as typeof Library;

/** Loads the library, and observes it before the provider mounts. */
const observedBy = (listener: (link: Link) => void) => () => {
  const library = load();
  library.onLink(listener);
  return library;
};

test('every link is observed once, whoever takes it, from before the mount on', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice();
  const observed: string[] = [];
  const app = await device.launch({ load: observedBy(({ type, route }) => observed.push(`${type} ${route}`)) });
  await device.wait(500);
  expect(app.context().linkRoute).toBe('/found');
  await app.clearLink();
  await device.tap('shop://cart');
  await app.rerender();
  await app.clearLink();
  await device.wait(3000);
  await device.tap('shop://cart');
  expect(observed).toEqual(['deferred /found', 'scheme /cart', 'scheme /cart']);
});

test('observing takes nothing from useLinkEvent, and is told first', async () => {
  linkServer();
  const device = createDevice();
  const order: string[] = [];
  await device.launch({
    load: observedBy(({ route }) => order.push(`observed ${route}`)),
    children: (library) => {
      function Taker() {
        library.useLinkEvent(({ route }) => void order.push(`taken ${route}`));
        return null;
      }
      return <Taker />;
    },
  });
  await device.tap('shop://cart');
  expect(order).toEqual(['observed /cart', 'taken /cart']);
});

test('a listener that throws is reported, and disturbs nobody', async () => {
  linkServer();
  const device = createDevice();
  const observed: string[] = [];
  const app = await device.launch({
    load() {
      const library = observedBy(() => {
        throw new Error('oops');
      })();
      library.onLink(({ route }) => observed.push(route));
      return library;
    },
  });
  await device.tap('shop://cart');
  expect(observed).toEqual(['/cart']);
  expect(app.context().linkRoute).toBe('/cart');
  expect(consoleLines()).toEqual([expect.stringContaining('A listener of onLink failed: Error: oops')]);
});

test('the newest link that nobody observed waits for the first observer, and for nobody else', async () => {
  linkServer();
  const device = createDevice({ initialUrl: 'shop://launch' });
  const app = await device.launch();
  await app.clearLink();
  await device.tap('shop://cart');
  const observed: string[] = [];
  const { onLink } = app.library;
  // An effect that React runs twice.
  onLink(({ route }) => observed.push(`undone ${route}`))();
  const stop = onLink(({ route }) => observed.push(`first ${route}`));
  onLink(({ route }) => observed.push(`second ${route}`));
  await act(settle);
  expect(observed).toEqual(['first /cart']);
  await device.tap('shop://product/1');
  stop();
  await device.tap('shop://product/2');
  expect(observed).toEqual(['first /cart', 'first /product/1', 'second /product/1', 'second /product/2']);
});

test('a link that is told before the waiting one was handed over comes after it', async () => {
  linkServer();
  const device = createDevice({ initialUrl: 'shop://launch' });
  const app = await device.launch({ config: { linkDomains: [] } });
  const observed: string[] = [];
  await act(async () => {
    app.library.onLink(({ route }) => observed.push(route));
    app.library.openLink('shop://cart');
    await settle();
  });
  expect(observed).toEqual(['/launch', '/cart']);
});

test('one function that observes twice is called twice, and each is ended by itself', async () => {
  linkServer();
  const device = createDevice();
  const app = await device.launch();
  const observed: string[] = [];
  const listener = ({ route }: Link) => void observed.push(route);
  const stop = app.library.onLink(listener);
  app.library.onLink(listener);
  await device.tap('shop://cart');
  stop();
  await device.tap('shop://product/1');
  expect(observed).toEqual(['/cart', '/cart', '/product/1']);
});

test('a link of an earlier launch is observed when it is handed over, and not before', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice();
  const first = await device.launch();
  await device.wait(500);
  await first.unmount();
  const observed: string[] = [];
  let isReady = false;
  const app = await device.launch({
    load: observedBy(({ route }) => observed.push(route)),
    children: (library, Probe) => {
      function Taker() {
        library.useLinkEvent(({ route }) => void observed.push(`taken ${route}`));
        return null;
      }
      return isReady ? <Taker /> : <Probe />;
    },
  });
  await device.wait(500);
  expect(observed).toEqual([]);
  isReady = true;
  await app.rerender();
  await device.wait(500);
  expect(observed).toEqual(['/found', 'taken /found']);
});

test('a link of an earlier launch that clearLink drops was told nobody', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice();
  await (await device.launch()).unmount();
  await device.wait(500);
  const observed: string[] = [];
  const app = await device.launch({ load: observedBy(({ route }) => observed.push(route)) });
  await device.wait(500);
  await app.clearLink();
  expect(observed).toEqual([]);
});

test('on the web there is nothing to observe, and an advice says so', async () => {
  const device = createDevice({ os: 'web' });
  const app = await device.launch({
    children: (library, Probe) => {
      function Observer() {
        useEffect(() => library.onLink(() => {}), []);
        return <Probe />;
      }
      return <Observer />;
    },
  });
  await app.unmount();
  expect(consoleLines()).toEqual([expect.stringContaining('onLink() does nothing on the web')]);
});
