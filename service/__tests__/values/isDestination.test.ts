import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAppScheme, isDestination } from '../../src/values/isDestination.ts';

const REFUSED = [
  ...['about', 'blob', 'content', 'data', 'exp', 'expo-development-client', 'exps', 'file'],
  ...['intent', 'itms-services', 'javascript', 'vbscript'],
];

for (const scheme of REFUSED) {
  test(`${scheme} is no app's own scheme, and a link leads to none of its addresses`, () => {
    assert.equal(isAppScheme(scheme), false);
    assert.equal(isDestination(`${scheme}://shop.example/path`), false);
  });
}

test('a link leads to the web, to an own scheme or to a path', () => {
  for (const text of ['https://shop.example/a', 'shop://a', '/a']) assert.equal(isDestination(text), true, text);
  for (const text of ['//shop.example/a', 'https:///a', 'https://shop.example@evil.example', '/a b']) {
    assert.equal(isDestination(text), false, text);
  }
});
