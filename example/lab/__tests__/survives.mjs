import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listEvents } from './askAsOperator.mjs';
import { installFromOffer, lab } from './stage.mjs';
import { BLANKET, FROM_PLAY, LAMP } from './words.mjs';

/** Taps the lamp, installs an app that asks again or doesn't, and opens it where there is no network. */
async function openOffline(retry) {
  lab.expectError(/^\[Link\] match: the service can't be reached/);
  await lab.choose('Retry', retry);
  await lab.tap(LAMP);
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await lab.press('Install');
  await lab.choose('Network', 'Off');
  await lab.press('Open');
  await lab.shows('Things for quiet evenings');
}

/** Leaves the app and comes back to it, with a network. */
async function comeBack() {
  await lab.choose('Network', 'Good');
  await lab.press('Home');
  await lab.press('Small Hours');
}

test('an install without network opens at the front door, and finds its link when the app comes back', async () => {
  await openOffline('On');
  const { match, publish } = await lab.steps();
  assert.deepEqual({ match, publish }, { match: 'unavailable', publish: 'none' });
  assert.match(await lab.verdict(), /asks again when it comes back\.$/);

  await comeBack();
  await lab.shows('Halo lamp');
});

test('without the retry an install without network has lost its link', async () => {
  await openOffline('Off');
  await comeBack();
  await lab.press('Relaunch');
  await lab.shows('Things for quiet evenings');
  assert.equal((await lab.steps()).firstRun, 'used');
  assert.doesNotMatch(await lab.verdict(), /asks again/);
});

test('a slow network delays the link but doesn’t lose it', async () => {
  await lab.choose('Network', 'Slow');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
});

test('a match goes on while somebody looks at another phone, elsewhere on the network', async () => {
  await lab.look('Ben');
  await lab.choose('System', 'iOS');
  await lab.look('Ada');
  await lab.choose('Install referrer', 'Missing');
  await lab.choose('Network', 'Slow');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.look('Ben');
  await lab.page.getByRole('main', { name: 'Ben’s phone' }).waitFor();
  await lab.page.locator('.request .status', { hasText: '200' }).first().waitFor({ state: 'attached' });
  await lab.look('Ada');
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
  assert.deepEqual((await listEvents(lab.page)).filter(isMug), []);

  await lab.choose('Network', 'Good');
  await lab.press('Relaunch');
  await lab.bench.locator('.step[data-step="events"]').waitFor();
  const names = (await listEvents(lab.page)).filter(isMug).map(({ name }) => name);
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
