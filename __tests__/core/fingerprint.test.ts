import fc from 'fast-check';
import { fingerprint } from '../../src/core/fingerprint';

const names = [
  'model',
  'manufacturer',
  'systemVersion',
  'screenWidth',
  'screenHeight',
  'scale',
  'locale',
  'timezone',
  'userAgent',
];

test('whatever a phone says, the body has the listed parts and nothing else', () => {
  const facts = fc.record(Object.fromEntries(names.map((name) => [name, fc.anything()])));
  fc.assert(
    fc.property(facts, (said) => {
      const body = fingerprint('ios', said, 1, null);
      expect(Object.keys(body)).toEqual([
        'platform',
        'model',
        'manufacturer',
        'systemVersion',
        'screenWidth',
        'screenHeight',
        'scale',
        'locale',
        'timezone',
        'userAgent',
        'timestamp',
      ]);
      for (const part of [body.model, body.manufacturer, body.systemVersion, body.timezone, body.userAgent]) {
        expect(part === null || (typeof part === 'string' && part !== '')).toBe(true);
      }
      for (const part of [body.screenWidth, body.screenHeight, body.scale]) {
        expect(part === null || Number.isFinite(part)).toBe(true);
      }
    })
  );
});

test.each([
  ['en_US', [{ languageTag: 'en-US' }]],
  ['zh-Hant-TW', [{ languageTag: 'zh-Hant-TW' }]],
  ['', null],
  [undefined, null],
])('the locale %j is sent as %j', (locale, sent) => {
  const said = Object.fromEntries(names.map((name) => [name, null]));
  expect(fingerprint('ios', { ...said, locale }, 1, null).locale).toEqual(sent);
});

test('a text without end is cut to what the service accepts: it would refuse the whole request', () => {
  const said = Object.fromEntries(names.map((name) => [name, 'x'.repeat(5000)]));
  const name = 'x'.repeat(200);
  expect(fingerprint('ios', said, 1, null)).toMatchObject({
    model: name,
    manufacturer: name,
    systemVersion: name,
    locale: [{ languageTag: name }],
    timezone: name,
    userAgent: 'x'.repeat(1024),
  });
});

test('the word unknown is no answer', () => {
  const said = Object.fromEntries(names.map((name) => [name, 'unknown']));
  expect(fingerprint('ios', said, 1, 'https://go.test/x')).toMatchObject({
    model: null,
    userAgent: null,
    pastedLink: 'https://go.test/x',
  });
});
