import assert from 'node:assert/strict';
import { test } from 'node:test';

import { installFromOffer, lab, server } from './stage.mjs';
import { BLANKET, CANDLE, FROM_PLAY, LAMP } from './words.mjs';

test('a short link is resolved when it opens the running app', async () => {
  await installFromOffer();
  await lab.tap(LAMP);
  await lab.shows('Halo lamp');

  const { resolve, publish } = await lab.steps();
  assert.deepEqual({ resolve, publish }, { resolve: 'found', publish: 'verified' });
  const request = (await lab.requests()).find(({ path }) => path === '/resolve-short');
  assert.deepEqual(request.body, { url: 'https://shop.example/halo' });
  assert.match(
    await lab.verdict(),
    /^shop\.example\/halo opened the app; the service said after .* that it leads to shop\.example\/product\/halo-lamp/
  );
  await lab.page.getByRole('button', { name: 'Tapped halo', exact: true }).waitFor();
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
    await lab.settled();
    assert.ok((await lab.verdict()).startsWith(link), 'the headline names the link');
  });
}

test('a path opens the installed app with its query, and no request', async () => {
  await installFromOffer();
  await lab.tap(BLANKET);
  await lab.shows('Drift blanket');
  assert.match(
    await lab.verdict(),
    /^shop\.example\/product\/drift-blanket\?ref=mail opened the app\. It was handed over after .*, with no request\.$/
  );
});

test('a link that starts the app for the first time spares the match', async () => {
  await lab.press('Home');
  await lab.press('Play Store');
  await lab.press('Install');
  await lab.tap(BLANKET);
  await lab.shows('Drift blanket');
  assert.equal((await lab.steps()).match, undefined);

  await lab.press('Relaunch');
  await lab.shows('Things for quiet evenings');
  assert.equal((await lab.steps()).firstRun, 'used');
});

test('one event is told as one', async () => {
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.bench.locator('.step[data-step="events"]').waitFor();
  assert.equal(await lab.note('events'), '1 event');
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

test('the landing page says in view that an app which is not there did not open', async () => {
  await lab.tap(LAMP);
  await lab.landing.getByRole('link', { name: 'Open Small Hours' }).click();
  const status = lab.landing.getByText('The app did not open. It may not be installed.');
  await status.waitFor();
  const [said, page] = [await status.boundingBox(), await lab.bench.locator('.landing-window').boundingBox()];
  assert.ok(said.y >= page.y && said.y + said.height <= page.y + page.height, JSON.stringify({ said, page }));
});

test('the page is served while the database is still being prepared', () => {
  assert.deepEqual(server.early, { status: 200, isReady: false });
});
