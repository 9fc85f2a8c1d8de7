import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { lab, server } from './stage.mjs';
import { BLANKET, BY_COPY, FROM_PLAY, LAMP, OFFER, WITHOUT_COPY } from './words.mjs';

test('on Android the store’s referrer leads to the right screen, by click id alone', async () => {
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');

  const { referrer, match, publish } = await lab.steps();
  assert.deepEqual(
    { referrer, match, publish },
    {
      referrer: 'found',
      match: 'found',
      publish: 'deferred',
    }
  );
  const [request] = await lab.requests();
  assert.equal(request.path, '/match-link');
  assert.deepEqual(Object.keys(request.body), ['clickId']);
  assert.match(
    await lab.verdict(),
    /^shop\.example\/product\/halo-lamp\?ref=friend was found after .*: an exact match\.$/
  );
  assert.equal(await lab.note('fingerprint'), 'Not sent: the click id was enough.');
});

test('on iOS a copied link leads to the right screen', async () => {
  await lab.choose('System', 'iOS');
  await lab.tap(LAMP);
  await lab.getApp(BY_COPY);
  await lab.shows('Halo lamp');

  const { clipboard, publish } = await lab.steps();
  assert.deepEqual({ clipboard, publish }, { clipboard: 'found', publish: 'deferred' });
  const [request] = await lab.requests();
  assert.match(request.body.pastedLink, /^https:\/\/shop\.example\/halo\?/);
});

test('an Expo app with Expo’s modules alone finds its link by click id', async () => {
  await lab.choose('Native modules', 'Expo’s');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  const [request] = await lab.requests();
  assert.deepEqual(Object.keys(request.body), ['clickId']);
});

test('an Expo app with Expo’s modules alone finds its link by clipboard', async () => {
  await lab.choose('System', 'iOS');
  await lab.choose('Native modules', 'Expo’s');
  await lab.tap(LAMP);
  await lab.getApp(BY_COPY);
  await lab.shows('Halo lamp');
  const [request] = await lab.requests();
  assert.match(request.body.pastedLink, /^https:\/\/shop\.example\/halo\?/);
});

test('an Expo app with Expo’s modules alone finds its link by fingerprint', async () => {
  await lab.choose('Native modules', 'Expo’s');
  await lab.choose('Install referrer', 'Missing');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  const [{ body }] = await lab.requests();
  assert.deepEqual(
    { model: body.model, manufacturer: body.manufacturer, systemVersion: body.systemVersion },
    { model: 'Pixel 9', manufacturer: 'Google', systemVersion: '15' }
  );
  assert.match(body.userAgent, /^Dalvik/);
});

test('a path that nobody made a link for leads through the store to its screen', async () => {
  await lab.tap(BLANKET);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Drift blanket');

  const { match, publish } = await lab.steps();
  assert.deepEqual({ match, publish }, { match: 'found', publish: 'deferred' });
  assert.match(await lab.verdict(), /^\/product\/drift-blanket\?ref=mail was found after .*: an exact match\.$/);
});

test('a copied path leads to its screen, too', async () => {
  await lab.choose('System', 'iOS');
  await lab.tap(BLANKET);
  await lab.getApp(BY_COPY);
  await lab.shows('Drift blanket');
  const [request] = await lab.requests();
  assert.match(request.body.pastedLink, /^https:\/\/shop\.example\/product\/drift-blanket\?clickId=/);
});

test('on iOS a denied clipboard stays unread, and the fingerprint finds the link', async () => {
  await lab.choose('System', 'iOS');
  await lab.choose('Clipboard', 'Denied');
  await lab.tap(LAMP);
  await lab.getApp(BY_COPY);
  await lab.shows('Halo lamp');

  assert.equal((await lab.steps()).clipboard, 'none');
  const [request] = await lab.requests();
  assert.equal('pastedLink' in request.body, false);
});

test('without referrer and clipboard the fingerprint finds the link', async () => {
  await lab.choose('Install referrer', 'Missing');
  await lab.tap(OFFER);
  await lab.getApp(FROM_PLAY);
  await lab.shows('15 % off your first order');

  const { referrer, fingerprint, match } = await lab.steps();
  assert.deepEqual(
    { referrer, fingerprint, match },
    {
      referrer: 'failed',
      fingerprint: 'gathered',
      match: 'found',
    }
  );
  const [request] = await lab.requests();
  assert.equal(request.body.model, 'Pixel 9');
  assert.equal(await lab.note('fingerprint'), null);
  assert.match(await lab.verdict(), /a likely match, 9\d\s?%\.$/);
});

test('on iOS nothing copied is no obstacle either', async () => {
  await lab.choose('System', 'iOS');
  await lab.tap(OFFER);
  await lab.getApp(WITHOUT_COPY);
  await lab.shows('15 % off your first order');
  assert.equal((await lab.steps()).publish, 'deferred');
});

test('of two taps on different links the last one counts', async () => {
  await lab.choose('Install referrer', 'Missing');
  await lab.tap(OFFER);
  await lab.landing.getByRole('heading', { level: 1 }).waitFor();
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  assert.equal((await lab.steps()).match, 'found');
});

test('the whole way can be gone by keyboard', async () => {
  const { page } = lab;
  const pressOn = async (locator) => {
    await locator.focus();
    await page.keyboard.press('Enter');
  };
  await pressOn(page.getByRole('button', { name: LAMP, exact: true }));
  await pressOn(lab.landing.getByRole('link', { name: FROM_PLAY }));
  await pressOn(page.getByRole('button', { name: 'Install', exact: true }));
  await pressOn(page.getByRole('button', { name: 'Open', exact: true }));
  await lab.shows('Halo lamp');
});

test('of taps on two phones of one network the service doesn’t guess, and the lab says so', async () => {
  // Chromium's own line about the answer.
  lab.expectError(/status of 404/);
  await lab.tap(LAMP);
  await lab.landing.getByRole('link', { name: FROM_PLAY }).waitFor();
  await lab.look('Ben');
  await lab.choose('Install referrer', 'Missing');
  await lab.tap(OFFER);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Things for quiet evenings');

  assert.equal((await lab.steps()).match, 'none');
  assert.match(await lab.verdict(), /several links could have led to this phone.*\(ambiguous_match\)/);
});

test('an app of your own that runs in a simulator gets the link that was opened in its browser, as README says', async () => {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, path, route] = /`http:\/\/localhost:8787(\/\w+)`.*?the route `(.*?)`/.exec(readme);
  const page = await fetch(`${server.url}${path}`, { headers: { 'User-Agent': agent, 'Accept-Language': 'en-US' } });
  assert.equal(page.status, 200);

  const response = await fetch(`${server.url}/api/link/match-link`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer pk_demo_local',
      'Content-Type': 'application/json',
      'X-App-ID': 'demo-shop',
      'X-Install-ID': randomUUID(),
    },
    body: JSON.stringify({
      platform: 'ios',
      model: 'iPhone 16',
      manufacturer: 'Apple',
      systemVersion: '18.5',
      screenWidth: 393,
      screenHeight: 852,
      scale: 3,
      locale: [{ languageTag: 'en-US' }],
      timezone: 'Europe/Zurich',
      userAgent: agent,
      timestamp: Date.now(),
    }),
  });
  const { link, error } = await response.json();
  assert.equal(error, undefined);
  assert.equal(new URL(link).pathname + new URL(link).search, route);
});
