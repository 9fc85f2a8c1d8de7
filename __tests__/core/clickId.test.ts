import fc from 'fast-check';
import { clickId } from '../../src/core/clickId';

test.each([
  ['clickId=abc', 'abc'],
  ['utm_source=mail&clickId=abc&utm_medium=x', 'abc'],
  ['clickId%3Dabc%26utm_source%3Dmail', 'abc'],
  ['clickId=a%2Bb', 'a+b'],
  ['clickId=%E0%A4%A', '%E0%A4%A'],
  ['clickId=', null],
  ['clickId=%20', null],
  ['clickId', null],
  ['xclickId=abc', null],
  ['clickid=abc', null],
  ['clickId=&clickId=abc', 'abc'],
  [`clickId=${'x'.repeat(512)}`, 'x'.repeat(512)],
  [`clickId=${'x'.repeat(513)}`, null],
  ['utm_source=google-play&utm_medium=organic', null],
  ['utm_source=(not%20set)&utm_medium=(not%20set)', null],
  ['', null],
  [null, null],
  [undefined, null],
  [42, null],
])('%j carries the click id %j', (referrer, id) => {
  expect(clickId(referrer)).toBe(id);
});

test('it answers for anything', () => {
  fc.assert(fc.property(fc.anything(), (input) => void clickId(input)));
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (input) => void clickId(`clickId=${input}`)));
});

test('an id survives one encoding and two', () => {
  const id = fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }).filter((text) => text.trim() === text);
  fc.assert(
    fc.property(id, (text) => {
      const once = `clickId=${encodeURIComponent(text)}`;
      expect(clickId(once)).toBe(text);
      expect(clickId(encodeURIComponent(once))).toBe(text);
    })
  );
});
