import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUserAgent } from '../src/matching/parseUserAgent.ts';
import { iphone, pixel } from './support/phones.ts';

const nothing = { platform: null, model: null, systemVersion: null, device: null };

test('an iPhone tells its family and version', () => {
  assert.deepEqual(parseUserAgent(iphone.browser.userAgent), {
    platform: 'ios',
    model: 'iPhone',
    systemVersion: '17.5',
    device: 'iPhone; CPU iPhone OS 17_5 like Mac OS X',
  });
});

test('an Android web view and browser name the same device', () => {
  const { device, model, systemVersion } = parseUserAgent(pixel.fingerprint.userAgent);
  assert.deepEqual({ model, systemVersion }, { model: 'Pixel 7', systemVersion: '14' });
  assert.equal(device, parseUserAgent('Mozilla/5.0 (Linux; Android 14; Pixel 7) X').device);
});

test('the model and version that Chrome makes up count as unknown', () => {
  assert.deepEqual(parseUserAgent(pixel.browser.userAgent), { ...nothing, platform: 'android' });
});

for (const text of [null, '', 'curl/8', '(', 'Mozilla/5.0 (X11; Linux x86_64)', '()']) {
  test(`${JSON.stringify(text)} tells nothing`, () => {
    assert.deepEqual(parseUserAgent(text), nothing);
  });
}
