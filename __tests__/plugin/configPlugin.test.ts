import { AndroidConfig, compileModsAsync, IOSConfig, withPlugins, type ConfigPlugin } from '@expo/config-plugins';

type AppConfig = Parameters<ConfigPlugin>[0];

const withDeferredLink = require('../../app.plugin.js') as ConfigPlugin<unknown>;

const APP: AppConfig = { name: 'Shop', slug: 'shop' };
const projectRoot = '/nowhere';
const OPTIONS = { domains: ['go.shop.test', '*.links.test'], scheme: 'shop' };

interface Introspected {
  _internal: {
    modResults: {
      ios: {
        entitlements: Record<string, unknown>;
        infoPlist: { CFBundleURLTypes?: { CFBundleURLSchemes: string[] }[] };
      };
      android: { manifest: AndroidConfig.Manifest.AndroidManifest };
    };
  };
}

/** What ends up in the native files, as `expo prebuild` would write them. */
async function prebuild(app: AppConfig, options: unknown) {
  const config = withPlugins(withDeferredLink({ ...app, _internal: { projectRoot } }, options), [
    IOSConfig.Entitlements.withAssociatedDomains,
    IOSConfig.Scheme.withScheme,
    AndroidConfig.IntentFilters.withAndroidIntentFilters,
    AndroidConfig.Scheme.withScheme,
  ] as ConfigPlugin[]);
  const { _internal } = (await compileModsAsync(config, {
    projectRoot,
    introspect: true,
    platforms: ['ios', 'android'],
  })) as unknown as Introspected;
  const { ios, android } = _internal.modResults;
  const activity = AndroidConfig.Manifest.getMainActivityOrThrow(android.manifest);
  return {
    domains: ios.entitlements['com.apple.developer.associated-domains'],
    iosSchemes: (ios.infoPlist.CFBundleURLTypes ?? []).flatMap(({ CFBundleURLSchemes }) => CFBundleURLSchemes),
    filters: (activity['intent-filter'] ?? []).map(({ $, data }) => ({
      verified: $?.['android:autoVerify'] === 'true',
      data: (data ?? []).map(
        ({ $ }) => `${$['android:scheme']}://${$['android:host'] ?? ''}${$['android:pathPrefix'] ?? ''}`
      ),
    })),
  };
}

test('domains and scheme reach the native files of both systems', async () => {
  const { domains, iosSchemes, filters } = await prebuild(APP, OPTIONS);
  expect(domains).toEqual(['applinks:go.shop.test', 'applinks:*.links.test']);
  expect(iosSchemes).toContain('shop');
  expect(filters).toContainEqual({ verified: true, data: ['https://go.shop.test', 'https://*.links.test'] });
  expect(filters.flatMap(({ data }) => data)).toContain('shop://');
});

test('with paths, Android opens the app for these alone', async () => {
  const { domains, filters } = await prebuild(APP, {
    domains: ['go.shop.test', 'shop.test'],
    paths: ['/invite/', '/p/'],
  });
  expect(domains).toEqual(['applinks:go.shop.test', 'applinks:shop.test']);
  expect(filters).toContainEqual({
    verified: true,
    data: [
      'https://go.shop.test/invite/',
      'https://go.shop.test/p/',
      'https://shop.test/invite/',
      'https://shop.test/p/',
    ],
  });
});

test.each([OPTIONS, { ...OPTIONS, paths: ['/invite/', '/p/'] }])(
  'applied twice it changes nothing more: %j',
  (options) => {
    const once = withDeferredLink(APP, options);
    expect(withDeferredLink(once, options)).toEqual(once);
  }
);

test.each([
  ['other paths', ['/invite/', '/login']],
  ['no paths', undefined],
])('a filter with some paths doesn’t stand for %s', (_, paths) => {
  const once = withDeferredLink(APP, { domains: ['go.shop.test'], paths: ['/invite/'] });
  const twice = withDeferredLink(once, { domains: ['go.shop.test'], paths });
  expect(twice.android?.intentFilters).toHaveLength(2);
});

const OURS = {
  action: 'VIEW',
  autoVerify: true,
  data: [{ scheme: 'https', host: 'go.shop.test' }],
  category: ['BROWSABLE', 'DEFAULT'],
};

test.each<[string, object]>([
  ['has no category', { category: undefined }],
  ['is not BROWSABLE', { category: 'DEFAULT' }],
  ['is not DEFAULT', { category: ['BROWSABLE'] }],
  ['is not verified', { autoVerify: false }],
  ['has another action', { action: 'SEND' }],
  ['has another host', { data: { scheme: 'https', host: 'shop.test' } }],
  ['writes the host in capitals, which Android compares', { data: { scheme: 'https', host: 'GO.shop.test' } }],
  ['has no https', { data: { scheme: 'http', host: 'go.shop.test' } }],
  ['has no data', { data: undefined }],
  ['mixes https with a scheme, so Android verifies none of it', { data: [...OURS.data, { scheme: 'shop' }] }],
  ['takes one path', { data: { ...OURS.data[0], path: '/a' } }],
  ['takes a path for all of its hosts', { data: [...OURS.data, { pathPrefix: '/a' }] }],
  ['takes a pattern of paths for all of its hosts', { data: [{ pathPattern: '/a/.*' }, ...OURS.data] }],
  ['takes one type of files', { data: [...OURS.data, { mimeType: 'image/png' }] }],
])('a filter of the app that %s does not stand for the one that links need', (_, difference) => {
  const own = { ...OURS, ...difference };
  const { android } = withDeferredLink({ ...APP, android: { intentFilters: [own] } }, { domains: ['go.shop.test'] });
  expect(android?.intentFilters).toEqual([own, OURS]);
});

test.each<[string, object]>([
  ['has one entry instead of a list', { data: OURS.data[0] }],
  ['takes http too', { data: [...OURS.data, { scheme: 'http' }] }],
  ['has other hosts too', { data: [{ scheme: 'https', host: 'shop.test' }, ...OURS.data] }],
  ['names scheme and host apart, which Android combines', { data: [{ scheme: 'https' }, { host: 'go.shop.test' }] }],
  ['has its categories in another order', { category: ['DEFAULT', 'BROWSABLE'] }],
])('a filter of the app that %s is enough', (_, difference) => {
  const app: AppConfig = { ...APP, android: { intentFilters: [{ ...OURS, ...difference }] } };
  expect(withDeferredLink(app, { domains: ['go.shop.test'] }).android).toEqual(app.android);
});

test.each<[string, object, string | string[]]>([
  ['twice in the options', {}, ['shop', 'shop']],
  ['in the options and for both systems', { ios: { scheme: 'shop' }, android: { scheme: ['shop'] } }, 'shop'],
  ['in the options and for iOS', { ios: { scheme: ['shop'] } }, ['shop']],
  ['in the options and for Android', { android: { scheme: 'shop' } }, 'shop'],
  ['in the options and for the app', { scheme: 'shop' }, 'shop'],
])('a scheme that is given %s reaches each system once', async (_, app, scheme) => {
  const { iosSchemes, filters } = await prebuild({ ...APP, ...app }, { scheme });
  expect(iosSchemes.filter((name) => name === 'shop')).toHaveLength(1);
  expect(filters.flatMap(({ data }) => data).filter((name) => name === 'shop://')).toHaveLength(1);
});

test('what the app has set stays, in its order, and what is there already is not added again', () => {
  const filter = { ...OURS, data: { scheme: 'https', host: 'go.shop.test' } };
  const narrow = {
    action: 'VIEW',
    autoVerify: true,
    data: [{ scheme: 'https', host: '*.links.test', pathPrefix: '/a' }],
  };
  const app: AppConfig = {
    ...APP,
    scheme: ['old', 'shop'],
    ios: {
      bundleIdentifier: 'a.b',
      associatedDomains: ['webcredentials:shop.test', 'applinks:GO.shop.test', 'applinks:*.links.test?mode=developer'],
    },
    android: { package: 'a.b', intentFilters: [filter, narrow] },
  };
  expect(withDeferredLink(app, OPTIONS)).toEqual({
    ...app,
    ios: {
      bundleIdentifier: 'a.b',
      associatedDomains: [
        'webcredentials:shop.test',
        'applinks:GO.shop.test',
        'applinks:*.links.test?mode=developer',
        'applinks:*.links.test',
      ],
    },
    android: {
      package: 'a.b',
      intentFilters: [
        filter,
        narrow,
        {
          action: 'VIEW',
          autoVerify: true,
          data: [{ scheme: 'https', host: '*.links.test' }],
          category: ['BROWSABLE', 'DEFAULT'],
        },
      ],
    },
  });
});

test('the app config that is handed in is left alone', () => {
  const app = { ...APP, scheme: 'old', ios: { associatedDomains: [] }, android: { intentFilters: [] } };
  const before = JSON.stringify(app);
  expect(withDeferredLink(app, OPTIONS).scheme).toEqual(['old', 'shop']);
  expect(JSON.stringify(app)).toBe(before);
});

test('domains alone and scheme alone will do', () => {
  expect(withDeferredLink(APP, { domains: ['GO.shop.test'] }).ios?.associatedDomains).toEqual([
    'applinks:go.shop.test',
  ]);
  expect(withDeferredLink(APP, { scheme: 'shop' })).toEqual({ ...APP, scheme: 'shop' });
});

test('the name alone, as `npx expo install` writes it, stops nothing and says what to add', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  for (let read = 0; read < 3; read++) expect(withDeferredLink(APP, undefined)).toEqual(APP);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('{ "domains": ["go.example.com"], "scheme": "example" }'));
  warn.mockRestore();
});

test.each([
  [[], 'its options must be an object'],
  [{}, 'set "domains" or "scheme"'],
  [{ domains: [] }, 'set "domains" or "scheme"'],
  [{ domain: 'go.shop.test' }, '"domain" is not an option'],
  [{ domains: 'go.shop.test' }, '"domains" must be a list'],
  [{ domains: ['ok.test', 'https://go.shop.test'] }, '"domains[1]" is "https://go.shop.test"'],
  [{ domains: ['go.shop.test/path'] }, '"domains[0]" is "go.shop.test/path"'],
  [{ domains: ['localhost'] }, '"domains[0]" is "localhost"'],
  [{ domains: [42] }, '"domains[0]" is 42'],
  [{ domains: ['go.shop.test'], paths: '/invite' }, '"paths" must be a list'],
  [{ domains: ['go.shop.test'], paths: ['/ok', 'invite'] }, '"paths[1]" is "invite"'],
  [{ domains: ['go.shop.test'], paths: ['/invite/*'] }, '"paths[0]" is "/invite/*"'],
  [{ domains: ['go.shop.test'], paths: [7] }, '"paths[0]" is 7'],
  [{ scheme: 'shop', paths: ['/invite'] }, '"paths" needs "domains"'],
  [{ scheme: 'shop://' }, '"scheme" is "shop://"'],
  [{ scheme: 'Shop' }, '"scheme" is "Shop"'],
  [{ scheme: ['shop', 7] }, '"scheme" is 7'],
  [{ scheme: 'https' }, '"scheme" can\'t be https'],
])('%j is an error that names what is wrong', (options, message) => {
  expect(() => withDeferredLink(APP, options)).toThrow(message);
});
