import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

import { listEvents } from './listEvents.mjs';
import { openLab } from './openLab.mjs';
import { startServer } from './startServer.mjs';

const screenshotFile = fileURLToPath(new URL('../../../docs/lab.png', import.meta.url));

const OFFER = 'shop.example/welcome';
const LAMP = 'shop.example/halo';
const BLANKET = 'shop.example/product/drift-blanket?ref=mail';
const CANDLE = 'deferredshop://product/ember-candle?ref=sms';

const FROM_PLAY = 'Get it on Google Play';
const BY_COPY = 'Copy link and get the app';
const WITHOUT_COPY = /without copying/;

let server;
let browser;
let lab;

before(async () => {
  server = await startServer();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});

after(async () => {
  await browser?.close();
  const { code, output } = await server.stop();
  assert.equal(code, 0, output);
});

beforeEach(async () => {
  lab = await openLab(browser, server.url);
});

afterEach(() => lab.close());

async function installFromOffer() {
  await lab.tap(OFFER);
  await lab.getApp(FROM_PLAY);
  await lab.shows('15 % off your first order');
}

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

  if (process.env.SCREENSHOT) {
    await lab.press('Messages');
    await lab.bench.locator('.request summary').first().click();
    await lab.page.mouse.move(0, 0);
    await lab.page.screenshot({ path: screenshotFile });
  }
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

test('a short link is resolved when it opens the running app', async () => {
  await installFromOffer();
  await lab.tap(LAMP);
  await lab.shows('Halo lamp');

  const { resolve, publish } = await lab.steps();
  assert.deepEqual({ resolve, publish }, { resolve: 'found', publish: 'verified' });
  const [request] = await lab.requests();
  assert.deepEqual(request, {
    path: '/resolve-short',
    body: { url: 'https://shop.example/halo' },
  });
});

test('a short link is resolved when it starts the app', async () => {
  await installFromOffer();
  await lab.press('Close');
  await lab.tap(LAMP);
  await lab.shows('Halo lamp');
  assert.equal((await lab.steps()).resolve, 'found');
});

for (const [kind, link, heading, type] of [
  ['universal', BLANKET, 'Drift blanket', 'verified'],
  ['scheme', CANDLE, 'Ember candle', 'scheme'],
]) {
  test(`a ${kind} link starts the installed app on its screen`, async () => {
    await installFromOffer();
    await lab.press('Close');
    await lab.tap(link);
    await lab.shows(heading);

    const { initialLink, match, publish } = await lab.steps();
    assert.deepEqual(
      { initialLink, match, publish },
      {
        initialLink: 'found',
        match: undefined,
        publish: type,
      }
    );
  });

  test(`a ${kind} link moves the running app to its screen`, async () => {
    await installFromOffer();
    await lab.tap(link);
    await lab.shows(heading);
    assert.equal((await lab.steps()).publish, type);
  });

  test(`a ${kind} link brings the app back from the background`, async () => {
    await installFromOffer();
    await lab.press('Home');
    await lab.tap(link);
    await lab.shows(heading);
  });
}

test('a link that starts the app for the first time spares the match', async () => {
  await lab.press('Store');
  await lab.press('Install');
  await lab.tap(BLANKET);
  await lab.shows('Drift blanket');
  assert.equal((await lab.steps()).match, undefined);

  await lab.press('Relaunch');
  await lab.shows('Things for quiet evenings');
  assert.equal((await lab.steps()).firstRun, 'used');
});

test('a relaunch asks nothing and opens at the front door', async () => {
  await installFromOffer();
  // What the first launch logged goes out now, and not at the launch under test.
  await lab.press('Home');
  await lab.bench.locator('.request code', { hasText: '/events' }).waitFor();
  await lab.bench.locator('.step[data-step="events"]').waitFor();

  await lab.press('Relaunch');
  await lab.shows('Things for quiet evenings');
  await lab.settled();
  assert.deepEqual(await lab.requests(), []);
  const { firstRun, publish } = await lab.steps();
  assert.deepEqual({ firstRun, publish }, { firstRun: 'used', publish: 'none' });
});

test('an install without network opens at the front door, with one logged error', async () => {
  lab.expectError(/^\[Link\] No deferred link could be matched: the service can't be reached/);
  await lab.tap(OFFER);
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await lab.press('Install');
  await lab.choose('Network', 'Off');
  await lab.press('Open');
  await lab.shows('Things for quiet evenings');

  const { match, publish } = await lab.steps();
  assert.deepEqual({ match, publish }, { match: 'unavailable', publish: 'none' });
});

test('a slow network delays the link but doesn’t lose it', async () => {
  await lab.choose('Network', 'Slow');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
});

test('a link tapped during the match wins over it', async () => {
  await lab.choose('Network', 'Slow');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.bench.locator('.request code', { hasText: '/match-link' }).waitFor();
  await lab.tap(BLANKET);
  await lab.shows('Drift blanket');

  await lab.press('First launch');
  await lab.bench.locator('.request .status', { hasText: '200' }).waitFor();
  await lab.shows('Drift blanket');
});

test('an app killed during the match tries again at its next launch', async () => {
  await lab.choose('Network', 'Slow');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.bench.locator('.request code', { hasText: '/match-link' }).waitFor();
  await lab.press('Close');
  await lab.press('Relaunch');
  await lab.shows('Halo lamp');
});

test('an event logged offline arrives after the network is back and the app relaunched', async () => {
  await installFromOffer();
  await lab.choose('Network', 'Off');
  await lab.app.getByRole('link', { name: /Tide mug/ }).click();
  await lab.app.getByRole('button', { name: /Add to cart/ }).click();
  await lab.shows('Tide mug');
  await lab.press('Close');

  const isMug = ({ data }) => data?.productId === 'tide-mug';
  assert.deepEqual((await listEvents(server.url)).filter(isMug), []);

  await lab.choose('Network', 'Good');
  await lab.press('Relaunch');
  await lab.bench.locator('.step[data-step="events"]').waitFor();
  const names = (await listEvents(server.url)).filter(isMug).map(({ name }) => name);
  assert.deepEqual(names, ['view_item', 'add_to_cart']);
});

test('an uninstall clears the disk: the next install is a first run again', async () => {
  await installFromOffer();
  await lab.press('Uninstall');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  assert.equal((await lab.steps()).firstRun, 'first');
});

test('a restored Android backup doesn’t pass for an old install', async () => {
  await installFromOffer();
  await lab.choose('Backup', 'Restored');
  await lab.press('Uninstall');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  assert.equal((await lab.steps()).firstRun, 'first');
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
