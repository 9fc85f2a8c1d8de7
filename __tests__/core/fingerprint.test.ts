import fc from 'fast-check';
import { readFact } from '../../src/core/fingerprint';

const texts = ['model', 'manufacturer', 'systemVersion', 'timezone', 'userAgent'] as const;
const numbers = ['screenWidth', 'screenHeight', 'scale'] as const;

test('whatever a source says, each fact is of its type or none', () => {
  fc.assert(
    fc.property(fc.anything(), (said) => {
      for (const name of texts) {
        const fact = readFact[name](said);
        expect(fact === null || (typeof fact === 'string' && fact !== '')).toBe(true);
      }
      for (const name of numbers) expect(readFact[name](said) === null || Number.isFinite(said)).toBe(true);
    })
  );
});

test.each([
  ['en_US', [{ languageTag: 'en-US' }]],
  ['zh-Hant-TW', [{ languageTag: 'zh-Hant-TW' }]],
  ['', null],
  [undefined, null],
])('the locale %j is sent as %j', (locale, sent) => {
  expect(readFact.locale(locale)).toEqual(sent);
});

test('a text without end is cut to what the service accepts: it would refuse the whole request', () => {
  const long = 'x'.repeat(5000);
  expect(texts.map((name) => readFact[name](long)?.length)).toEqual([200, 200, 200, 200, 1024]);
  expect(readFact.locale(long)).toEqual([{ languageTag: 'x'.repeat(200) }]);
});

test('the word unknown is no answer', () => {
  for (const name of texts) expect(readFact[name]('unknown')).toBeNull();
});
