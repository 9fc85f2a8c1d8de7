import { HttpResponse } from 'msw';
import { useEffect } from 'react';
import type { Diagnostic } from 'react-native-deferred-link';
import type * as Creating from 'react-native-deferred-link/create-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
import { createNativeModules } from '../support/nativeModules';
import { isInstall } from '../storage/stored';

const load = () => require('react-native-deferred-link/create-link') as typeof Creating;

const URL = 'https://go.shop.test/k3Fh8mPq';

test('a link is made by the service, for this install', async () => {
  const service = linkServer({ create: { url: URL } });
  const entries: Diagnostic[] = [];
  const device = createDevice();
  await device.launch({ config: { onDiagnostic: (entry) => void entries.push(entry) } });
  const link = { route: '/invite?from=app', data: { invitedBy: 'Ada' }, title: 'Come in' };
  expect(await load().createLink(link)).toEqual({ ok: true, url: URL });
  const [request] = service.to('create');
  expect(request?.body).toEqual(link);
  expect(request?.headers.get('x-install-id')).toBe(service.to('match-link')[0]?.headers.get('x-install-id'));
  expect(entries.find(({ step }) => step === 'createLink')).toMatchObject({ outcome: 'created' });
  await load().createLink(link);
  expect(consoleLines()).toEqual([expect.stringMatching(/^warn: \[Link\] createLink: .*--shared-titles on/)]);
});

test.each([
  [429, { error: { code: 'too_many_links', message: 'Too many today.' } }, 'HTTP 429: Too many today.', 'unavailable'],
  [400, { error: { code: 'invalid', message: 'Bad route.' } }, 'HTTP 400: Bad route.', 'refused'],
  [503, {}, 'HTTP 503', 'unavailable'],
  [200, {}, 'the answer contains no link', 'refused'],
  [200, { url: 'javascript:alert(1)' }, 'the answer contains no link', 'refused'],
  [200, { url: '/path' }, 'the answer contains no link', 'refused'],
  [404, {}, 'the answer contains no link', 'refused'],
])('an answer %i %j is told as a reason', async (status, body, reason, outcome) => {
  linkServer({ create: () => HttpResponse.json(body, { status }) });
  const entries: Diagnostic[] = [];
  await createDevice().launch({ config: { onDiagnostic: (entry) => void entries.push(entry) } });
  expect(await load().createLink({ route: '/invite' })).toEqual({ ok: false, reason });
  expect(entries.find(({ step }) => step === 'createLink')).toMatchObject({ outcome, reason });
});

test('an answer with a link that nobody could share says so, whatever else is wrong with it', async () => {
  linkServer({ create: { url: 'shop://invite', data: [1] } });
  await createDevice().launch();
  expect(await load().createLink({ route: '/invite' })).toEqual({ ok: false, reason: 'the answer contains no link' });
  expect(consoleLines()).toEqual([
    'error: [Link] A link arrived without its data: its data is not an object of at most 8 KiB.',
  ]);
});

test('a service that does not answer is waited for until timeoutMs', async () => {
  linkServer({ create: never });
  const device = createDevice();
  await device.launch({ config: { timeoutMs: 1000 } });
  const results: Creating.CreatedLink[] = [];
  void load()
    .createLink({ route: '/invite' })
    .then((result) => results.push(result));
  await device.wait(900);
  expect(results).toEqual([]);
  await device.wait(200);
  expect(results).toEqual([{ ok: false, reason: expect.stringMatching(/no answer within \d+ ms/) }]);
});

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

test.each([
  ['no route', {}, 'route must be a path in the app, such as /product/42'],
  ['another site', { route: 'https://evil.test/' }, 'route must be a path in the app, such as /product/42'],
  ['no slash', { route: 'invite' }, 'route must be a path in the app, such as /product/42'],
  ['a list', { route: '/a', data: [1] }, 'data must be an object'],
  ['a text', { route: '/a', data: 'text' }, 'data must be an object'],
  ['null', { route: '/a', data: null }, 'data must be an object'],
  ['too much', { route: '/a', data: { text: 'x'.repeat(8 * 1024) } }, 'data is over 8 KiB'],
  ['a date', { route: '/a', data: new Date(0) }, 'data must be an object'],
  ['a function', { route: '/a', data: () => {} }, 'data must be an object'],
  ['what is a list as JSON', { route: '/a', data: { toJSON: () => [1] } }, 'data must be an object'],
  ['what is nothing as JSON', { route: '/a', data: { toJSON: () => undefined } }, 'data must be an object'],
  ['a large number', { route: '/a', data: { total: 10n } }, expect.stringContaining('BigInt')],
  ['a title that is no text', { route: '/a', title: 10n }, 'title must be a string'],
  ['a cycle', { route: '/a', data: cyclic }, expect.stringContaining('circular')],
  ['nothing', undefined, expect.stringContaining('TypeError')],
])('a mistake is told and nothing is sent: %s', async (_, link, reason) => {
  const service = linkServer();
  await createDevice().launch();
  expect(await load().createLink(link as Creating.NewLink)).toEqual({ ok: false, reason });
  expect(service.to('create')).toEqual([]);
});

test('what the app changes after the call is not in the link', async () => {
  const service = linkServer({ create: { url: URL } });
  await createDevice().launch();
  const data = { invitedBy: 'Ada' };
  const creating = load().createLink({ route: '/invite', data });
  data.invitedBy = 'Bob';
  expect(await creating).toEqual({ ok: true, url: URL });
  expect(service.to('create')[0]?.body.data).toEqual({ invitedBy: 'Ada' });
});

test('a screen that mounts together with the provider can make a link at once', async () => {
  linkServer({ create: { url: URL } });
  const results: Creating.CreatedLink[] = [];
  function Invitation() {
    useEffect(() => {
      void load()
        .createLink({ route: '/invite' })
        .then((result) => results.push(result));
    }, []);
    return null;
  }
  const device = createDevice();
  await device.launch({ children: () => <Invitation /> });
  await device.wait(100);
  expect(results).toEqual([{ ok: true, url: URL }]);
});

test('at every change of consent: links are made while it is granted, and nothing is sent while it is not', async () => {
  const service = linkServer({ create: { url: URL } });
  const device = createDevice();
  const app = await device.launch({ config: { consent: 'pending' } });
  const outcomes: (string | boolean)[] = [];
  const ids: (string | null)[] = [];
  for (const consent of ['pending', 'granted', 'pending', 'granted', 'denied', 'granted', 'denied'] as const) {
    await app.rerender({ ...CONFIG, consent });
    const before = service.to('create').length;
    const created = await load().createLink({ route: '/invite' });
    outcomes.push(created.ok ? created.ok : created.reason);
    const sent = service.to('create').slice(before);
    expect(sent).toHaveLength(consent === 'granted' ? 1 : 0);
    ids.push(...sent.map(({ headers }) => headers.get('x-install-id')));
  }
  const refused = 'config.consent is not granted';
  expect(outcomes).toEqual([refused, true, refused, true, refused, true, refused]);
  // A denial makes another install of this one.
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('consent that is withdrawn while the id is read: nothing is sent', async () => {
  const service = linkServer({ create: { url: URL } });
  const app = await createDevice().launch();
  const creating = load().createLink({ route: '/invite' });
  app.renderNow({ ...CONFIG, consent: 'denied' });
  expect(await creating).toEqual({ ok: false, reason: 'config.consent is not granted' });
  expect(service.to('create')).toEqual([]);
});

test.each(['denied', 'pending'] as const)(
  'consent that turns to %s while storage hangs: no link is made, and the opened one is resolved without an id',
  async (consent) => {
    const service = linkServer({ create: { url: URL } });
    const storage = {
      getItem: (key: string) => (isInstall(key) ? never() : null),
      setItem: () => {},
      removeItem: () => {},
    };
    const config = { ...CONFIG, timeoutMs: 1000, storage };
    const device = createDevice();
    const app = await device.launch({ config });
    const creating = load().createLink({ route: '/invite' });
    await device.tap('https://go.test/abc');
    await device.wait(100);
    await app.rerender({ ...config, consent });
    await device.wait(2000);
    expect(service.to('create')).toEqual([]);
    expect(service.to('resolve-short').map(({ headers }) => headers.get('x-install-id'))).toEqual([null]);
    expect(await creating).toEqual({ ok: false, reason: 'config.consent is not granted' });
    expect(app.context().linkRoute).toBe('/abc');
  }
);

test('a mistake in config is the reason', async () => {
  await createDevice().launch({ config: { API_KEY: '' } });
  expect(await load().createLink({ route: '/invite' })).toEqual({
    ok: false,
    reason: 'config.API_KEY is missing, blank or not plain ASCII',
  });
  expect(consoleLines()).toHaveLength(1);
});

test('without a provider, and on the web, nothing is sent', async () => {
  const service = linkServer();
  createNativeModules({}).install();
  expect(await load().createLink({ route: '/invite' })).toEqual({
    ok: false,
    reason: 'no LinkProvider is mounted, or this is the web',
  });
  await createDevice({ os: 'web' }).launch();
  expect(await load().createLink({ route: '/invite' })).toMatchObject({ ok: false });
  expect(service.requests).toEqual([]);
});

test('data of exactly 8 KiB is sent', async () => {
  const service = linkServer({ create: { url: URL } });
  await createDevice().launch();
  const data = { text: 'x'.repeat(8 * 1024 - 11) };
  expect(await load().createLink({ route: '/invite', data })).toEqual({ ok: true, url: URL });
  expect(service.to('create')).toHaveLength(1);
});

test('without consent the service counts as unavailable', async () => {
  const entries: Diagnostic[] = [];
  await createDevice().launch({ config: { consent: 'pending', onDiagnostic: (entry) => void entries.push(entry) } });
  await load().createLink({ route: '/invite' });
  expect(entries.find(({ step }) => step === 'createLink')).toMatchObject({ outcome: 'unavailable' });
});
