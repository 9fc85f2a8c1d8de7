import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lab } from './stage.mjs';
import { BY_COPY, FROM_PLAY, LAMP, OFFER } from './words.mjs';

const choose = (title) => lab.page.getByRole('button', { name: title }).click();

/** What the story wants to be done next. */
const next = () => lab.bench.locator('.story-steps [aria-current="step"]').innerText();

const untilNext = (text) => lab.bench.locator('.story-steps [aria-current="step"]', { hasText: text }).waitFor();

test('the first story: Ada shares a lamp, Ben installs and buys, and the purchase is attributed to her link', async () => {
  const first = lab.bench.locator('.stories li').first().getByRole('button');
  assert.match(await first.innerText(), /^Ada shares a lamp, and Ben buys it/);
  await first.click();

  await lab.shows('Halo lamp');
  assert.equal(await next(), 'In the app, press Share this lamp.');
  await lab.app.getByRole('button', { name: 'Share this lamp' }).click();
  await untilNext('Turn to Ben’s phone');
  await lab.look('Ben');
  await untilNext('Tap Ada’s link');
  await lab.bench.locator('.letter', { hasText: 'Created in the app' }).getByRole('button').click();
  await untilNext('Get the app');
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await lab.press('Install');
  await untilNext('Open the app');
  await lab.press('Open');
  await untilNext('place the order');
  await lab.app.getByRole('button', { name: /^Add to cart/ }).click();
  await lab.app.getByRole('button', { name: 'Check out' }).click();
  await lab.app.getByRole('button', { name: 'Place order' }).click();
  await lab.shows('Thank you. Sleep well.');
  await lab.press('Home');
  await lab.bench.getByText('Ben’s purchase is attributed to Ada’s link.').waitFor();
  await lab.bench.getByText(/^This purchase is attributed to the link .*, created by Ada\.$/).waitFor();
});

for (const [title, owner, ...switches] of [
  ['The store forgets it', 'Ada', ['Install referrer', 'Missing']],
  ['A link is copied on an iPhone', 'Ada', ['System', 'iOS']],
  ['A link is tapped inside a chat’s own browser', 'Ada', ['Links open in', 'The chat']],
  ['Two people, one network', 'Ben', ['Install referrer', 'Missing']],
  ['Consent comes later', 'Ada', ['Consent', 'Pending']],
  ['An old user updates the app', 'Ada', ['Next install', 'Update']],
]) {
  test(`one click on “${title}” gives new phones with its switches set`, async () => {
    await lab.choose('Network', 'Slow');
    await choose(title);
    await lab.look(owner);
    for (const [group, option] of [...switches, ['Network', 'Good']]) {
      const radio = lab.bench.getByRole('group', { name: group }).getByRole('radio', { name: option });
      assert.ok(await radio.isChecked(), `${group}: ${option}`);
    }
    await lab.press('All stories');
    await lab.bench.locator('.stories').waitFor();
  });
}

const endings = {
  'The store remembers the tap': async () => {
    await lab.press(LAMP);
    await lab.getApp(FROM_PLAY);
  },
  'A link is copied on an iPhone': async () => {
    await lab.press(LAMP);
    await lab.getApp(BY_COPY);
  },
  'Two people, one network': async () => {
    // Chromium's own line about the answer.
    lab.expectError(/404 \(Not Found\)/);
    await lab.press(LAMP);
    await lab.landing.getByRole('link', { name: FROM_PLAY }).waitFor();
    await untilNext('Turn to Ben’s phone');
    await lab.look('Ben');
    await lab.press(OFFER);
    await lab.getApp(FROM_PLAY);
  },
  'The first launch is offline': async () => {
    lab.expectError(/^\[Link\] match: the service can't be reached/);
    await lab.press(LAMP);
    await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
    await lab.press('Install');
    await untilNext('Switch Network to Off');
    await lab.choose('Network', 'Off');
    await untilNext('Open the app');
    await lab.press('Open');
    await lab.settled();
    await untilNext('Switch Network to Good');
    await lab.choose('Network', 'Good');
    await untilNext('Press Home');
    await lab.press('Home');
    await lab.press('Small Hours');
  },
  'Consent comes later': async () => {
    await lab.press(LAMP);
    await lab.getApp(FROM_PLAY);
    await untilNext('Switch Consent to Granted');
    await lab.choose('Consent', 'Granted');
  },
  'An old user updates the app': async () => {
    await lab.press(LAMP);
    await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
    await lab.press('Update');
    await lab.press('Open');
  },
};

for (const [title, play] of Object.entries(endings)) {
  test(`“${title}” can be played to its end`, async () => {
    await choose(title);
    await play();
    await lab.settled();
    await lab.bench.locator('.lesson[data-over="true"]').waitFor();
  });
}

test('a story marks what is done, and ends with what it shows', async () => {
  await choose('The store forgets it');
  assert.equal(await next(), `Tap ${LAMP} in Messages.`);
  await lab.press(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  await lab.bench.locator('.lesson', { hasText: 'the phone’s fingerprint finds the link' }).waitFor();
  assert.equal(await lab.bench.locator('.story-steps [data-done="false"]').count(), 0);
  assert.match(await lab.verdict(), /by the phone’s fingerprint/);
});

test('“Start over” starts the story over', async () => {
  await choose('The store forgets it');
  await lab.press(LAMP);
  await lab.press('Start over');
  assert.equal(await next(), `Tap ${LAMP} in Messages.`);
  const missing = lab.bench.getByRole('group', { name: 'Install referrer' }).getByRole('radio', { name: 'Missing' });
  assert.ok(await missing.isChecked());
});

test('the message, the landing page, the store and the app are all on the phone’s screen', async () => {
  const isOnScreen = async (what, element) => {
    const [inner, outer] = [await element.boundingBox(), await lab.bench.locator('.screen').boundingBox()];
    const isInside =
      inner.x >= outer.x &&
      inner.y >= outer.y &&
      inner.x + inner.width <= outer.x + outer.width + 1 &&
      inner.y + inner.height <= outer.y + outer.height + 1;
    assert.ok(isInside, `${what}: ${JSON.stringify({ inner, outer })}`);
  };
  await isOnScreen('message', lab.page.getByRole('button', { name: LAMP, exact: true }));
  await lab.press(LAMP);
  await lab.landing.getByRole('link', { name: FROM_PLAY }).waitFor();
  await isOnScreen('landing page', lab.bench.locator('iframe[title="Landing page"]'));
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await isOnScreen('store', lab.page.getByRole('button', { name: 'Install', exact: true }));
  await lab.press('Install');
  await lab.press('Open');
  await lab.shows('Halo lamp');
  await isOnScreen('app', lab.bench.locator('iframe[title="Small Hours"]'));
});

test('inside a chat’s own browser the page says how to leave it, and the match is exact all the same', async () => {
  await choose('A link is tapped inside a chat’s own browser');
  await lab.tap(LAMP);
  await lab.landing.getByText('choose “Open in browser”', { exact: false }).waitFor();
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await lab.press('Install');
  await lab.press('Open');
  await lab.shows('Halo lamp');
  await lab.press('All stories');
});
