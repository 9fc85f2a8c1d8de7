import fc from 'fast-check';
import { resolveConfig } from '../../src/core/resolveConfig';
import { inRelease } from '../support/inRelease';

const good = { API_KEY: 'k', appID: 'a', baseUrl: 'https://links.test' };

test('the defaults of the reference hold (§2.1)', () => {
  expect(resolveConfig(good)).toEqual({
    API_KEY: 'k',
    appID: 'a',
    baseUrl: 'https://links.test',
    shouldUseClipboard: true,
    shouldUseFingerprint: true,
    storage: undefined,
    timeoutMs: 5000,
    lateLinkMs: 30_000,
    isNewInstall: undefined,
    linkDomains: undefined,
    linkPrefixes: [],
    retryUnansweredMatch: false,
    consent: 'granted',
    problem: null,
  });
});

test.each([
  ['https://links.test/', 'https://links.test'],
  [' https://links.test/base// ', 'https://links.test/base'],
  ['http://[::1]:8787', 'http://[::1]:8787'],
])('the base URL %s is called as %s', (baseUrl, called) => {
  expect(resolveConfig({ ...good, baseUrl })).toMatchObject({ baseUrl: called, problem: null });
});

test.each([
  'localhost',
  '127.0.0.1',
  '127.1.22.3',
  '[::1]',
  '10.20.30.40',
  '192.168.178.20',
  '172.16.0.10',
  '172.19.1.1',
  '172.25.1.1',
  '172.31.255.1',
  'my-mac.local',
])('http is enough for %s', (host) => {
  expect(resolveConfig({ ...good, baseUrl: `http://${host}:8787` }).problem).toBe(null);
});

test.each([
  'links.test',
  'xlocalhost',
  'localhost.test',
  '128.0.0.1',
  '127.x',
  '127.',
  '11.0.0.1',
  '10.x',
  '192.169.1.1',
  '192.168.x',
  '172.15.0.1',
  '172.32.0.1',
  '172.16.x',
  'a.b.local',
  'x.local.test',
  'links.test/https:',
])('http is not enough for %s', (host) => {
  expect(resolveConfig({ ...good, baseUrl: `http://${host}` }).problem).toMatch(/config\.baseUrl/);
});

test('blanks around a key and an id don’t count', () => {
  const settings = resolveConfig({ ...good, API_KEY: '\tk\n', appID: ' a ' });
  expect(settings).toMatchObject({ API_KEY: 'k', appID: 'a', problem: null });
});

test.each([
  [2 ** 31 - 1, 2 ** 31 - 1],
  [2 ** 31, 5000],
  [0, 5000],
  ['1', 5000],
])('a timeoutMs of %p makes one of %d', (timeoutMs, used) => {
  expect(resolveConfig({ ...good, timeoutMs }).timeoutMs).toBe(used);
});

test.each([
  [['go.test', 42, '', null], ['go.test']],
  ['go.test', []],
  [undefined, undefined],
])('linkDomains %j are read as %j', (linkDomains, read) => {
  expect(resolveConfig({ ...good, linkDomains }).linkDomains).toEqual(read);
});

test.each([
  [['/promo', 42, ''], ['/promo']],
  ['/promo', []],
  [undefined, []],
])('linkPrefixes %j are read as %j', (linkPrefixes, read) => {
  expect(resolveConfig({ ...good, linkPrefixes }).linkPrefixes).toEqual(read);
});

test.each([
  [undefined, true],
  [true, true],
  [false, false],
  ['android', 'android'],
  // What we can't read is no permission.
  ['ios', false],
  [null, false],
])('a shouldUseFingerprint of %j is read as %j', (shouldUseFingerprint, read) => {
  expect(resolveConfig({ ...good, shouldUseFingerprint }).shouldUseFingerprint).toBe(read);
});

test('whatever is passed, settings come out that hold', () => {
  const fields = [
    'API_KEY',
    'appID',
    'shouldUseClipboard',
    'storage',
    'baseUrl',
    'timeoutMs',
    'linkDomains',
    'consent',
    'retryUnansweredMatch',
  ];
  const config = fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...fields), fc.anything()));
  fc.assert(
    fc.property(config, (input) => {
      const settings = resolveConfig(input);
      expect(settings.timeoutMs).toBeGreaterThan(0);
      expect(settings.timeoutMs).toBeLessThan(2 ** 31);
      expect(['granted', 'pending', 'denied']).toContain(settings.consent);
      if (settings.problem === null) expect(settings.baseUrl).toMatch(/^https?:/i);
    })
  );
});

test('a release build has no address of its own, and names a field that is wrong without a sentence about it', () =>
  inRelease(async () => {
    await Promise.resolve();
    expect(resolveConfig({ ...good, baseUrl: undefined }).problem).toBe('config.baseUrl is invalid');
    expect(resolveConfig({ ...good, API_KEY: 'pk_…' }).problem).toBe('config.API_KEY is invalid');
    expect(resolveConfig({ ...good, storage: {} }).problem).toBe('config.storage is invalid');
    expect(resolveConfig(good).problem).toBeNull();
  }));
