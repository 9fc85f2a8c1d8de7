import { act } from '@testing-library/react-native';
import { useEffect } from 'react';
import type * as Library from 'react-native-deferred-link';
import type { Link } from 'react-native-deferred-link';
import { consoleLines } from './support/consoleLines';
import { diskWith } from './storage/stored';
import { CONFIG, createDevice, settle } from './support/createDevice';
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

test('a listener that changes what it is given changes nothing for anybody else, nor in storage', async () => {
  linkServer({ 'match-link': { link: 'https://shop.test/found?from=ada', data: { code: 7 } } });
  const device = createDevice();
  const observed: Partial<Link>[] = [];
  const app = await device.launch({
    load() {
      const library = observedBy((link) => {
        const { params, data } = link as unknown as Record<'params' | 'data', Record<string, unknown>>;
        params.from = 'eve';
        // No JSON can hold that.
        data.code = data;
      })();
      library.onLink(({ params, data }) => observed.push({ params, data }));
      return library;
    },
  });
  await device.wait(500);
  const kept = { params: { from: 'ada' }, data: { code: 7 } };
  expect(observed).toEqual([kept]);
  expect(app.context().link).toMatchObject(kept);
  await app.clearLink();
  await app.unmount();
  const later = await device.launch();
  await device.wait(500);
  expect(await later.library.getInstallLink()).toMatchObject(kept);
});

test('the newest link that nobody observed waits for the first observer, and for nobody else', async () => {
  linkServer();
  const device = createDevice({ initialUrl: 'shop://launch' });
  const app = await device.launch();
  await app.clearLink();
  await device.tap('shop://cart');
  await app.clearLink();
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

test('a listener that throws at the link that waited for it is reported', async () => {
  linkServer();
  const app = await createDevice({ initialUrl: 'shop://launch' }).launch();
  app.library.onLink(() => {
    throw new Error('oops');
  });
  await act(settle);
  expect(consoleLines()).toEqual([expect.stringContaining('A listener of onLink failed: Error: oops')]);
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

test.each([
  ['a deferred link that nobody observed is forgotten', null, []],
  ['a link that was opened is not', 'shop://cart', ['/cart']],
])('if consent is denied, %s', async (_, initialUrl, expected) => {
  linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice({ initialUrl });
  const app = await device.launch();
  await device.wait(500);
  await app.rerender({ ...CONFIG, consent: 'denied' });
  const observed: string[] = [];
  app.library.onLink(({ route }) => observed.push(route));
  await act(settle);
  expect(observed).toEqual(expected);
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
  expect(consoleLines()).toEqual([
    expect.stringMatching(/onLink\(\) does nothing on the web \(\S+docs\/api\.md#on-the-web\)/),
  ]);
});

/** An app whose observers do what `react` says at each link. */
async function observed(react: (library: typeof Library, route: string) => void, strict = false) {
  linkServer();
  const routes: string[] = [];
  const device = createDevice({ disk: diskWith() });
  const app = await device.launch({
    strict,
    load() {
      const library = require('react-native-deferred-link') as typeof Library;
      library.onLink(({ route }) => {
        routes.push(route);
        react(library, route);
      });
      return library;
    },
  });
  return { app, device, routes };
}

test('an observer that opens another link is told that one, too, and the newest wins', async () => {
  const { app, device, routes } = await observed((library, route) => {
    if (route === '/first') library.openLink('shop://second');
  });
  await device.tap('shop://first');
  await device.wait(100);
  expect(routes).toEqual(['/first', '/second']);
  expect(app.context().linkRoute).toBe('/second');
});

test('an observer that ends another one in its call keeps it from being called', async () => {
  linkServer();
  const device = createDevice({ disk: diskWith() });
  const calls: string[] = [];
  const { library } = await device.launch();
  library.onLink(() => {
    calls.push('one');
    end();
  });
  const end = library.onLink(() => void calls.push('two'));
  await device.tap('shop://cart');
  expect(calls).toEqual(['one']);
});

test.each([
  ['a deferred link is given to no observer', null, []],
  ['a link that the person opened is', 'shop://cart', ['/cart']],
])('after a denial, %s that comes then', async (_, tapped, expected) => {
  linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(100);
  await app.clearLink();
  if (tapped !== null) await device.tap(tapped);
  await app.rerender({ ...CONFIG, consent: 'denied' });
  const routes: string[] = [];
  app.library.onLink(({ route }) => void routes.push(route));
  await act(settle);
  expect(routes).toEqual(expected);
});

test('an observer that adds another one at each link calls none of them early', async () => {
  const calls: string[] = [];
  const { device } = await observed(({ onLink }, route) => {
    onLink((link) => void calls.push(`${link.route}, added at ${route}`));
  });
  await device.tap('shop://a');
  expect(calls).toEqual([]);
  await device.tap('shop://b');
  expect(calls).toEqual(['/b, added at /a']);
});

test('what an observer does to its link changes nothing for the app, nor for the next observer', async () => {
  linkServer();
  const device = createDevice({ disk: diskWith() });
  const routes: string[] = [];
  const app = await device.launch();
  app.library.onLink((link) => Object.assign(link, { route: '/mine' }));
  app.library.onLink(({ route }) => void routes.push(route));
  await device.tap('shop://cart');
  expect([...routes, app.context().linkRoute]).toEqual(['/cart', '/cart']);
});

test('an observer that clears the link as soon as it is told it leaves nothing behind', async () => {
  const { app, device, routes } = await observed(() => act(() => app.context().clearLink()));
  await device.tap('shop://cart');
  await device.wait(3000);
  expect(routes).toEqual(['/cart']);
  expect(app.context().linkUrl).toBeNull();
  await device.tap('shop://cart');
  expect(routes).toEqual(['/cart', '/cart']);
});

test('consent that comes and goes within a turn opens a link once, and asks the service once', async () => {
  const service = linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice();
  const app = await device.launch({ strict: true, config: { consent: 'pending' } });
  const routes: string[] = [];
  app.library.onLink(({ route }) => void routes.push(route));
  for (const consent of ['granted', 'pending', 'granted', 'pending', 'granted'] as const)
    app.renderNow({ ...CONFIG, consent });
  await act(settle);
  await device.wait(3000);
  expect(routes).toEqual(['/found']);
  expect(service.to('match-link')).toHaveLength(1);
  consoleLines();
});
