import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lab } from './stage.mjs';
import { FROM_PLAY, LAMP, OFFER } from './words.mjs';

test('an update of an app that people already have matches nobody', async () => {
  await lab.choose('Next install', 'Update');
  await lab.tap(LAMP);
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await lab.press('Update');
  await lab.press('Open');
  await lab.shows('Things for quiet evenings');

  const { firstRun, match } = await lab.steps();
  assert.deepEqual({ firstRun, match }, { firstRun: 'used', match: undefined });
  assert.match(await lab.verdict(), /^Nothing was asked: the app was installed 30 days ago/);
});

test('consent that is pending holds the search, and consent that is granted goes on with it', async () => {
  await lab.choose('Consent', 'Pending');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Things for quiet evenings');
  assert.deepEqual(await lab.requests(), []);
  assert.match(await lab.verdict(), /nothing is read or asked before consent\.$/);

  await lab.choose('Consent', 'Granted');
  await lab.shows('Halo lamp');
  assert.equal((await lab.steps()).publish, 'deferred');
});

test('consent that is denied sends nothing, and links still open the app', async () => {
  await lab.choose('Consent', 'Denied');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.settled();
  assert.deepEqual(await lab.requests(), []);
  await lab.tap('shop.example/product/drift-blanket?ref=mail');
  await lab.shows('Drift blanket');
  await lab.app.getByRole('button', { name: 'Share this blanket' }).click();
  await lab.app.getByRole('alert').waitFor();
  assert.deepEqual(await lab.requests(), []);
});

test('“Start over” leaves two new phones with their switches as they were', async () => {
  await lab.look('Ben');
  for (const [group, option] of [
    ['System', 'iOS'],
    ['Network', 'Off'],
    ['Links open in', 'The chat'],
    ['Clipboard', 'Denied'],
    ['Retry', 'On'],
    ['Native modules', 'Expo’s'],
    ['Next install', 'Update'],
    ['Consent', 'Denied'],
  ]) {
    await lab.choose(group, option);
  }
  await lab.press('Start over');
  await lab.look('Ben');
  const chosen = await lab.bench
    .getByRole('radio', { checked: true })
    .evaluateAll((radios) => radios.map(({ value }) => value));
  assert.deepEqual(chosen, [
    'android',
    'good',
    'browser',
    'there',
    'allowed',
    'none',
    'new',
    'off',
    'packages',
    'granted',
  ]);
});

test('the tabs say what happened', async () => {
  await lab.tap(OFFER);
  await lab.getApp(FROM_PLAY);
  await lab.shows('15 % off your first order');
  await lab.press('Relaunch');
  await lab.shows('Things for quiet evenings');
  await lab.press('Close');
  await lab.tap(LAMP);
  await lab.shows('Halo lamp');
  await lab.tap('deferredshop://product/ember-candle?ref=sms');
  await lab.shows('Ember candle');
  const tabs = await lab.bench.getByRole('list', { name: 'What happened, oldest first' }).getByRole('button');
  // On a slow machine, what a launch logged may get a tab of its own.
  const titles = (await tabs.allInnerTexts()).filter((title) => !title.startsWith('Sent'));
  assert.deepEqual(titles, ['First launch', 'Launch 2', 'Launch 3 by halo', 'Tapped ember-candle']);
});
