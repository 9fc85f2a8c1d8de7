import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AMBIGUITY_MARGIN, chooseClick, MATCH_THRESHOLD } from '../src/matching/chooseClick.ts';
import type { ClickFacts } from '../src/matching/ClickFacts.ts';
import type { Fingerprint } from '../src/matching/Fingerprint.ts';
import { POINTS } from '../src/matching/scoreClick.ts';

const phone: Fingerprint = {
  address: '203.0.113.7',
  platform: 'ios',
  model: 'iPhone 15',
  systemVersion: '17.5',
  screenWidth: 393,
  screenHeight: 852,
  scale: 3,
  languages: ['de-DE'],
  timezone: 'Europe/Berlin',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)',
};

const facts: ClickFacts = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)',
  language: 'de-DE',
  screenWidth: 393,
  screenHeight: 852,
  scale: 3,
  timezone: 'Europe/Berlin',
};

const OLDER_SYSTEM = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)';

const click = (id: string, code: string, change: Partial<ClickFacts> = {}) => ({
  ...facts,
  ...change,
  id,
  code,
});

test('no clicks, no choice', () => {
  assert.deepEqual(chooseClick(phone, []), { kind: 'none' });
});

test('the click that agrees best is chosen', () => {
  const best = click('best', 'summer');
  const weaker = click('weaker', 'sneaker', { language: 'fr-FR' });
  assert.deepEqual(chooseClick(phone, [weaker, best]), { kind: 'chosen', click: best, score: 100 });
});

test('everything but the address is not enough', () => {
  assert.ok(100 - POINTS.address < MATCH_THRESHOLD);
  const elsewhere = click('elsewhere', 'summer', { address: '198.51.100.1' });
  assert.deepEqual(chooseClick(phone, [elsewhere]), { kind: 'none' });
});

// Address, platform, model, version and scale: exactly the threshold.
const barelyKnown: Fingerprint = {
  ...phone,
  screenWidth: null,
  languages: [],
  timezone: null,
  userAgent: null,
};

test('the threshold is enough, less is not', () => {
  const { address, platform, model, systemVersion, scale } = POINTS;
  assert.equal(address + platform + model + systemVersion + scale, MATCH_THRESHOLD);
  assert.equal(chooseClick(barelyKnown, [click('one', 'summer')]).kind, 'chosen');
  assert.equal(chooseClick({ ...barelyKnown, scale: null }, [click('one', 'summer')]).kind, 'none');
});

test('two that score alike on different links are ambiguous', () => {
  const clicks = [click('one', 'summer'), click('two', 'sneaker')];
  assert.deepEqual(chooseClick(phone, clicks), { kind: 'ambiguous' });
});

test('less than the margin apart is alike, the margin apart is not', () => {
  const best = click('best', 'summer');
  const almost = click('almost', 'sneaker', { userAgent: OLDER_SYSTEM });
  assert.equal(chooseClick({ ...phone, userAgent: null }, [best, almost]).kind, 'ambiguous');

  assert.equal(POINTS.timezone, AMBIGUITY_MARGIN);
  const apart = click('apart', 'sneaker', { timezone: null });
  assert.equal(chooseClick(phone, [best, apart]).kind, 'chosen');
});

test('a rival just below the threshold still makes the choice ambiguous', () => {
  const rival = click('rival', 'sneaker', { userAgent: OLDER_SYSTEM });
  assert.equal(chooseClick(barelyKnown, [rival]).kind, 'none');
  assert.equal(chooseClick(barelyKnown, [click('best', 'summer'), rival]).kind, 'ambiguous');
});

test('of two views of one page the newer is chosen', () => {
  const newer = click('newer', 'summer');
  const older = click('older', 'summer');
  assert.deepEqual(chooseClick(phone, [newer, older]), { kind: 'chosen', click: newer, score: 100 });
});
