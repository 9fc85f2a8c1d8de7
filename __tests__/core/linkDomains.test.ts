import { isOnDomains, mayBeShort } from '../../src/core/linkDomains';
import { parseLink, parseTarget, type LinkTarget } from '../../src/core/parseLink';

const on = (url: string, domains?: string[]) => isOnDomains(parseLink(url)?.host ?? '', domains);

test('without domains every host is one of them', () => {
  expect(on('https://any.test/')).toBe(true);
});

test.each([
  ['https://go.test/a', true],
  ['https://GO.TEST/a', true],
  ['https://go.test./a', true],
  ['https://go.test:8443/a', true],
  ['https://www.go.test/a', false],
  ['https://go.test.evil.test/a', false],
  ['https://evilgo.test/a', false],
  ['https://go.test@evil.test/a', false],
  ['https://evil.test/go.test', false],
  ['https://evil.test\\@go.test', false],
  ['https://evil.test#@go.test', false],
])('%s is on go.test: %s', (url, expected) => {
  expect(on(url, ['Go.test'])).toBe(expected);
});

test.each([
  ['https://a.go.test/', true],
  ['https://a.b.go.test/', true],
  ['https://go.test/', false],
  ['https://.go.test/', false],
  ['https://evilgo.test/', false],
  ['https://a.go.test.evil.test/', false],
])('%s is on *.go.test: %s', (url, expected) => {
  expect(on(url, ['*.go.test'])).toBe(expected);
});

test('an empty list has no host on it', () => {
  expect(on('https://go.test/', [])).toBe(false);
});

const SHORT: [string, string[], boolean][] = [
  ['https://go.test/abc', [], true],
  ['https://go.test/abc/def', [], false],
  ['https://go.test/promo/summer/2026?ref=mail', ['/promo'], true],
  ['https://go.test/promo/summer', ['promo/'], true],
  ['https://go.test/a/promo/summer', ['/a/promo', '/b'], true],
  ['https://go.test/a/promo', ['/a/promo'], true],
  ['https://go.test/a/promo?ref=mail', ['/a/promo'], true],
  ['https://go.test/promotion/summer', ['/promo'], false],
  ['https://go.test/a/promo/summer', ['/promo'], false],
  ['https://go.test/shop/1?next=/promo/summer', ['/promo'], false],
  ['https://go.test/any/thing', ['/'], true],
  ['https://elsewhere.test/promo/summer', ['/promo'], false],
  ['https://elsewhere.test/abc', [], false],
];
test.each(SHORT)('%s with the prefixes %j may be a short link: %s', (url, linkPrefixes, expected) => {
  expect(mayBeShort(parseTarget(url) as LinkTarget, { linkDomains: ['go.test'], linkPrefixes })).toBe(expected);
});

test.each(['shop://promo/summer', '/promo/summer'])('%s is no web link, so it is no short one on any domain', (url) => {
  expect(mayBeShort(parseTarget(url) as LinkTarget, { linkDomains: undefined, linkPrefixes: ['/promo'] })).toBe(false);
});
