import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { lab, openDashboard } from './stage.mjs';
import { FROM_PLAY, LAMP, OFFER } from './words.mjs';

const AXE = createRequire(new URL('../../../service/package.json', import.meta.url)).resolve('axe-core/axe.min.js');

/** The colour of each step. */
const tones = () =>
  lab.bench
    .locator('.step')
    .evaluateAll((rows) => Object.fromEntries(rows.map((row) => [row.dataset.step, row.dataset.tone])));

test('every switch says what it does', async () => {
  const hints = await lab.bench.getByRole('group').evaluateAll((groups) =>
    groups
      .filter((group) => group.tagName === 'FIELDSET')
      .map((group) => {
        const hint = group.ownerDocument.getElementById(group.getAttribute('aria-describedby'));
        return [group.querySelector('legend').innerText, hint.innerText];
      })
  );
  assert.deepEqual(Object.fromEntries(hints), {
    System: 'Gives you a new phone without the app.',
    Network: 'Slow adds 1.4 s to every request.',
    'Links open in': 'Many chats have a browser of their own.',
    'Install referrer': 'The store tells the app which tap it was.',
    Clipboard: 'iOS only.',
    Backup: 'The next install gets its old data back.',
    'Next install': 'Update: had the app before the library.',
    Retry: 'Asks again later if nobody answered.',
    'Native modules': 'From the next launch on.',
    Consent: 'Changes while the app runs.',
  });
});

for (const [system, button] of [
  ['Android', FROM_PLAY],
  ['iOS', /without copying/],
]) {
  test(`on ${system} the timeline has the order and the numbers of the explanation`, async () => {
    const explained = await lab.bench
      .locator('.primer li')
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('.step-number').innerText, row.querySelector('strong').innerText])
      );
    assert.deepEqual(
      explained.map(([number]) => number),
      ['1', '2', '3', '4', '5', '6', '7', '8']
    );
    await lab.choose('System', system);
    await lab.tap(OFFER);
    await lab.getApp(button);
    await lab.settled();
    const shown = (await lab.bench.locator('.step-name').allInnerTexts()).map((text) =>
      text.split(/\s(.*)/s).slice(0, 2)
    );
    const numbered = shown.filter(([number]) => number !== '·');
    assert.ok(numbered.length >= 5);
    // A part of the explanation, in its order.
    assert.deepEqual(
      numbered,
      explained.filter(([number]) => numbered.some(([other]) => other === number))
    );
  });
}

test('a step that failed without harm is not red, and neither is an answer that there is no link', async () => {
  lab.expectError(/status of 404/);
  await lab.choose('Install referrer', 'Missing');
  await lab.press('Home');
  await lab.press('Play Store');
  await lab.press('Install');
  await lab.press('Open');
  assert.equal((await lab.steps()).referrer, 'failed');
  const { referrer, match } = await tones();
  assert.deepEqual({ referrer, match }, { referrer: 'quiet', match: 'quiet' });
  assert.equal(await lab.bench.locator('.request .status').first().getAttribute('data-tone'), 'quiet');
});

test('a match that got no answer is red', async () => {
  lab.expectError(/^\[Link\] match: the service can't be reached/);
  await lab.press(LAMP);
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await lab.press('Install');
  await lab.choose('Network', 'Off');
  await lab.press('Open');
  await lab.settled();
  assert.equal((await tones()).match, 'bad');
});

test('the dashboard shows the confidence that the lab shows', async () => {
  await lab.choose('Install referrer', 'Missing');
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.shows('Halo lamp');
  const [, confidence] = /a likely match, (.*)\.$/.exec(await lab.verdict());

  const operator = await openDashboard('settings/health');
  const newest = operator.getByRole('row', { name: /by fingerprint/ }).first();
  assert.ok((await newest.innerText()).split(/[\t\n]+/).includes(confidence), await newest.innerText());
  await operator.close();
});

/** A phone whose browser shows its bars. */
const SHORT = 700;

for (const width of [390, 600, 768]) {
  test(`at ${width} × ${SHORT} px the reason is in view after a launch, beside or above the app`, async () => {
    await lab.page.setViewportSize({ width, height: SHORT });
    await lab.tap(LAMP);
    await lab.getApp(FROM_PLAY);
    await lab.shows('Halo lamp');
    await lab.settled();
    const reason = await lab.bench.locator('.verdict', { hasText: 'was found after' }).boundingBox();
    assert.ok(reason.y >= 0 && reason.y + reason.height <= SHORT, JSON.stringify(reason));
    const heading = await lab.app.getByRole('heading', { name: 'Halo lamp' }).boundingBox();
    const isCovered = heading.x < reason.x + reason.width && heading.y < reason.y + reason.height;
    assert.ok(!isCovered && heading.y + heading.height <= SHORT, JSON.stringify({ reason, heading }));
  });
}

test('axe finds nothing on any screen, at 390, 768 and 1440 px, in both colour schemes', async () => {
  await lab.page.addScriptTag({ path: AXE });
  const check = async (where, rule) => {
    // The landing page and the app have tests of their own.
    const options = { iframes: false, resultTypes: ['violations'], ...(rule && { runOnly: rule }) };
    const { violations } = await lab.page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    assert.deepEqual(found, [], where);
  };
  const checkEverywhere = async (where) => {
    for (const width of [390, 768, 1440]) {
      await lab.page.setViewportSize({ width, height: 900 });
      await check(`${where} at ${width} px`);
      await lab.page.emulateMedia({ colorScheme: 'dark' });
      await check(`${where} at ${width} px, dark`, 'color-contrast');
      await lab.page.emulateMedia({ colorScheme: 'light' });
    }
  };
  await checkEverywhere('messages');
  await lab.press('Home');
  await checkEverywhere('home');
  await lab.page.getByRole('button', { name: 'The store forgets it' }).click();
  await lab.press(LAMP);
  await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
  await checkEverywhere('store');
  await lab.press('Install');
  await lab.press('Open');
  await lab.shows('Halo lamp');
  await lab.settled();
  await checkEverywhere('app');
});
