import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
import { diskWith } from '../storage/stored';

const LINK = 'https://shop.test/product/42';
const FOUND = { isLinkProcessed: true, linkUrl: LINK, linkType: 'deferred' };
const CALLBACK = 'shop://login/callback?code=secret';
const filter = (url: string) => !url.startsWith('shop://login');

test('the callback of a login does not replace the deferred link that waits behind that login', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const device = createDevice();
  const app = await device.launch({ config: { filter } });
  expect(app.context()).toMatchObject(FOUND);
  const before = app.context();
  await device.tap(CALLBACK);
  await device.wait(100);
  expect(app.context()).toBe(before);
});

test('a refused link during the match does not count as newer', async () => {
  let answer: (link: object) => void = () => {};
  linkServer({ 'match-link': () => new Promise((resolve) => (answer = resolve)) });
  const device = createDevice();
  const app = await device.launch({ config: { filter } });
  await device.tap(CALLBACK);
  expect(app.context().isLinkProcessed).toBe(false);
  answer({ link: LINK });
  await device.wait(100);
  expect(app.context()).toMatchObject(FOUND);
});

test('an app that a refused link has opened still looks for the deferred one', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ initialUrl: 'https://shop.test/callback?code=secret' });
  const app = await device.launch({ config: { filter: (url) => !url.includes('/callback') } });
  expect(app.context()).toMatchObject(FOUND);
  expect(service.to('resolve-short')).toEqual([]);
});

test('a refused link while consent is pending leaves the first run alone', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const app = await device.launch({ config: { filter, consent: 'pending' } });
  await device.tap(CALLBACK);
  await device.wait(1000);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  await app.rerender({ ...CONFIG, filter, consent: 'granted' });
  await device.wait(1000);
  expect(app.context()).toMatchObject(FOUND);
  expect(service.to('match-link')).toHaveLength(1);
});

test('a refused link does not end the retry of an unanswered match', async () => {
  const answers: Record<string, object | number> = { 'match-link': 503 };
  linkServer(answers);
  const device = createDevice();
  const app = await device.launch({ config: { filter, retryUnansweredMatch: true } });
  await device.tap(CALLBACK);
  answers['match-link'] = { link: LINK };
  await device.foreground();
  expect(app.context()).toMatchObject(FOUND);
  expect(consoleLines()).toHaveLength(1);
});

test('a copied link that is refused is not sent', async () => {
  const service = linkServer();
  const device = createDevice({ os: 'ios', clipboard: 'https://shop.test/magic?token=1', clipboardHasUrl: true });
  await device.launch({ config: { filter: (url) => !url.includes('/magic') } });
  expect(service.to('match-link')[0]?.body).not.toHaveProperty('pastedLink');
});

test('what the service finds is not the filter’s business', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const app = await createDevice().launch({ config: { filter: () => false } });
  expect(app.context()).toMatchObject(FOUND);
});

test.each([
  ['query', CALLBACK, '/login/callback?code=secret'],
  ['fragment', 'shop://login/callback#access_token=secret&state=secret', '/login/callback'],
])('a filter that throws counts as true, and is logged without the values of the %s', async (_, url, route) => {
  linkServer({ 'match-link': never });
  const device = createDevice({ disk: diskWith() });
  const app = await device.launch({
    config: {
      filter: (given) => {
        throw new Error(`what is ${given}?`);
      },
    },
  });
  await device.tap(url);
  expect(app.context().linkRoute).toBe(route);
  const lines = consoleLines();
  expect(lines).toEqual([expect.stringMatching(/^error: \[Link\] config.filter failed, so the URL counts as a link/)]);
  expect(lines.join()).not.toContain('secret');
});

test('the newest filter is asked', async () => {
  const device = createDevice({ disk: diskWith() });
  const app = await device.launch({ config: { filter: () => false } });
  await device.tap('shop://cart');
  expect(app.context().linkUrl).toBeNull();
  await app.rerender({ ...CONFIG, filter: () => true });
  await device.tap('shop://cart');
  expect(app.context().linkRoute).toBe('/cart');
});

test('a filter that is no function is told, and every URL is a link', async () => {
  const device = createDevice({ disk: diskWith() });
  const app = await device.launch({ config: { filter: 'shop:' as never } });
  await device.tap('shop://cart');
  expect(app.context().linkRoute).toBe('/cart');
  expect(consoleLines()).toEqual([expect.stringContaining('config.filter must be a function')]);
});

test('a refusal is told to onDiagnostic', async () => {
  const entries: Diagnostic[] = [];
  const device = createDevice({ disk: diskWith() });
  await device.launch({ config: { filter, onDiagnostic: (entry) => entries.push(entry) } });
  await device.tap(CALLBACK);
  expect(entries.filter(({ step }) => step === 'filter')).toEqual([
    { step: 'filter', outcome: 'refused', durationMs: 0 },
  ]);
});
