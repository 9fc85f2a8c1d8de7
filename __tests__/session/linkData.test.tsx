import { HttpResponse } from 'msw';
import type * as Library from 'react-native-deferred-link';
import type { Diagnostic, Link } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer } from '../support/linkServer';

const DATA = { invitedBy: 'Ada', items: [1, 2] };
const MATCH = { by: 'fingerprint', confidence: 0.97 };

test('a deferred link comes with its parameters, its data and how it was matched', async () => {
  linkServer({ 'match-link': { link: 'https://shop.test/product/42?ref=a%20b', data: DATA, match: MATCH } });
  const app = await createDevice().launch();
  expect(app.context().link).toEqual({
    url: 'https://shop.test/product/42?ref=a%20b',
    route: '/product/42?ref=a%20b',
    type: 'deferred',
    pathname: '/product/42',
    params: { ref: 'a b' },
    data: DATA,
    match: MATCH,
  });
  await app.clearLink();
  expect(app.context().link).toBeNull();
});

test('useLinkEvent hands out the same link', async () => {
  linkServer({ 'match-link': { link: '/invite', data: DATA, match: MATCH } });
  const links: Link[] = [];
  function Listener({ library }: { library: typeof Library }) {
    library.useLinkEvent((link) => links.push(link));
    return null;
  }
  const device = createDevice();
  await device.launch({ children: (library) => <Listener library={library} /> });
  await device.wait(100);
  expect(links).toMatchObject([{ pathname: '/invite', data: DATA, match: MATCH }]);
});

test('a short link that opens the app comes with its data, and without a match', async () => {
  linkServer({ 'resolve-short': { link: '/product/42', data: DATA, match: MATCH } });
  const app = await createDevice({ initialUrl: 'https://go.test/abc' }).launch();
  expect(app.context().link).toMatchObject({ type: 'verified', route: '/product/42', data: DATA, match: null });
});

test('a matched short link keeps its match, and its data where resolving it brings none', async () => {
  const answers: Record<string, object> = {
    'match-link': { link: 'https://go.test/abc', data: DATA, match: MATCH },
    'resolve-short': { link: '/product/42' },
  };
  linkServer(answers);
  const app = await createDevice().launch();
  expect(app.context().link).toMatchObject({ type: 'deferred', route: '/product/42', data: DATA, match: MATCH });

  answers['resolve-short'] = { link: '/product/42', data: { newer: true } };
  const other = await createDevice().launch();
  expect(other.context().link).toMatchObject({ data: { newer: true }, match: MATCH });
});

test('a link that is told as it stands at the deadline keeps data and match', async () => {
  linkServer({
    'match-link': { link: 'https://go.test/abc', data: DATA, match: MATCH },
    'resolve-short': () => new Promise<never>(() => {}),
  });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(5000);
  expect(app.context().link).toMatchObject({ route: '/abc', data: DATA, match: MATCH });
  expect(consoleLines()).toHaveLength(1);
});

test.each([
  ['a list', [1], 'its data is not an object of at most 8 KiB'],
  ['too much', { text: 'x'.repeat(9000) }, 'its data is not an object of at most 8 KiB'],
])('data that is %s is left out and said, and the link is not lost', async (_, data, reason) => {
  linkServer({ 'match-link': { link: '/invite', data, match: MATCH } });
  const entries: Diagnostic[] = [];
  const app = await createDevice().launch({ config: { onDiagnostic: (entry) => void entries.push(entry) } });
  expect(app.context().link).toMatchObject({ route: '/invite', data: null, match: MATCH });
  expect(consoleLines()).toEqual([`error: [Link] A link arrived without its data: ${reason}.`]);
  expect(entries.find(({ step }) => step === 'match')).toMatchObject({ outcome: 'found', reason });
});

/** A body that no JSON.stringify could write. */
const nested = (head: string) =>
  new HttpResponse(`{${head}"data":{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`, {
    headers: { 'Content-Type': 'application/json' },
  });

test('data that is nested too deeply is left out and said, and the link is not lost', async () => {
  linkServer({ 'match-link': () => nested('"link":"/invite",') });
  const app = await createDevice().launch();
  expect(app.context().link).toMatchObject({ route: '/invite', data: null });
  expect(consoleLines()).toEqual([
    'error: [Link] A link arrived without its data: its data is not an object of at most 8 KiB.',
  ]);
});

test('an answer that is nested too deeply and holds no link is no match', async () => {
  linkServer({ 'match-link': () => nested('') });
  const app = await createDevice().launch();
  expect(app.context()).toMatchObject({ isLinkProcessed: true, link: null });
  expect(consoleLines()).toEqual([expect.stringContaining('No link matched (the answer has an unexpected shape')]);
});

test('a link is told even where the engine can’t write all of it as JSON', async () => {
  linkServer({ 'match-link': { link: '/invite', data: DATA } });
  const write = JSON.stringify;
  jest.spyOn(JSON, 'stringify').mockImplementation((value: unknown, ...rest: unknown[]) => {
    if (typeof value === 'object' && value !== null && 'pathname' in value) throw new RangeError('too deep');
    return Reflect.apply(write, JSON, [value, ...rest]) as string;
  });
  const app = await createDevice().launch();
  expect(app.context().link).toMatchObject({ route: '/invite', data: DATA });
});

test('the same link tapped again while the app still holds it changes nothing; with other data it does', async () => {
  let data: object = DATA;
  linkServer({ 'resolve-short': () => ({ link: '/product/42', data }) });
  const device = createDevice();
  const app = await device.launch();
  await device.tap('https://go.test/abc');
  const first = app.context();
  const renders = app.seen.length;
  await device.wait(2000);
  await device.tap('https://go.test/abc');
  expect(app.context()).toBe(first);
  expect(app.seen).toHaveLength(renders);
  data = { invitedBy: 'Bob' };
  await device.wait(2000);
  await device.tap('https://go.test/abc');
  expect(app.context().link?.data).toEqual({ invitedBy: 'Bob' });
  expect(app.context()).not.toBe(first);
});

test('without consent a short link that opens the app is resolved, and what the service knows about the click stays out', async () => {
  linkServer({ 'resolve-short': { link: '/product/42', data: DATA } });
  const device = createDevice({ initialUrl: 'https://go.test/abc?ref=mail' });
  const config = { ...CONFIG, linkDomains: ['go.test'] };
  const app = await device.launch({ config: { ...config, consent: 'pending' } });
  expect(app.context().link).toMatchObject({ route: '/product/42', data: DATA, match: null });
  await app.rerender({ ...config, consent: 'denied' });
  await device.tap('https://go.test/products/7?ref=mail');
  expect(app.context().link).toMatchObject({ route: '/products/7?ref=mail', params: { ref: 'mail' }, data: null });
});
