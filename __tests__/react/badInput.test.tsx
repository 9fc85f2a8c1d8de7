import { HttpResponse } from 'msw';
import type { Config } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer } from '../support/linkServer';

const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };
const bad = (fields: Record<string, unknown>) => fields as Partial<Config>;

/** A native module that is loaded when it is first used, and is not there. */
const unlinked = {
  get getItem() {
    throw new Error('not linked');
  },
};

test.each([
  ['no config', null, /API_KEY is missing/],
  ['no API_KEY', bad({ API_KEY: undefined }), /API_KEY is missing/],
  ['a blank API_KEY', { API_KEY: '  ' }, /API_KEY is missing/],
  ['an API_KEY that is a number', bad({ API_KEY: 42 }), /API_KEY is missing/],
  ['an API_KEY that no header takes', { API_KEY: 'pk_a\nb' }, /API_KEY is missing, blank or not plain ASCII/],
  ['an API_KEY that was never filled in', { API_KEY: 'pk_…' }, /API_KEY is still the placeholder/],
  ['an appID that no header takes', { appID: 'läden' }, /appID is missing, blank or not plain ASCII/],
  ['no appID', bad({ appID: undefined }), /appID is missing/],
  ['a blank appID', { appID: '' }, /appID is missing/],
  ['a base URL that is no URL', { baseUrl: 'links.example' }, /baseUrl must be the https URL/],
  ['a base URL with a query', { baseUrl: 'https://links.example/?a=b' }, /baseUrl must be the https URL/],
  ['a base URL of a scheme', { baseUrl: 'ftp://links.example' }, /baseUrl must be the https URL/],
  ['a base URL of a wrong type', bad({ baseUrl: 42 }), /baseUrl must be the https URL/],
  ['a plain http base URL', { baseUrl: 'http://links.example' }, /baseUrl must be the https URL/],
  ['a host that looks local', { baseUrl: 'http://localhost.evil.example' }, /baseUrl must be the https URL/],
  ['a host that looks private', { baseUrl: 'http://10.0.0.1.evil.example' }, /baseUrl must be the https URL/],
  ['a storage without methods', bad({ storage: {} }), /storage must have the methods getItem and setItem/],
  ['a storage without setItem', bad({ storage: { getItem: () => null } }), /storage must have/],
  ['a storage without getItem', bad({ storage: { setItem: () => {} } }), /storage must have/],
  ['a storage whose methods can’t be looked up', bad({ storage: unlinked }), /storage must have/],
  ['a storage that is null', bad({ storage: null }), /storage must have/],
] as const)('%s is told, and the app goes on with direct links (§5.1, §7.2, §7.3)', async (_, config, message) => {
  const service = linkServer({ 'match-link': { link: '/x' } });
  const device = createDevice();
  const app = await device.launch({ config });
  expect(app.context()).toMatchObject(NOTHING);
  app.library.LinkAnalytics.logEvent('login');
  await device.tap('https://go.test/abc');
  expect(app.context()).toMatchObject({ linkRoute: '/abc', linkType: 'verified' });
  await device.background();
  await device.wait(20_000);
  expect(service.requests).toEqual([]);
  expect(device.phone.disk.size).toBe(0);
  expect(consoleLines()).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['an unknown field', bad({ apiKey: 'x' }), /config\.apiKey is not a known field/],
  ['a secret key', { API_KEY: 'sk_shop' }, /^warn: \[Link\] config\.API_KEY is a secret key: .*publishable key \(pk_/],
  ['a secret key after a blank', { API_KEY: ' sk_shop' }, /API_KEY is a secret key/],
  ['a timeout of 0', { timeoutMs: 0 }, /timeoutMs must be/],
  ['a timeout of text', bad({ timeoutMs: '5' }), /timeoutMs must be/],
  ['a timeout no timer takes', { timeoutMs: Infinity }, /timeoutMs must be/],
  ['a timeout that is too long for a timer by a millisecond', { timeoutMs: 2 ** 31 }, /timeoutMs must be/],
  ['a timeout that is no number', { timeoutMs: NaN }, /timeoutMs must be/],
  ['a lateLinkMs of text', bad({ lateLinkMs: '5' }), /lateLinkMs must be/],
  ['an isNewInstall that is text', bad({ isNewInstall: 'yes' }), /config.isNewInstall was ignored: not a boolean/],
  ['linkDomains that is text', bad({ linkDomains: 'go.test' }), /linkDomains must be/],
  ['linkDomains with a blank', { linkDomains: [''] }, /linkDomains must be/],
  [
    'linkDomains in Unicode',
    { linkDomains: ['läden.test'] },
    /ASCII form \(xn--…\); an invalid entry matches nothing\.$/,
  ],
  ['linkPrefixes that is text', bad({ linkPrefixes: '/promo' }), /linkPrefixes must be/],
  ['linkPrefixes with a URL', { linkPrefixes: ['https://go.test/promo'] }, /linkPrefixes must be/],
  ['linkDomains with a URL', { linkDomains: ['go.test', 'https://go.test/'] }, /linkDomains must be/],
] as const)('%s is told, and a default holds', async (_, config, message) => {
  linkServer({ 'match-link': { link: '/x' } });
  const app = await createDevice().launch({ config });
  expect(app.context().linkRoute).toBe('/x');
  expect(consoleLines()).toEqual([expect.stringMatching(message)]);
});

test('a shouldUseFingerprint that we do not know is told, and no fingerprint leaves the phone', async () => {
  const service = linkServer({ 'match-link': { link: '/x' } });
  const app = await createDevice().launch({ config: bad({ shouldUseFingerprint: 'ios' }) });
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: null });
  expect(service.requests).toEqual([]);
  expect(consoleLines()).toEqual([expect.stringMatching(/shouldUseFingerprint must be/)]);
});

test('linkDomains that can’t be read let no link be sent', async () => {
  const service = linkServer({ 'resolve-short': { link: '/x' } });
  const device = createDevice({ os: 'ios', clipboard: 'https://go.test/a/b', clipboardHasUrl: true });
  await device.launch({ config: bad({ linkDomains: 'go.test' }) });
  await device.tap('https://go.test/abc');
  expect(service.requests.map(({ path, body }) => [path, body.pastedLink])).toEqual([['match-link', undefined]]);
  expect(consoleLines()).toHaveLength(1);
});

test.each([
  'http://localhost:8787',
  'http://127.0.0.1:1',
  'http://10.0.2.2:8787',
  'http://192.168.1.5',
  'http://172.16.0.1',
  'http://mac.local:8787',
  'https://links.example/base/',
])('the base URL %s is accepted', async (baseUrl) => {
  const service = linkServer({}, baseUrl.replace(/\/$/, ''));
  await createDevice().launch({ config: { baseUrl } });
  expect(service.to('match-link')).toHaveLength(1);
});

test('without a base URL development goes to the local service', async () => {
  const service = linkServer({}, 'http://localhost:8787');
  await createDevice().launch({ config: bad({ baseUrl: undefined }) });
  expect(service.to('match-link')).toHaveLength(1);
});

test('without a base URL a release build says what is missing', () =>
  inRelease(async () => {
    const app = await createDevice().launch({ config: bad({ baseUrl: undefined, nonsense: 1 }) });
    expect(app.context()).toMatchObject(NOTHING);
    expect(consoleLines()).toEqual(['error: [Link] config: config.baseUrl is invalid.']);
  }));

test('an unknown field is told together with the known ones', async () => {
  linkServer();
  await createDevice().launch({ config: bad({ apiKey: 'x' }) });
  expect(consoleLines()).toEqual([
    expect.stringMatching(
      /^warn: \[Link\] config\.apiKey is not a known field\. Known: API_KEY, appID, (\w+, )+\w+\.$/
    ),
  ]);
});

test('a config that is missing at some renders throws nothing into the app', async () => {
  const app = await createDevice().launch({ config: null });
  for (const config of [CONFIG, undefined, CONFIG]) app.renderNow(config as Config);
  expect(app.context()).toMatchObject(NOTHING);
  expect(consoleLines()).toHaveLength(1);
});

test('a release build gives no advice', () =>
  inRelease(async () => {
    linkServer();
    const packages = {
      '@react-native-async-storage/async-storage': null,
      '@react-native-clipboard/clipboard': null,
      'react-native-device-info': null,
      'react-native-play-install-referrer': null,
    };
    for (const os of ['ios', 'android'] as const) {
      const device = createDevice({ os, packages });
      const storage = { getItem: () => null, setItem: () => Promise.reject(new Error('full')) };
      for (const config of [
        { API_KEY: 'sk_shop' },
        { storage, nonsense: 1, timeoutMs: -1, linkDomains: ['https://go.test/'] },
      ]) {
        const app = await device.launch({
          config: bad(config),
          children: ({ LinkProvider }, Probe) => (
            <LinkProvider config={{ ...CONFIG, ...bad(config) }}>
              <Probe />
            </LinkProvider>
          ),
        });
        for (const data of [{ f: () => 1 }, 'x'.repeat(40_000), 1n]) {
          app.library.LinkAnalytics.logEvent('login', data);
        }
        await app.rerender({ ...CONFIG, API_KEY: 'pk_other' });
        await device.wait(100);
        expect(app.context().isLinkProcessed).toBe(true);
        await app.unmount();
      }
      await device.launch({ children: () => undefined });
    }
    expect(consoleLines().filter((line) => line.startsWith('warn'))).toEqual([]);
  }));

test.each([
  ['HTTP 503', 503],
  ['the answer is not JSON', HttpResponse.html('<html>')],
])('a release build logs the name of what has failed, and the reason: %s', (reason, answer) =>
  inRelease(async () => {
    linkServer({ 'match-link': answer });
    const device = createDevice({ installTime: Date.now() });
    await device.launch();
    await device.wait(1000);
    expect(consoleLines()).toEqual([`error: [Link] match: ${reason}.`]);
  })
);
