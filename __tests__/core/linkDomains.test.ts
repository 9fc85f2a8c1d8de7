import { isOnDomains } from '../../src/core/linkDomains';
import { parseLink } from '../../src/core/parseLink';

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
