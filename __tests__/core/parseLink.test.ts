import { URL } from 'node:url';
import fc from 'fast-check';
import { parseAppPath, parseLink } from '../../src/core/parseLink';

const RUNS = Number(process.env.FC_RUNS ?? 1000);

test.each([
  ['https://shop.test', '/'],
  ['https://shop.test/', '/'],
  ['https://shop.test/a/b/', '/a/b'],
  ['https://shop.test//a///b', '/a/b'],
  ['https://shop.test/a\\b', '/a/b'],
  ['https://shop.test/a/./b/../c', '/a/c'],
  ['https://shop.test/../../a', '/a'],
  ['https://shop.test/a/%2e%2E/b', '/b'],
  ['https://shop.test/%E0%A4%A/%zz', '/%E0%A4%A/%zz'],
  ['https://shop.test/a?', '/a'],
  ['https://shop.test/a?x=a=b&y=%20+&x', '/a?x=a=b&y=%20+&x'],
  ['https://shop.test/a?next=//evil.test/../x', '/a?next=//evil.test/../x'],
  ['https://shop.test/a?x#frag?y', '/a?x'],
  ['https://shop.test/a#frag?y', '/a'],
  ['https://shop.test?x=1', '/?x=1'],
  ['https:shop.test/a', '/a'],
  ['https:\\\\shop.test\\a', '/a'],
  ['  https://shop.test/a\n', '/a'],
  ['https://shop.test/größe/ä b', '/größe/ä b'],
  ['myapp://details/42', '/details/42'],
  ['myapp://details', '/details'],
  ['myapp://', '/'],
  ['myapp:details/42?x=1', '/details/42?x=1'],
  ['myapp:///details/42/', '/details/42'],
  ['MyApp://Details/42', '/Details/42'],
  ['com.example.app://open//x', '/open/x'],
  ['https://shop.test/.a/..b/c./d../%2ex', '/.a/..b/c./d../%2ex'],
  ['mydata://x', '/x'],
  ['dataset://x', '/x'],
  ['1https://shop.test/a', undefined],
  ['see https://shop.test/a', undefined],
  ['myapp://about', '/about'],
  ['myapp://content/5', '/content/5'],
])('the route of %s is %s', (url, route) => {
  expect(parseLink(url)?.route).toBe(route);
});

test.each([
  ['https://SHOP.test/a', 'shop.test'],
  ['https://shop.test./a', 'shop.test'],
  ['https://shop.test:8443/a', 'shop.test'],
  ['https://shop.test:/a', 'shop.test'],
  ['https://user:pass@shop.test/a', 'shop.test'],
  ['https://evil.test/@shop.test/', 'evil.test'],
  ['https://evil.test?u=@shop.test/', 'evil.test'],
  ['https://evil.test#@shop.test/', 'evil.test'],
  ['https://evil.test\\@shop.test/', 'evil.test'],
  ['https://shop.test@evil.test/', 'evil.test'],
  ['https://shop.test%2eevil.test/', undefined],
  ['https://[::1]:80/a', '[::1]'],
  ['https://.shop.test/a', undefined],
  ['https://[::1', undefined],
  ['https:// /a', undefined],
  ['https://', undefined],
  ['https://?x', undefined],
  ['https://a:b:c/', undefined],
  ['https://shop.test:80x/', undefined],
])('the host of %s is %s', (url, host) => {
  expect(parseLink(url)?.host).toBe(host);
});

test.each([
  ['https://shop.test/a', 'verified'],
  ['HTTP://shop.test/a', 'verified'],
  ['xhttps://shop.test/a', 'scheme'],
  ['httpsx://shop.test/a', 'scheme'],
])('%s is a %s link', (url, type) => {
  expect(parseLink(url)?.type).toBe(type);
});

test('a link of 8 KiB is read, and a longer one is not', () => {
  const link = 'https://shop.test/'.padEnd(8 * 1024, 'x');
  expect(parseLink(link)?.url).toBe(link);
  expect(parseLink(`${link}x`)).toBe(null);
});

test.each([
  ['https://go.test/abc', true],
  ['https://go.test/abc/', true],
  ['https://go.test/abc?x', true],
  ['https://go.test//abc', true],
  ['https://go.test/', false],
  ['https://go.test/a/b', false],
  ['myapp://abc', false],
])('whether %s may be a short link: %s', (url, isShort) => {
  expect(parseLink(url)?.isShort).toBe(isShort);
});

test.each([
  ['/promo/1?x', '/promo/1?x'],
  ['//evil.test/x', '/evil.test/x'],
  ['/a/../..//b/#x', '/b'],
  ['promo/1', undefined],
  ['\\promo', undefined],
  ['', undefined],
])('the app path %s has the route %s', (path, route) => {
  expect(parseAppPath(path)?.route).toBe(route);
});

describe('for anything at all', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'ht:/\\?#@.%[] a-\n2eE'.split(''), 'https://', 'app://') })
  );

  test('it answers, and a route starts with exactly one slash', () => {
    fc.assert(
      fc.property(anything, (input) => {
        for (const link of [parseLink(input), parseAppPath(input)]) {
          if (link) expect(link.route).toMatch(/^\/(?![\\/])/);
        }
      }),
      { numRuns: RUNS }
    );
  });

  test('a route is its own route', () => {
    fc.assert(
      fc.property(anything, (input) => {
        const route = parseLink(input)?.route;
        // Blanks around a path don't count, as around any link.
        if (route?.trim() === route) expect(parseAppPath(route)?.route).toBe(route);
      }),
      { numRuns: RUNS }
    );
  });
});

describe('against the WHATWG URL, for http and https', () => {
  /** Percent-encoding aside, which we leave as it came. */
  const decoded = (path: string) => {
    try {
      return decodeURIComponent(path);
    } catch {
      return path;
    }
  };
  const expectedRoute = (url: URL) => {
    const path = url.pathname.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    return decoded(path);
  };
  const piece = fc.string({ unit: fc.constantFrom(...'abz09-_~.!$&()*+,;=:@/\\%41'.split('')), maxLength: 12 });
  const host = fc.oneof(fc.domain(), fc.constantFrom('Shop.Test', 'shop.test.', '127.0.0.1', '[::1]', 'a.b.c.test'));
  const webUrl = fc
    .record({
      scheme: fc.constantFrom('http', 'https', 'HTTPS'),
      slashes: fc.constantFrom('//', '/', '', '\\\\', '///'),
      user: fc.constantFrom('', 'u@', 'u:p@', 'shop.test@', 'a@b@'),
      host,
      port: fc.constantFrom('', ':80', ':8443', ':'),
      path: fc.oneof(
        fc.constant(''),
        piece.map((text) => `/${text}`),
        piece.map((text) => `\\${text}`)
      ),
      query: fc.constantFrom('', '?', '?a=b', '?a=b=c&d', '?u=https://x.test/@y'),
      hash: fc.constantFrom('', '#', '#x?y', '#@evil.test'),
    })
    .map(
      ({ scheme, slashes, user, host: name, port, path, query, hash }) =>
        `${scheme}:${slashes}${user}${name}${port}${path}${query}${hash}`
    );

  test('host, path and query agree', () => {
    fc.assert(
      fc.property(webUrl, (text) => {
        const url = URL.canParse(text) ? new URL(text) : null;
        const link = parseLink(text);
        if (!url || !link) return;
        expect(link.host).toBe(url.hostname.replace(/\.$/, ''));
        const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/.exec(link.route) ?? [];
        expect(decoded(path)).toBe(expectedRoute(url));
        expect(query).toBe(url.search === '' ? '' : (/\?[^#]*/.exec(text)?.[0] ?? ''));
      }),
      { numRuns: RUNS }
    );
  });

  test('what it accepts the standard accepts, with the same host', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(...'ab.@:/\\?#[]%2e41 \t<>^|'.split(''), 'shop.test', 'evil.test', '@', 'https://'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(hostile, (rest) => {
        const text = `https://${rest}`;
        const link = parseLink(text);
        // The standard writes 2 as 0.0.0.2; a port out of range is nobody's.
        if (!link || /(^|\.)\d[^.]*$/.test(link.host) || !URL.canParse(text)) return;
        expect(new URL(text).hostname.replace(/\.$/, '')).toBe(link.host);
      }),
      { numRuns: RUNS * 5 }
    );
  });
});

test('a megabyte of adversarial text is refused at once, and what is under the limit is read in linear time', () => {
  for (const text of ['/', '\\', '@', ':', '.', '?', '#', '%2e', '[', 'a', '/../', '://', ' ', '\n']) {
    for (const start of ['https://', 'app://', '']) {
      const url = start + text.repeat(1_000_000 / text.length);
      expect(parseLink(url)).toBeNull();
      // Steps by the square of the length would run into the test's time limit a hundred times over.
      for (let i = 0; i < 50; i++) parseLink(url.slice(0, 8192));
    }
  }
});
