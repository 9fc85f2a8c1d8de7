import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClickFacts } from '../src/matching/ClickFacts.ts';
import type { Fingerprint } from '../src/matching/Fingerprint.ts';
import { POINTS, scoreClick } from '../src/matching/scoreClick.ts';
import { iphone, pixel, type Phone } from './support/phones.ts';

function fingerprintOf({ address, fingerprint }: Phone): Fingerprint {
  const { manufacturer: _, timestamp: __, locale, ...rest } = fingerprint;
  return { ...rest, address, languages: locale.map(({ languageTag }) => languageTag) };
}

function clickOf({ address, browser }: Phone): ClickFacts {
  const { acceptLanguage, ...rest } = browser;
  return { ...rest, address, language: acceptLanguage.split(',')[0] ?? null };
}

const phone = fingerprintOf(iphone);
const click = clickOf(iphone);

test('the points add up to a hundred', () => {
  assert.equal(
    Object.values(POINTS).reduce<number>((sum, points) => sum + points, 0),
    100
  );
});

test('a phone that agrees in everything scores a hundred', () => {
  assert.equal(scoreClick(phone, click), 100);
});

test('nothing known on either side scores nothing', () => {
  const nothing: Fingerprint = {
    address: null,
    platform: null,
    model: null,
    systemVersion: null,
    screenWidth: null,
    screenHeight: null,
    scale: null,
    languages: [],
    timezone: null,
    userAgent: null,
  };
  assert.equal(scoreClick(nothing, click), 0);
});

const unknowns: [keyof typeof POINTS, Partial<ClickFacts>][] = [
  ['address', { address: null }],
  ['screen', { screenWidth: null }],
  ['scale', { scale: null }],
  ['language', { language: null }],
  ['timezone', { timezone: null }],
];
for (const [signal, change] of unknowns) {
  test(`an unknown ${signal} costs its points`, () => {
    assert.equal(scoreClick(phone, { ...click, ...change }), 100 - POINTS[signal]);
  });
}

const differences: [keyof typeof POINTS, Partial<Fingerprint>][] = [
  ['address', { address: '203.0.113.8' }],
  ['scale', { scale: 2 }],
  ['language', { languages: ['fr-FR'] }],
  ['timezone', { timezone: 'Europe/Lisbon' }],
  ['systemVersion', { systemVersion: '18.0' }],
  ['userAgent', { userAgent: phone.userAgent?.replace('17_5', '17_4') ?? null }],
];
for (const [signal, change] of differences) {
  test(`another ${signal} costs its points`, () => {
    assert.equal(scoreClick({ ...phone, ...change }, click), 100 - POINTS[signal]);
  });
}

const otherHardware: [string, Partial<Fingerprint>][] = [
  ['platform', { platform: 'android' }],
  ['model', { model: 'iPad Air' }],
  ['screen', { screenHeight: 844 }],
];
for (const [part, change] of otherHardware) {
  test(`another ${part} is another phone`, () => {
    assert.equal(scoreClick({ ...phone, ...change }, click), 0);
  });
}

test('a model named by an Android browser must be the phone’s', () => {
  const named = {
    ...clickOf(pixel),
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/X) AppleWebKit/537.36',
  };
  assert.equal(scoreClick(fingerprintOf(pixel), named), 0);
  const same = { ...named, userAgent: named.userAgent.replace('Pixel 8', 'Pixel 7') };
  assert.equal(scoreClick(fingerprintOf(pixel), same), 100);
});

test('a browser that hides model and version costs only those points', () => {
  const hidden = POINTS.model + POINTS.systemVersion + POINTS.userAgent;
  assert.equal(scoreClick(fingerprintOf(pixel), clickOf(pixel)), 100 - hidden);
});

test('a phone on its side has the same screen', () => {
  const turned = { ...click, screenWidth: click.screenHeight, screenHeight: click.screenWidth };
  assert.equal(scoreClick(phone, turned), 100);
});

test('the same language of another region earns half', () => {
  assert.equal(scoreClick({ ...phone, languages: ['de-AT'] }, click), 100 - POINTS.language / 2);
});

test('any of the phone’s languages may be the browser’s', () => {
  assert.equal(scoreClick({ ...phone, languages: ['fr-FR', 'de-DE'] }, click), 100);
});

test('another minor version earns half', () => {
  assert.equal(scoreClick({ ...phone, systemVersion: '17.4.1' }, click), 100 - POINTS.systemVersion / 2);
});

test('two names of one timezone agree', () => {
  const inIndia = { ...phone, timezone: 'Asia/Kolkata' };
  assert.equal(scoreClick(inIndia, { ...click, timezone: 'Asia/Calcutta' }), 100);
});

test('IPv6 addresses of one network agree, of two networks don’t', () => {
  const at = (ours: string, theirs: string) => scoreClick({ ...phone, address: ours }, { ...click, address: theirs });
  assert.equal(at('2001:db8:1:2::1', '2001:db8:1:2:ffff::9'), 100);
  assert.equal(at('2001:db8:1:2::1', '2001:db8:1:3::1'), 100 - POINTS.address);
  assert.equal(at('2001:db8:1:2::1', '203.0.113.7'), 100 - POINTS.address);
});

test('a desktop user agent, which an iPad sends too, contradicts no phone', () => {
  const desktop = { ...click, userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' };
  const fromUserAgent = POINTS.platform + POINTS.model + POINTS.systemVersion + POINTS.userAgent;
  assert.equal(scoreClick(phone, desktop), 100 - fromUserAgent);
});

test('a user agent tells platform, model and version where the phone doesn’t', () => {
  const silent = { ...phone, platform: null, model: null, systemVersion: null };
  assert.equal(scoreClick(silent, click), 100);
});
