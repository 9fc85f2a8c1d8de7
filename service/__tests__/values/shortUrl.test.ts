import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDestination } from '../../src/values/isDestination.ts';
import { isLinkCode, newLinkCode, readShortUrl, shortUrl } from '../../src/values/shortUrl.ts';

const hosts = ['go.shop.test', 'localhost:8787'];

test('a short URL reads back as it was written', () => {
  assert.deepEqual(readShortUrl(shortUrl('http://localhost:8787', 'summer', 'a b&c'), hosts), {
    path: '/summer',
    clickId: 'a b&c',
    query: null,
  });
  assert.deepEqual(readShortUrl(shortUrl('https://go.shop.test', 'summer'), hosts), {
    path: '/summer',
    clickId: null,
    query: null,
  });
});

for (const text of [
  'https://elsewhere.test/summer',
  'https://go.shop.test.evil.test/summer',
  'https://go.shop.test@evil.test/summer',
  'https://go.shop.test/',
  'https://go.shop.test/%00',
  'https://go.shop.test//elsewhere.test',
  'https://go.shop.test/100%',
  'ftp://go.shop.test/summer',
  'javascript:alert(1)',
  'summer',
  '',
]) {
  test(`${JSON.stringify(text)} is no short URL of ours`, () => {
    assert.equal(readShortUrl(text, hosts), null);
  });
}

for (const text of ['https://shop.test/a?b=c', 'HTTP://shop.test', '/promo/X', 'myapp://cart']) {
  test(`a link may lead to ${text}`, () => assert.ok(isDestination(text)));
}

for (const text of [
  'javascript:alert(1)',
  'JavaScript://shop.test/%0Aalert(1)',
  'data:text/html,x',
  'intent://x#Intent;end',
  'file:///etc/passwd',
  'itms-services://?action=download-manifest',
  'exp://192.0.2.1:8081',
  'https://shop.test@evil.test/',
  'https://user:password@shop.test/',
  '//evil.test',
  '/\\evil.test',
  'https://',
  'shop.test',
  'https://shop.test/a b',
  'https://shop.test/\u0001',
  '/\u007f',
  'https:///evil.test',
  '',
]) {
  test(`a link may not lead to ${JSON.stringify(text)}`, () => assert.ok(!isDestination(text)));
}

test('codes that the service chooses are codes, and differ', () => {
  const codes = Array.from({ length: 100 }, newLinkCode);
  assert.ok(codes.every(isLinkCode));
  assert.equal(new Set(codes).size, codes.length);
});

for (const text of ['a', 'a/b', 'a/b/c/d/e/f/g/h', 'x'.repeat(200), `${'x'.repeat(100)}/${'x'.repeat(99)}`, 'a/api']) {
  test(`${JSON.stringify(text.slice(0, 15))} is a code`, () => assert.ok(isLinkCode(text)));
}

for (const text of [
  ...['', 'a.b', 'API', 'health', 'Ready', 'metrics', 'dashboard', 'ä', 'x'.repeat(201)],
  ...[
    '/a',
    'a/',
    'a//b',
    'a/./b',
    'api/x',
    'Dashboard/x',
    'a/b/c/d/e/f/g/h/i',
    `${'x'.repeat(100)}/${'x'.repeat(100)}`,
  ],
]) {
  test(`${JSON.stringify(text.slice(0, 18))} is no code`, () => assert.ok(!isLinkCode(text)));
}
