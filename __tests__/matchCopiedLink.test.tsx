import { act, render } from '@testing-library/react-native';
import type * as Library from 'react-native-deferred-link';
import type { Diagnostic } from 'react-native-deferred-link';
import type * as Kit from 'react-native-deferred-link/testing';
import { unopenedOn } from './storage/stored';
import { consoleLines } from './support/consoleLines';
import { createDevice, type Launch } from './support/createDevice';
import { linkServer, never } from './support/linkServer';
import { createNativeModules } from './support/nativeModules';

const LINK = 'https://shop.test/product/42';
const COPIED = 'https://go.test/abc?clickId=1';
const FOUND = { isLinkProcessed: true, linkRoute: '/product/42', linkType: 'deferred' };
const HOUR_MS = 60 * 60 * 1000;

const paste = (app: Launch, text: unknown = COPIED) => act(() => app.library.matchCopiedLink(text as string));

/** A service that knows the copied link, and finds nothing by a fingerprint. */
const knowsCopied = () => linkServer({ 'match-link': ({ body }) => ('platform' in body ? 404 : { link: LINK }) });

const pasted = (service: ReturnType<typeof linkServer>) =>
  service.to('match-link').filter(({ body }) => !('platform' in body));

test('a pasted link is matched by itself alone, after a first run that found nothing', async () => {
  const service = knowsCopied();
  const device = createDevice();
  const app = await device.launch({ config: { linkDomains: ['go.test'] } });
  await device.wait(1000);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  await paste(app, ` ${COPIED}#part\n`);
  await device.wait(100);
  expect(app.context()).toMatchObject(FOUND);
  expect(pasted(service).map(({ body }) => body)).toEqual([{ pastedLink: COPIED }]);
  expect(pasted(service)[0]?.headers.get('X-Install-ID')).toMatch(/./);
});

test.each([
  ['a text', 'my password'],
  ['a text that begins with a link', `${COPIED} and more`],
  ['a link elsewhere', 'https://bank.test/login?code=1'],
  ['a link of an app', 'shop://cart'],
  ['no text', ''],
  ['something else', [COPIED]],
  ['nothing', undefined],
])('%s is ignored, and nothing is sent', async (_, text) => {
  const service = knowsCopied();
  const device = createDevice();
  const app = await device.launch({ config: { linkDomains: ['go.test'] } });
  await device.wait(1000);
  await paste(app, text ?? null);
  await device.wait(1000);
  expect(pasted(service)).toEqual([]);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
});

test.each([
  [23, 1],
  [25, 0],
])('%s hours after a first run without a link, a later launch sends %s requests', async (hours, requests) => {
  const service = knowsCopied();
  const device = createDevice();
  const first = await device.launch();
  await device.wait(1000);
  await first.unmount();
  jest.setSystemTime(Date.now() + hours * HOUR_MS);
  const app = await device.launch();
  await device.wait(1000);
  await paste(app);
  await device.wait(100);
  expect(pasted(service)).toHaveLength(requests);
  if (requests) expect(app.context()).toMatchObject(FOUND);
});

test('an install that was matched is not matched a second time', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(1000);
  expect(app.context()).toMatchObject(FOUND);
  await app.clearLink();
  await paste(app);
  await paste(await device.launch());
  expect(service.to('match-link')).toHaveLength(1);
});

test('what becomes of a pasted text is told, without the text', async () => {
  knowsCopied();
  const entries: Diagnostic[] = [];
  const device = createDevice({ os: 'android' });
  const app = await device.launch({ config: { onDiagnostic: (entry) => entries.push(entry) } });
  await device.wait(1000);
  for (const text of ['hunter2', COPIED, COPIED]) {
    await paste(app, text);
    await device.wait(100);
  }
  const told = entries.filter(({ step }) => step === 'clipboard');
  expect(told.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['none', 'not an http(s) link'],
    ['found', undefined],
    ['none', 'not a first run'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('hunter2');
});

test('where the record can’t be read nobody knows whether it is a first run, and nothing is sent', async () => {
  const service = knowsCopied();
  const storage = { getItem: () => Promise.reject(new Error('SQLITE_BUSY')), setItem: () => {} };
  const app = await createDevice().launch({ config: { storage } });
  await paste(app);
  expect(service.requests).toEqual([]);
  expect(consoleLines()).toHaveLength(1);
});

test('people who had the app before it used the library can paste for a day, too', async () => {
  const service = knowsCopied();
  const device = createDevice();
  const app = await device.launch({ config: { isNewInstall: false } });
  await device.wait(1000);
  await paste(app);
  await device.wait(100);
  expect(app.context()).toMatchObject(FOUND);
  expect(pasted(service)).toHaveLength(1);
});

test.each(['pending', 'denied'] as const)('while consent is %s nothing is sent', async (consent) => {
  const service = knowsCopied();
  const device = createDevice();
  const app = await device.launch({ config: { consent } });
  await device.wait(1000);
  await paste(app);
  expect(service.requests).toEqual([]);
  expect(device.phone.disk.size).toBe(0);
});

test('a link that the person opens while the service is asked wins', async () => {
  let answer: (link: object) => void = () => {};
  linkServer({
    'match-link': ({ body }) => ('platform' in body ? 404 : new Promise<object>((resolve) => (answer = resolve))),
  });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(1000);
  const pasting = app.library.matchCopiedLink(COPIED);
  await device.wait(50);
  await device.tap('shop://cart');
  answer({ link: LINK });
  await act(() => pasting);
  expect(app.context()).toMatchObject({ linkRoute: '/cart', linkType: 'scheme' });
});

test('a pasted link ends a search that is still under way', async () => {
  linkServer({ 'match-link': ({ body }) => ('platform' in body ? never() : { link: LINK }) });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(1500);
  await paste(app);
  await device.wait(100);
  expect(app.context()).toMatchObject(FOUND);
});

test('a short link that the service gives for it is resolved', async () => {
  linkServer({
    'match-link': ({ body }) => ('platform' in body ? 404 : { link: 'https://go.test/xyz' }),
    'resolve-short': () => new Promise((resolve) => setTimeout(() => resolve({ link: LINK }), 1000)),
  });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(1000);
  await paste(app);
  await device.wait(1200);
  expect(app.context()).toMatchObject(FOUND);
});

test('a service that fails is reported, and the next paste asks again', async () => {
  let status = 503;
  linkServer({ 'match-link': ({ body }) => ('platform' in body ? 404 : status === 503 ? 503 : { link: LINK }) });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(1000);
  await paste(app);
  expect(consoleLines()).toEqual([expect.stringContaining('A copied link could not be matched')]);
  status = 200;
  await paste(app);
  await device.wait(100);
  expect(app.context()).toMatchObject(FOUND);
});

describe('with retryUnansweredMatch', () => {
  const config = { retryUnansweredMatch: true };

  /** A first run that has found nothing by its fingerprint, and a link that was pasted without network. */
  async function pasteOffline() {
    const answers: Record<string, object | number> = { pasted: 503 };
    const bodies: object[] = [];
    linkServer({
      'match-link': ({ body }) => {
        bodies.push('platform' in body ? { ...body, platform: undefined, timestamp: undefined } : body);
        return 'platform' in body ? (answers.fingerprint ?? 404) : (answers.pasted as object);
      },
    });
    const device = createDevice();
    const app = await device.launch({ config });
    await device.wait(1000);
    bodies.length = 0;
    await paste(app);
    await device.wait(100);
    answers.pasted = { link: LINK };
    expect(consoleLines()).toHaveLength(1);
    return { device, app, bodies, answers };
  }

  test('a link that was pasted without network is asked about again in the same visit', async () => {
    const { device, app, bodies } = await pasteOffline();
    await device.wait(2000);
    expect(app.context()).toMatchObject(FOUND);
    expect(bodies).toEqual([{ pastedLink: COPIED }, { pastedLink: COPIED }]);
  });

  test('it is matched when the person comes back', async () => {
    const { device, app } = await pasteOffline();
    await device.background();
    await device.foreground();
    expect(app.context()).toMatchObject(FOUND);
  });

  test('it is matched in the next launch, by itself alone', async () => {
    const { device, app, bodies } = await pasteOffline();
    await app.unmount();
    jest.clearAllTimers();
    const next = await device.launch({ config });
    await device.wait(500);
    expect(next.context()).toMatchObject(FOUND);
    expect(bodies).toEqual([{ pastedLink: COPIED }, { pastedLink: COPIED }]);
  });

  test('a link that the person opens makes it pointless', async () => {
    const { device, app, bodies } = await pasteOffline();
    await device.tap('shop://cart');
    await device.wait(30_000);
    expect(app.context().linkRoute).toBe('/cart');
    expect(bodies).toHaveLength(1);
  });

  test('where the fingerprint got no answer either, both are sent together', async () => {
    const bodies: Record<string, unknown>[] = [];
    linkServer({ 'match-link': ({ body }) => (bodies.push(body), 503) });
    const device = createDevice();
    const app = await device.launch({ config });
    await device.wait(100);
    await paste(app);
    await device.wait(2100);
    expect(bodies.map((body) => ['platform' in body, body.pastedLink])).toEqual([
      [true, undefined],
      [false, COPIED],
      [true, COPIED],
    ]);
    consoleLines();
  });

  test('it waits for a search that is still under way', async () => {
    const bodies: Record<string, unknown>[] = [];
    let fail: (status: number) => void = () => {};
    linkServer({
      'match-link': ({ body }) => {
        bodies.push(body);
        return 'platform' in body
          ? new Promise<number>((resolve) => (fail = resolve))
          : bodies.length > 2
            ? { link: LINK }
            : 503;
      },
    });
    const device = createDevice();
    const app = await device.launch({ config });
    await device.wait(1500);
    void app.library.matchCopiedLink(COPIED);
    await device.wait(3000);
    expect(bodies).toHaveLength(2);
    fail(404);
    await device.wait(2100);
    expect(app.context()).toMatchObject(FOUND);
    consoleLines();
  });

  test('a search that finds the link meanwhile ends it', async () => {
    let find: (found: object) => void = () => {};
    const service = linkServer({
      'match-link': ({ body }) => ('platform' in body ? new Promise<object>((resolve) => (find = resolve)) : 503),
    });
    const device = createDevice();
    const app = await device.launch({ config });
    await device.wait(1500);
    void app.library.matchCopiedLink(COPIED);
    await device.wait(100);
    find({ link: LINK });
    await device.wait(20_000);
    expect(app.context()).toMatchObject(FOUND);
    expect(service.to('match-link')).toHaveLength(2);
    consoleLines();
  });
});

test('a pasted link is kept for a day, even if a link had opened the app before', async () => {
  knowsCopied();
  const device = createDevice({ initialUrl: 'shop://cart' });
  const app = await device.launch();
  await device.wait(100);
  await app.clearLink();
  await paste(app);
  await device.wait(100);
  expect(app.context()).toMatchObject(FOUND);
  expect(unopenedOn(device.phone.disk)).toBe(LINK);
  await device.tap('shop://product/1');
  expect(unopenedOn(device.phone.disk)).toBeUndefined();
});

test('under TestLinkProvider nothing happens', async () => {
  const service = knowsCopied();
  createNativeModules({}).install();
  const { matchCopiedLink } = require('react-native-deferred-link') as typeof Library;
  const { TestLinkProvider } = require('react-native-deferred-link/testing') as typeof Kit;
  render(<TestLinkProvider>{null}</TestLinkProvider>);
  await expect(matchCopiedLink(COPIED)).resolves.toBeUndefined();
  expect(service.requests).toEqual([]);
});

test('before a provider has mounted nothing happens', async () => {
  const service = knowsCopied();
  createNativeModules({}).install();
  const { matchCopiedLink } = require('react-native-deferred-link') as typeof Library;
  await expect(matchCopiedLink(COPIED)).resolves.toBeUndefined();
  expect(service.requests).toEqual([]);
});
