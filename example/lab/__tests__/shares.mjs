import assert from 'node:assert/strict';
import { test } from 'node:test';

import { installFromOffer, lab } from './stage.mjs';
import { FROM_PLAY, LAMP } from './words.mjs';

/** Taps the newest message on the friend's phone, which is turned to, and gets the app. */
async function followMessage() {
  await lab.look('Ben');
  await lab.bench.locator('.letter', { hasText: 'Made in the app' }).getByRole('button').first().click();
  await lab.getApp(FROM_PLAY);
}

test('a friend who installs by a fingerprint is asked, not told, who has invited them', async () => {
  await installFromOffer();
  await lab.press('Relaunch');
  await lab.app.getByRole('button', { name: 'Invite a friend' }).click();
  await lab.page.getByRole('button', { name: 'Ben’s phone 1 new' }).waitFor();

  await lab.look('Ben');
  await lab.choose('Install referrer', 'Missing');
  await followMessage();
  await lab.shows('15 % off your first order');
  await lab.shows('Welcome! Did Ada invite you?');
});

test('a link that can’t be made is told to the person, and the lab says why', async () => {
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  await lab.choose('Network', 'Off');
  await lab.app.getByRole('button', { name: 'Share this lamp' }).click();
  await lab.app.getByRole('alert').waitFor();
  await lab.page.locator('.step[data-step="createLink"]').waitFor();
  assert.match(await lab.verdict(), /^No link could be made: the service can't be reached/);

  await lab.choose('Network', 'Good');
  await lab.app.getByRole('button', { name: 'Share this lamp' }).click();
  await lab.page.getByRole('button', { name: 'Ben’s phone 1 new' }).waitFor();
  assert.equal(await lab.app.getByRole('alert').count(), 0);
});
