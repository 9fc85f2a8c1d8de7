import type { Config, Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer, never } from '../support/linkServer';
import { runOn } from '../storage/stored';

const LINK = 'https://shop.test/product/42';
const FOUND = { isLinkProcessed: true, linkUrl: LINK, linkRoute: '/product/42', linkType: 'deferred' };
const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };
const OVERDUE = 'no answer within 5000 ms. A link that arrives within 30000 ms is still opened.';

const after = <T,>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

test('a match that is answered after timeoutMs is published late, with no second request', async () => {
  const service = linkServer({ 'match-link': () => after(8000, { link: LINK }) });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(5000);
  expect(app.context()).toMatchObject(NOTHING);
  expect(runOn(device.phone.disk)).toBe('first');
  expect(consoleLines()).toEqual([expect.stringContaining(OVERDUE)]);
  await device.wait(3000);
  expect(app.context()).toMatchObject(FOUND);
  await device.wait(1000);
  expect(runOn(device.phone.disk)).toBe('used');
  await device.launch();
  await device.wait(1000);
  expect(service.to('match-link')).toHaveLength(1);
});

test('a match that is not answered within lateLinkMs is given up, and reported once', async () => {
  const service = linkServer({ 'match-link': never });
  const device = createDevice();
  const entries: Diagnostic[] = [];
  const app = await device.launch({ config: { onDiagnostic: (entry) => entries.push(entry) } });
  await device.wait(29_900);
  expect(runOn(device.phone.disk)).toBe('first');
  await device.wait(200);
  expect(runOn(device.phone.disk)).toBe('used');
  expect(app.context()).toMatchObject(NOTHING);
  expect(app.seen).toHaveLength(2);
  expect(entries.find(({ step }) => step === 'match')).toMatchObject({
    outcome: 'unavailable',
    reason: expect.stringContaining('no answer within 30000 ms'),
  });
  expect(service.to('match-link')).toHaveLength(1);
  expect(consoleLines()).toHaveLength(1);
});

test('lateLinkMs that equals timeoutMs ends the search with the wait', async () => {
  linkServer({ 'match-link': () => after(1500, { link: LINK }) });
  const device = createDevice();
  const app = await device.launch({ config: { timeoutMs: 1000, lateLinkMs: 1000 } });
  await device.wait(1100);
  expect(app.context()).toMatchObject(NOTHING);
  expect(runOn(device.phone.disk)).toBe('used');
  await device.wait(5000);
  expect(app.context()).toMatchObject(NOTHING);
  expect(consoleLines()).toEqual([expect.stringMatching(/no answer within 1000 ms\.$/)]);
});

test('a flag that is read after timeoutMs does not prolong the search', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ faults: { 'RNDeviceInfo.getFirstInstallTime': () => after(450, 1) } });
  const app = await device.launch({
    config: {
      timeoutMs: 1000,
      lateLinkMs: 1000,
      storage: { getItem: () => after(450, null), setItem: () => {} },
      isNewInstall: () => after(450, 'nobody knows' as unknown as boolean),
    },
  });
  await device.wait(5000);
  expect(app.context()).toMatchObject(NOTHING);
  expect(service.requests).toEqual([]);
  expect(consoleLines()).toEqual([
    expect.stringContaining('config.isNewInstall was ignored'),
    expect.stringContaining('The next launch will'),
  ]);
});

test('a search that waits for consent has all of lateLinkMs after the grant', async () => {
  linkServer({ 'match-link': () => after(1500, { link: LINK }) });
  const device = createDevice();
  const config = { timeoutMs: 1000, lateLinkMs: 2000 };
  const app = await device.launch({ config: { ...config, consent: 'pending' } });
  await device.wait(60_000);
  await app.rerender({ ...CONFIG, ...config, consent: 'granted' });
  await device.wait(1600);
  expect(app.context()).toMatchObject(FOUND);
});

test('a link that is tapped while a late match is under way wins over it', async () => {
  linkServer({ 'match-link': () => after(8000, { link: LINK }) });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(6000);
  await device.tap('shop://cart');
  await device.wait(10_000);
  expect(app.context()).toMatchObject({ linkRoute: '/cart', linkType: 'scheme' });
  expect(consoleLines()).toHaveLength(1);
});

test('without late links, a short link that is being resolved when the wait ends is published then, as it stands', async () => {
  linkServer({ 'match-link': { link: 'https://go.test/abc' }, 'resolve-short': () => after(1500, { link: LINK }) });
  const device = createDevice();
  const published: string[] = [];
  const onDiagnostic = ({ step, outcome }: Diagnostic) => void (step === 'publish' && published.push(outcome));
  const app = await device.launch({ config: { timeoutMs: 1000, lateLinkMs: 1000, onDiagnostic } });
  await device.wait(950);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(50);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/abc', linkType: 'deferred' });
  expect(published).toEqual(['deferred']);
  const { length } = app.seen;
  await device.wait(5000);
  expect(app.seen).toHaveLength(length);
  expect(runOn(device.phone.disk)).toBe('used');
  expect(consoleLines()).toEqual([expect.stringContaining('A short link could not be resolved')]);
});

test('a deferred link is resolved until lateLinkMs at most', async () => {
  linkServer({ 'match-link': () => after(2900, { link: 'https://go.test/abc' }), 'resolve-short': never });
  const device = createDevice();
  const app = await device.launch({ config: { timeoutMs: 1000, lateLinkMs: 3000 } });
  await device.wait(2950);
  expect(app.context()).toMatchObject(NOTHING);
  await device.wait(100);
  expect(app.context()).toMatchObject({ linkRoute: '/abc', linkType: 'deferred' });
  consoleLines();
});

test('a late match whose link is short is resolved before it is published', async () => {
  linkServer({ 'match-link': () => after(8000, { link: 'https://go.test/abc' }), 'resolve-short': { link: LINK } });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(9000);
  expect(app.context()).toMatchObject(FOUND);
  expect(consoleLines()).toHaveLength(1);
});

test('a short link that is still being resolved at timeoutMs is published as it stands', async () => {
  linkServer({ 'match-link': { link: 'https://go.test/abc' }, 'resolve-short': never });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(4900);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(100);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/abc', linkType: 'deferred' });
  expect(consoleLines()).toHaveLength(1);
});

describe('the paste prompt', () => {
  const copied = { os: 'ios', clipboard: LINK, clipboardHasUrl: true } as const;
  const byPaste = ({ body }: { body: Record<string, unknown> }) => (body.pastedLink ? { link: LINK } : 404);

  test.each([4000, 8000, 27_000])('a paste that is allowed after %d ms is sent, in the only request', async (ms) => {
    const service = linkServer({ 'match-link': byPaste });
    const device = createDevice({ ...copied, faults: { 'RNCClipboard.getString': () => after(ms, LINK) } });
    const app = await device.launch();
    await device.wait(Math.max(ms, 5000));
    expect(app.context().isLinkProcessed).toBe(true);
    await device.wait(100);
    expect(app.context()).toMatchObject(FOUND);
    expect(service.to('match-link').map(({ body }) => body.pastedLink)).toEqual([LINK]);
    consoleLines();
  });

  test('one that nobody answers leaves two seconds for the match without it', async () => {
    const service = linkServer({ 'match-link': { link: LINK } });
    const device = createDevice({ ...copied, faults: { 'RNCClipboard.getString': never } });
    const app = await device.launch();
    await device.wait(27_900);
    expect(service.to('match-link')).toHaveLength(0);
    await device.wait(200);
    expect(service.to('match-link')[0]?.body).not.toHaveProperty('pastedLink');
    expect(app.context()).toMatchObject(FOUND);
    expect(consoleLines()).toHaveLength(1);
  });

  test('with late links switched off it leaves time for the request within timeoutMs', async () => {
    const service = linkServer({ 'match-link': { link: LINK } });
    const device = createDevice({ ...copied, faults: { 'RNCClipboard.getString': never } });
    const app = await device.launch({ config: { lateLinkMs: 5000 } });
    await device.wait(2900);
    expect(service.to('match-link')).toHaveLength(0);
    await device.wait(200);
    expect(app.context()).toMatchObject(FOUND);
  });

  test('a clipboard that does not say whether it holds a link holds nobody up', async () => {
    const service = linkServer({ 'match-link': { link: LINK } });
    const device = createDevice({ ...copied, faults: { 'RNCClipboard.hasWebURL': never } });
    const app = await device.launch();
    await device.wait(1000);
    expect(service.to('match-link')[0]?.body).not.toHaveProperty('pastedLink');
    expect(app.context()).toMatchObject(FOUND);
  });
});

/** A phone whose JavaScript thread does something else between two moments: no timer runs meanwhile. */
async function launchBusy(busyMs: number, config: Partial<Config> = {}) {
  let ran = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => ran);
  const device = createDevice({
    os: 'android',
    referrer: 'clickId=abc',
    faults: {
      'IntentAndroid.getInitialURL': () => {
        ran += busyMs;
        return Promise.resolve(null);
      },
    },
  });
  const app = await device.launch({ config });
  await device.wait(100);
  return { app, device };
}

describe('a JavaScript thread that was busy past the deadline', () => {
  test.each([6000, 29_900])('for %d ms still has time to wait for the match', async (ms) => {
    const service = linkServer({ 'match-link': { link: LINK } });
    const { app } = await launchBusy(ms);
    expect(app.context()).toMatchObject(FOUND);
    expect(service.to('match-link').map(({ body }) => body)).toEqual([{ clickId: 'abc' }]);
  });

  test.each([
    [29_901, {}],
    [31_000, {}],
    [1000, { timeoutMs: 1000, lateLinkMs: 1000 }],
  ])(
    'sends nothing where no time is left after %d ms, and leaves the first run to the next launch',
    async (ms, config) => {
      const service = linkServer({ 'match-link': { link: LINK } });
      const entries: Diagnostic[] = [];
      const { app, device } = await launchBusy(ms, { ...config, onDiagnostic: (entry) => entries.push(entry) });
      expect(app.context()).toMatchObject(NOTHING);
      expect(service.requests).toEqual([]);
      expect(runOn(device.phone.disk)).toBe('first');
      expect(entries.find(({ step }) => step === 'match')).toMatchObject({ outcome: 'postponed' });
      expect(consoleLines()).toEqual([
        expect.stringMatching(/No deferred link could be matched .*too busy to ask\. The next launch will\.$/),
      ]);
      jest.restoreAllMocks();
      const next = createDevice({ os: 'android', referrer: 'clickId=abc', disk: device.phone.disk });
      expect((await next.launch()).context()).toMatchObject(FOUND);
    }
  );

  test('says so in one short line where the build is for release', () =>
    inRelease(async () => {
      await launchBusy(31_000, { isNewInstall: true });
      expect(consoleLines()).toEqual([expect.stringMatching(/the app was too busy to ask\.$/)]);
    }));
});

test('a deferred short link that is not resolved in time is told as it stands, and uses the first run up', async () => {
  const service = linkServer({ 'match-link': { link: 'https://go.test/abc' }, 'resolve-short': never });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(5000);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/abc', linkType: 'deferred' });
  await device.wait(1000);
  expect(runOn(device.phone.disk)).toBe('used');
  expect(service.to('match-link')).toHaveLength(1);
  expect(consoleLines()).toEqual([expect.stringContaining('A short link could not be resolved')]);
});
