import { act, render } from '@testing-library/react-native';
import { useEffect, useState, version } from 'react';
import type { Consent } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, settle } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer, never } from '../support/linkServer';

const FOUND = { 'match-link': { link: 'https://shop.test/a/b?c=d' } };

test('the context has the five properties of the reference (§1.1, §2.2, §2.3, §4.1)', async () => {
  linkServer(FOUND);
  const app = await createDevice().launch();
  expect(app.seen[0]).toEqual({
    isLinkProcessed: false,
    linkUrl: null,
    linkRoute: null,
    linkType: null,
    link: null,
    clearLink: expect.any(Function),
  });
  expect(app.context()).toEqual({
    isLinkProcessed: true,
    linkUrl: 'https://shop.test/a/b?c=d',
    linkRoute: '/a/b?c=d',
    linkType: 'deferred',
    link: expect.objectContaining({ route: '/a/b?c=d' }),
    clearLink: expect.any(Function),
  });
});

test('a consumer renders once before and once after', async () => {
  linkServer(FOUND);
  const device = createDevice();
  const app = await device.launch();
  await device.wait(10_000);
  expect(app.seen).toHaveLength(2);
});

test('clearLink clears url, route and type, stays processed, and is always the same function (§1.6, §2.3, §3)', async () => {
  linkServer(FOUND);
  const app = await createDevice().launch();
  await app.clearLink();
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null });
  expect(new Set(app.seen.map(({ clearLink }) => clearLink)).size).toBe(1);
  const renders = app.seen.length;
  await app.clearLink();
  expect(app.seen).toHaveLength(renders);
});

test('clearLink before the end does not end the search', async () => {
  linkServer({ 'match-link': never });
  const device = createDevice();
  const app = await device.launch();
  await app.clearLink();
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(5000);
  expect(app.context().isLinkProcessed).toBe(true);
  expect(consoleLines()).toHaveLength(1);
});

test('a new but equal config at each render changes nothing', async () => {
  const service = linkServer(FOUND);
  const device = createDevice();
  const app = await device.launch();
  const value = app.context();
  await device.wait(100);
  device.phone.calls.length = 0;
  await app.rerender({ ...CONFIG });
  await app.rerender({ ...CONFIG });
  expect(app.context()).toBe(value);
  expect(device.phone.calls).toEqual([]);
  expect(service.to('match-link')).toHaveLength(1);
});

test('unmounting cancels nothing, and remounting asks nothing again (§1.3, §3)', async () => {
  let answer: (link: object) => void = () => {};
  const service = linkServer({ 'match-link': () => new Promise((resolve) => (answer = resolve)) });
  const device = createDevice();
  const app = await device.launch();
  await app.unmount();
  answer({ link: '/found' });
  await device.wait(100);
  await app.mount();
  expect(app.context().linkRoute).toBe('/found');
  expect(service.to('match-link')).toHaveLength(1);
});

test('a remount while the match is under way does not report it as processed', async () => {
  const service = linkServer({ 'match-link': never });
  const device = createDevice();
  const app = await device.launch();
  await app.unmount();
  await app.mount();
  expect(app.context().isLinkProcessed).toBe(false);
  expect(service.to('match-link')).toHaveLength(1);
  await device.wait(5000);
  expect(consoleLines()).toHaveLength(1);
});

test('StrictMode, which runs every effect twice, matches once', async () => {
  const service = linkServer(FOUND);
  let effects = 0;
  function Twice() {
    useEffect(() => void effects++, []);
    return null;
  }
  const device = createDevice();
  const app = await device.launch({
    strict: true,
    children: (_, Probe) => (
      <>
        <Probe />
        <Twice />
      </>
    ),
  });
  // React 18's test renderer was built without the double run.
  expect(effects).toBe(version.startsWith('18.') ? 1 : 2);
  expect(app.context().linkType).toBe('deferred');
  expect(service.to('match-link')).toHaveLength(1);
  expect(consoleLines()).toEqual([]);
});

test('two providers share the session, with one warning', async () => {
  const service = linkServer(FOUND);
  const app = await createDevice().launch();
  const { LinkProvider, useLinkContext } = app.library;
  const seen: unknown[] = [];
  function Consumer() {
    seen.push(useLinkContext());
    return null;
  }
  for (let i = 0; i < 2; i++) {
    render(
      <LinkProvider config={CONFIG}>
        <Consumer />
      </LinkProvider>
    );
  }
  await act(settle);
  expect(seen[0]).toMatchObject({ isLinkProcessed: true, linkRoute: '/a/b?c=d' });
  expect(service.to('match-link')).toHaveLength(1);
  expect(consoleLines()).toEqual([expect.stringMatching(/^warn: \[Link\] More than one LinkProvider/)]);
});

test('useLinkContext outside a provider throws an error that names the fix in development', async () => {
  const app = await createDevice().launch();
  function Lost() {
    app.library.useLinkContext();
    return null;
  }
  expect(() => render(<Lost />)).toThrow(
    'needs a LinkProvider above it: wrap your root component in one. If it is, your bundle contains two copies of the library.'
  );
  await inRelease(async () => expect(() => render(<Lost />)).toThrow(/needs a LinkProvider above it$/));
  consoleLines();
  linkServer();
});

test('timeoutMs bounds everything from mount to processed (§8.3)', async () => {
  linkServer({ 'match-link': never });
  const device = createDevice({
    os: 'android',
    faults: {
      'IntentAndroid.getInitialURL': never,
      'PlayInstallReferrer.getInstallReferrerInfo': never,
      'RNDeviceInfo.getUserAgent': never,
      'RNDeviceInfo.getFirstInstallTime': never,
    },
  });
  const app = await device.launch({ config: { timeoutMs: 900 } });
  await device.wait(850);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(50);
  expect(app.context().isLinkProcessed).toBe(true);
  expect(consoleLines()).toHaveLength(1);
});

test('a clock that jumps neither stretches nor cuts the budget', async () => {
  for (const jump of [-86_400_000, 86_400_000]) {
    linkServer({ 'match-link': never });
    const elapsed = jest.spyOn(performance, 'now');
    const start = Date.now();
    let ran = 0;
    elapsed.mockImplementation(() => ran);
    const device = createDevice();
    const app = await device.launch({ config: { timeoutMs: 1000 } });
    jest.setSystemTime(start + jump);
    ran = 900;
    await device.wait(900);
    expect(app.context().isLinkProcessed).toBe(false);
    ran = 1000;
    await device.wait(100);
    expect(app.context().isLinkProcessed).toBe(true);
    expect(consoleLines()).toHaveLength(1);
  }
});

test('on the web the provider is inert', async () => {
  const service = linkServer(FOUND);
  const device = createDevice({ os: 'web', initialUrl: 'https://shop.test/a/b' });
  const app = await device.launch({ config: { API_KEY: '' } });
  app.library.LinkAnalytics.logEvent('login');
  await device.background();
  await device.wait(20_000);
  expect(app.seen).toHaveLength(1);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  expect(service.requests).toEqual([]);
  expect(device.phone.calls).toEqual([]);
  expect(device.phone.disk.size).toBe(0);
});

test('the same link tapped again leaves the context as it is', async () => {
  linkServer(FOUND);
  const device = createDevice({ initialUrl: 'https://shop.test/product/42' });
  const app = await device.launch();
  await device.wait(3000);
  const before = app.context();
  await device.tap('https://shop.test/product/42');
  expect(app.context()).toBe(before);
});

describe('a second provider', () => {
  /** An inner provider whose config has no consent, and which renders when it is told to. */
  async function launchNested(outer: Consent) {
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    let renderInner = () => {};
    const app = await device.launch({
      config: { consent: outer },
      children: ({ LinkProvider }, Probe) => {
        function Inner() {
          const [count, setCount] = useState(0);
          renderInner = () => setCount(count + 1);
          return (
            <LinkProvider config={{ ...CONFIG }}>
              <Probe />
            </LinkProvider>
          );
        }
        return <Inner />;
      },
    });
    await device.wait(100);
    return { app, device, renderInner: () => act(async () => renderInner()) };
  }

  test.each(['denied', 'pending'] as const)('without consent does not overrule an outer %s', async (outer) => {
    const service = linkServer(FOUND);
    const { app, device, renderInner } = await launchNested(outer);
    await renderInner();
    await device.wait(1000);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    expect(service.requests).toEqual([]);
    expect([...device.phone.disk.keys()]).toEqual([]);
    expect(device.phone.calls.filter((call) => /DeviceInfo|Referrer|multiSet/.test(call))).toEqual([]);
    expect(consoleLines()).toEqual([expect.stringContaining('More than one LinkProvider')]);
  });

  test('inside the first is no new activity, which might have come with a link', async () => {
    linkServer();
    const device = createDevice({ os: 'android' });
    let isNested = false;
    const app = await device.launch({
      children: ({ LinkProvider }) => isNested && <LinkProvider config={CONFIG}>{null}</LinkProvider>,
    });
    await device.wait(100);
    device.phone.calls.length = 0;
    isNested = true;
    await app.rerender();
    expect(device.phone.calls).toEqual([]);
    expect(consoleLines()).toHaveLength(1);
  });

  test('beside the first has no say as long as that is mounted', async () => {
    const service = linkServer(FOUND);
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const app = await device.launch({ config: { consent: 'denied' } });
    const { LinkProvider } = app.library;
    const second = render(<LinkProvider config={CONFIG}>{null}</LinkProvider>);
    await device.wait(1000);
    expect(service.requests).toEqual([]);
    await app.unmount();
    second.rerender(<LinkProvider config={{ ...CONFIG }}>{null}</LinkProvider>);
    await device.wait(1000);
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(1);
  });

  test('decides as soon as the first is gone', async () => {
    const service = linkServer();
    const device = createDevice({ os: 'android' });
    const app = await device.launch();
    const { LinkProvider, LinkAnalytics } = app.library;
    render(<LinkProvider config={{ ...CONFIG, consent: 'denied' }}>{null}</LinkProvider>);
    await device.wait(1000);
    expect(device.phone.disk.size).toBeGreaterThan(0);
    await app.unmount();
    LinkAnalytics.logEvent('login');
    await device.wait(1000);
    expect(service.to('events')).toEqual([]);
    expect([...device.phone.disk.keys()]).toEqual([]);
    expect(consoleLines()).toHaveLength(1);
  });

  test('that leaves together with the first decides nothing', async () => {
    const service = linkServer(FOUND);
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const app = await device.launch({ config: { consent: 'denied' } });
    const { LinkProvider } = app.library;
    await app.unmount();
    const both = render(
      <>
        <LinkProvider config={{ ...CONFIG, consent: 'denied' }}>{null}</LinkProvider>
        <LinkProvider config={CONFIG}>{null}</LinkProvider>
      </>
    );
    await device.wait(100);
    both.unmount();
    await device.wait(1000);
    expect(service.requests).toEqual([]);
    expect(consoleLines()).toHaveLength(1);
  });
});

test.each([
  ['API_KEY', 'pk_other'],
  ['appID', 'other'],
  ['baseUrl', 'https://other.test'],
])('a changed %s has no effect, and says so in development', async (field, value) => {
  const service = linkServer();
  const app = await createDevice().launch();
  await app.rerender({ ...CONFIG, [field]: value });
  expect(service.to('match-link')).toHaveLength(1);
  expect(consoleLines()).toEqual([
    expect.stringMatching(new RegExp(`^warn: \\[Link\\] config\\.${field} has changed.*resetLinkSession`)),
  ]);
});

test('a storage that is made anew at each render is no news', async () => {
  linkServer();
  const storage = () => ({ getItem: () => null, setItem: () => {} });
  const app = await createDevice().launch({ config: { storage: storage() } });
  await app.rerender({ ...CONFIG, storage: storage() });
  expect(consoleLines()).toEqual([]);
});

test('a consent that is undefined means granted, and says so in development', async () => {
  const service = linkServer(FOUND);
  await createDevice().launch({ config: { consent: undefined } });
  expect(service.to('match-link')).toHaveLength(1);
  expect(consoleLines()).toEqual([expect.stringContaining("config.consent is undefined, which means 'granted'")]);
});

test('a listener that fails keeps the link from nobody', async () => {
  linkServer({ 'match-link': never });
  const device = createDevice();
  const app = await device.launch();
  const { linkState } = require('../../src/app') as typeof import('../../src/app');
  linkState.subscribe(() => {
    throw new Error('mine');
  });
  const heard: unknown[] = [];
  linkState.subscribe(() => heard.push(linkState.get()));
  await device.tap('shop://cart');
  expect(app.context().linkRoute).toBe('/cart');
  expect(heard).toContainEqual(expect.objectContaining({ route: '/cart' }));
  expect(consoleLines()).toContainEqual(expect.stringContaining('A useLinkEvent handler failed'));
});

test('a listener that has gone hears nothing more', async () => {
  linkServer();
  const device = createDevice();
  await device.launch();
  const { linkState } = require('../../src/app') as typeof import('../../src/app');
  const listener = jest.fn();
  linkState.subscribe(listener)();
  await device.tap('shop://cart');
  expect(listener).not.toHaveBeenCalled();
});

test('a second provider beside the first does not publish the launch link again', async () => {
  linkServer();
  const device = createDevice({ os: 'android', initialUrl: 'shop://cart' });
  const app = await device.launch();
  await app.clearLink();
  render(<app.library.LinkProvider config={CONFIG}>{null}</app.library.LinkProvider>);
  await device.wait(100);
  expect(app.context().linkUrl).toBeNull();
  expect(consoleLines()).toHaveLength(1);
});
