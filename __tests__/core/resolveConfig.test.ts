import fc from 'fast-check';
import { resolveConfig } from '../../src/core/resolveConfig';

const good = { API_KEY: 'k', appID: 'a', baseUrl: 'https://links.test' };

test('the defaults of the reference hold (§2.1)', () => {
  expect(resolveConfig(good, false)).toEqual({
    apiKey: 'k',
    appId: 'a',
    baseUrl: 'https://links.test',
    useClipboard: true,
    storage: undefined,
    timeoutMs: 5000,
    linkDomains: undefined,
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
  expect(resolveConfig({ ...good, baseUrl }, false)).toMatchObject({ baseUrl: called, problem: null });
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
    fc.property(config, fc.boolean(), (input, isDevelopment) => {
      const settings = resolveConfig(input, isDevelopment);
      expect(settings.timeoutMs).toBeGreaterThan(0);
      expect(settings.timeoutMs).toBeLessThan(2 ** 31);
      expect(['granted', 'pending', 'denied']).toContain(settings.consent);
      if (settings.problem === null) expect(settings.baseUrl).toMatch(/^https?:/i);
    })
  );
});
