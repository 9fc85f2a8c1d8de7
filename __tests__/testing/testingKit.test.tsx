import { act, render, screen } from '@testing-library/react-native';
import { StrictMode } from 'react';
import { Text } from 'react-native';
import type * as Kit from 'react-native-deferred-link/testing';
import type * as Library from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, settle } from '../support/createDevice';
import { linkServer } from '../support/linkServer';
import { runOn } from '../storage/stored';
import { load } from './loadKit';

test('the link state is what the test says, from the first render on', () => {
  const { TestLinkProvider, Screen } = load();
  const show = (props: Omit<Kit.TestLinkProviderProps, 'children'>) => (
    <TestLinkProvider {...props}>
      <Screen />
    </TestLinkProvider>
  );
  const view = render(show({ link: 'https://shop.test/product/42?a=b' }));
  screen.getByText('verified /product/42?a=b');
  view.rerender(show({ link: 'https://shop.test/product/42', linkType: 'deferred' }));
  screen.getByText('deferred /product/42');
  view.rerender(show({ link: '/cart' }));
  screen.getByText('deferred /cart');
  view.rerender(show({ link: 'shop://cart' }));
  screen.getByText('scheme /cart');
  view.rerender(show({}));
  screen.getByText('null null');
  view.rerender(show({ isLinkProcessed: false }));
  screen.getByText('looking');
});

test('nothing native is called and nothing is sent', async () => {
  const { TestLinkProvider, Screen, phone } = load();
  render(
    <TestLinkProvider link="https://shop.test/abc">
      <Screen />
    </TestLinkProvider>
  );
  await act(settle);
  expect(phone.calls).toEqual([]);
});

test('a link that is opened later reaches useLinkContext, and clearLink clears it', () => {
  const { TestLinkProvider, Screen, openLink, useLinkContext } = load();
  let clear = () => {};
  function Clearer() {
    clear = useLinkContext().clearLink;
    return null;
  }
  render(
    <TestLinkProvider>
      <Screen />
      <Clearer />
    </TestLinkProvider>
  );
  act(() => void openLink('shop://cart'));
  screen.getByText('scheme /cart');
  act(() => void openLink('https://shop.test/product/42', 'deferred'));
  screen.getByText('deferred /product/42');
  act(() => clear());
  screen.getByText('null null');
});

test.each([true, false])('useLinkEvent gets each link once (StrictMode: %s)', (isStrict) => {
  const { TestLinkProvider, openLink, useLinkEvent } = load();
  const routes: string[] = [];
  function Navigator() {
    useLinkEvent(({ route }) => routes.push(route));
    return null;
  }
  const tree = (
    <TestLinkProvider link="/product/1">
      <Navigator />
    </TestLinkProvider>
  );
  const view = render(isStrict ? <StrictMode>{tree}</StrictMode> : tree);
  act(() => void openLink('/product/2'));
  view.rerender(isStrict ? <StrictMode>{tree}</StrictMode> : tree);
  expect(routes).toEqual(['/product/1', '/product/2']);
});

test('a link whose data no JSON can hold arrives all the same', () => {
  const { TestLinkProvider, Screen, openLink } = load();
  render(
    <TestLinkProvider isLinkProcessed={false}>
      <Screen />
    </TestLinkProvider>
  );
  act(() => void openLink('/invite', { data: { code: 7n } }));
  screen.getByText('deferred /invite');
});

test('what is neither a link nor a path is no link, and an error as a prop', () => {
  const { openLink, TestLinkProvider } = load();
  const show = (link: string) => render(<TestLinkProvider link={link}>{null}</TestLinkProvider>);
  show('/cart');
  expect([openLink('product/42'), openLink('product/42', 'deferred')]).toEqual([false, false]);
  jest.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => show('product/42')).toThrow('"product/42" is neither a link nor a path such as /product/42');
});

test('below TestLinkProvider the app’s own openLink opens links, and onLink observes them', async () => {
  const { TestLinkProvider, Screen, openLink, onLink } = load();
  const { openLink: openUrl } = require('react-native-deferred-link') as typeof Library;
  const observed: string[] = [];
  onLink(({ route }) => observed.push(route));
  expect(openUrl('shop://early')).toBe(true);
  render(
    <TestLinkProvider link="/product/1">
      <Screen />
    </TestLinkProvider>
  );
  await act(settle);
  screen.getByText('scheme /early');
  const answers: boolean[] = [];
  act(() => void answers.push(openUrl('https://shop.test/cart'), openUrl('/cart'), openUrl('cart')));
  screen.getByText('verified /cart');
  act(() => void answers.push(openLink('/product/2')));
  expect(answers).toEqual([true, false, false, true]);
  expect(observed).toEqual(['/product/1', '/early', '/cart', '/product/2']);
});

test.each<[string, Omit<Kit.TestLinkProviderProps, 'children'>, string | undefined]>([
  ['the link that is shown', { link: '/invite', linkData: { code: 7 } }, '/invite'],
  ['the one that the test names', { link: 'shop://cart', installLink: 'https://shop.test/invite' }, '/invite'],
  ['none, where the link is no deferred one', { link: 'shop://cart' }, undefined],
  ['none, where the test says so', { link: '/invite', installLink: null }, undefined],
  ['none', {}, undefined],
])('below TestLinkProvider, getInstallLink gives %s', async (_, props, route) => {
  const { TestLinkProvider, getInstallLink } = load();
  render(<TestLinkProvider {...props}>{null}</TestLinkProvider>);
  const link = await getInstallLink();
  expect(link?.route).toBe(route);
  expect(link?.type).toBe(route && 'deferred');
  if (props.linkData) expect(link).toMatchObject({ type: 'deferred', data: props.linkData });
});

test('a LinkProvider beside TestLinkProvider runs the real session', async () => {
  const { TestLinkProvider, LinkProvider, Screen } = load();
  const service = linkServer({ 'match-link': { link: '/other' } });
  render(
    <>
      <TestLinkProvider link="/invite">
        <Screen />
      </TestLinkProvider>
      <LinkProvider config={CONFIG}>{null}</LinkProvider>
    </>
  );
  screen.getByText('deferred /invite');
  await act(settle);
  expect(service.to('match-link')).toHaveLength(1);
  screen.getByText('deferred /other');
});

test('events that were logged can be asserted and cleared', () => {
  const { LinkAnalytics, loggedEvents, clearLoggedEvents } = load();
  LinkAnalytics.logEvent('purchase', { total: 59.9 });
  LinkAnalytics.logEvent('login');
  expect(loggedEvents()).toMatchObject([{ name: 'purchase', data: { total: 59.9 } }, { name: 'login' }]);
  clearLoggedEvents();
  expect(loggedEvents()).toEqual([]);
  LinkAnalytics.logEvent('nonsense' as 'login');
  expect(loggedEvents()).toEqual([]);
  expect(consoleLines()).toEqual([expect.stringContaining('takes a member of LinkEventNames')]);
});

describe('the real provider over the fakes', () => {
  const realFetch = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  async function wait(ms: number) {
    await act(async () => {
      for (let left = ms; left > 0; left -= 50) {
        await settle();
        jest.advanceTimersByTime(50);
      }
      await settle();
    });
  }

  test('a first run is matched, a short link resolved, an event sent, and a second run is not first', async () => {
    const { LinkProvider, LinkAnalytics, Screen, createFakeService, createMemoryStorage } = load();
    const storage = createMemoryStorage();
    const service = createFakeService({
      match: 'https://go.shop.test/abc',
      resolve: { 'https://go.shop.test/abc': 'https://shop.test/product/42' },
    });
    globalThis.fetch = service.fetch;
    render(
      <LinkProvider config={{ ...CONFIG, storage }}>
        <Screen />
      </LinkProvider>
    );
    await wait(500);
    screen.getByText('deferred /product/42');
    LinkAnalytics.logEvent('purchase', { total: 1 });
    await wait(11_000);
    expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(['match-link', 'resolve-short', 'events']);
    expect(service.requests[2]?.body).toMatchObject({ events: [{ name: 'purchase', data: { total: 1 } }] });
    expect(runOn(new Map(Object.entries(storage.entries())))).toBe('used');

    const later = load();
    render(
      <later.LinkProvider config={{ ...CONFIG, storage }}>
        <later.Screen />
      </later.LinkProvider>
    );
    await wait(500);
    expect(service.requests.filter(({ endpoint }) => endpoint === 'match-link')).toHaveLength(1);
  });

  test('a link that a test opens is received by the session: it is resolved, and wins over the match', async () => {
    const { LinkProvider, Screen, createFakeService, createMemoryStorage, openLink } = load();
    const service = createFakeService({ resolve: { 'https://go.shop.test/abc': '/product/42' } });
    let answerMatch = () => {};
    globalThis.fetch = async (input, init) => {
      const isMatch = String(input).endsWith('match-link');
      if (isMatch) await new Promise<void>((resolve) => (answerMatch = resolve));
      return service.fetch(String(input), init);
    };
    service.answers.match = '/deferred';
    render(
      <LinkProvider config={{ ...CONFIG, storage: createMemoryStorage() }}>
        <Screen />
      </LinkProvider>
    );
    await wait(500);
    await act(async () => openLink('https://go.shop.test/abc'));
    answerMatch();
    await wait(500);
    screen.getByText('verified /product/42');
    await act(async () => openLink('/cart'));
    screen.getByText('deferred /cart');
    await act(async () => openLink('https://go.shop.test/abc', 'verified'));
    screen.getByText('verified /abc');
    expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(['resolve-short', 'match-link']);
  });

  test.each([
    ['a deferred link', { type: 'deferred', data: { by: 'Ada' } }, 'deferred /invite'],
    ['a path', undefined, 'deferred /invite'],
    ['a link with facts', { type: 'verified', data: { by: 'Ada' } }, 'verified /invite'],
  ] as const)('%s that a test opens during the search stays when the search ends', async (_, facts, shown) => {
    const { LinkProvider, Screen, createFakeService, createMemoryStorage, openLink, getInstallLink } = load();
    const service = createFakeService();
    let answerMatch = () => {};
    globalThis.fetch = async (input, init) => {
      if (String(input).endsWith('match-link')) await new Promise<void>((resolve) => (answerMatch = resolve));
      return service.fetch(String(input), init);
    };
    render(
      <LinkProvider config={{ ...CONFIG, storage: createMemoryStorage() }}>
        <Screen />
      </LinkProvider>
    );
    await wait(500);
    await act(async () => void openLink('/invite', facts));
    screen.getByText(shown);
    answerMatch();
    await wait(6000);
    screen.getByText(shown);
    expect((await getInstallLink())?.data).toEqual(shown.startsWith('deferred') ? (facts?.data ?? null) : undefined);
  });

  test('a link that a test opens below it is handed out once', async () => {
    const { LinkProvider, createFakeService, createMemoryStorage, openLink, useLinkEvent } = load();
    globalThis.fetch = createFakeService({}).fetch;
    const handled: string[] = [];
    function Handler() {
      useLinkEvent(({ route }) => void handled.push(route));
      return null;
    }
    render(
      <LinkProvider config={{ ...CONFIG, storage: createMemoryStorage() }}>
        <Handler />
      </LinkProvider>
    );
    await wait(500);
    await act(async () => openLink('https://shop.test/product/42'));
    expect(handled).toEqual(['/product/42']);
  });

  test('an outage and a wrong key are what they are with the service', async () => {
    const { createFakeService } = load();
    const service = createFakeService({ match: 'https://shop.test/product/42' });
    const headers = { Authorization: 'Bearer pk', 'X-App-ID': 'shop' };
    const match = (init: RequestInit = {}) =>
      service.fetch('https://links.test/api/link/match-link', {
        method: 'POST',
        body: '{"clickId":"a"}',
        headers,
        ...init,
      });
    expect(await (await match()).json()).toEqual({ link: 'https://shop.test/product/42' });
    expect((await match()).headers.get('Content-Type')).toBe('application/json');
    for (const wrong of [
      { 'X-App-ID': 'shop' },
      { ...headers, Authorization: 'pk Bearer pk' },
      { Authorization: 'Bearer pk' },
    ]) {
      expect((await match({ headers: wrong })).status).toBe(401);
    }
    service.answers = { status: 503 };
    expect((await match()).status).toBe(503);
    service.answers = {};
    expect((await match()).status).toBe(404);
    expect(
      (await service.fetch(new Request('https://links.test/api/link/events', { method: 'POST', body: '{}', headers })))
        .status
    ).toBe(202);
    for (const url of ['https://links.test/other', 'https://links.test/api/link/events/1']) {
      await expect(service.fetch(url)).rejects.toThrow(`The fake service has no ${url}`);
    }
  });
});

test('a test says what came with the link, for the first render and for later ones', () => {
  const { TestLinkProvider, openLink, useLinkContext } = load();
  function Invitation() {
    const { link } = useLinkContext();
    return <Text>{link ? `${link.pathname} ${String(link.data?.invitedBy)} ${link.match?.by}` : 'none'}</Text>;
  }
  const show = (invitedBy: string) => (
    <TestLinkProvider link="/invite" linkData={{ invitedBy }} linkMatch={{ by: 'clipboard', confidence: 1 }}>
      <Invitation />
    </TestLinkProvider>
  );
  const view = render(show('Ada'));
  screen.getByText('/invite Ada clipboard');
  view.rerender(show('Bob'));
  screen.getByText('/invite Bob clipboard');
  act(() => void openLink('https://shop.test/a?b=c', { type: 'deferred', data: { invitedBy: 'Eve' } }));
  screen.getByText('/a Eve undefined');
  act(() => void openLink('shop://b', 'deferred'));
  screen.getByText('/b undefined undefined');
});

test('logged events tell to whom they belong', () => {
  const { LinkAnalytics, loggedEvents } = load();
  LinkAnalytics.setUserId('user-1');
  LinkAnalytics.logEvent('login');
  expect(loggedEvents()).toMatchObject([{ name: 'login', userId: 'user-1' }]);
});
