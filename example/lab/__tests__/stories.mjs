import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chooseStory, play, plays, untilOver } from './plays.mjs';
import { lab } from './stage.mjs';
import { FROM_PLAY, LAMP } from './words.mjs';

/** What the story wants to be done next. */
const next = () => lab.bench.locator('.story-steps [aria-current="step"]').innerText();

test('the stories are those that are played here, the best one first', async () => {
  const titles = await lab.bench.locator('.stories strong').allInnerTexts();
  assert.deepEqual(titles, Object.keys(plays));
  assert.match(titles[0], /^Ada shares a lamp, and Ben buys it/);
});

for (const title of Object.keys(plays)) {
  test(`“${title}” can be played to its end`, async () => {
    await chooseStory(title);
    await play(title);
    await untilOver();
    // The first story ends with a purchase, and the service says whose link led to it.
    if (title !== Object.keys(plays)[0]) return;
    await lab.bench.getByText('Ben’s purchase is attributed to Ada’s link.').waitFor();
    await lab.bench.getByText(/^This purchase is attributed to the link .*, created by Ada\.$/).waitFor();
  });
}

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
    await chooseStory(title);
    await lab.look(owner);
    for (const [group, option] of [...switches, ['Network', 'Good']]) {
      const radio = lab.bench.getByRole('group', { name: group }).getByRole('radio', { name: option });
      assert.ok(await radio.isChecked(), `${group}: ${option}`);
    }
    await lab.press('All stories');
    await lab.bench.locator('.stories').waitFor();
  });
}

test('a story marks what is done, and ends with what it shows', async () => {
  await chooseStory('The store forgets it');
  assert.equal(await next(), `Tap ${LAMP} in Messages.`);
  await lab.press(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  await lab.bench.locator('.lesson', { hasText: 'the phone’s fingerprint finds the link' }).waitFor();
  assert.equal(await lab.bench.locator('.story-steps [data-done="false"]').count(), 0);
  assert.match(await lab.verdict(), /by the phone’s fingerprint/);
});

test('“Start over” starts the story over', async () => {
  await chooseStory('The store forgets it');
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
  await chooseStory('A link is tapped inside a chat’s own browser');
  await lab.tap(LAMP);
  await lab.landing.getByText('choose “Open in browser”', { exact: false }).waitFor();
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await lab.press('Install');
  await lab.press('Open');
  await lab.shows('Halo lamp');
  await lab.press('All stories');
});
