import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { figuresOf, findInstall, listEvents, monthOf, sendEvents } from './askAsOperator.mjs';
import { installFromOffer, lab, openDashboard } from './stage.mjs';
import { FROM_PLAY, LAMP } from './words.mjs';

const pictureFile = fileURLToPath(new URL('../../../docs/lab.png', import.meta.url));
const cardFile = fileURLToPath(new URL('../public/card.png', import.meta.url));

/** What chats and feeds show of a link to the page. */
const CARD = { width: 1440, height: 756 };

/** Turns to the friend's phone, taps the newest message there, gets the app, and tells which link it was. */
async function followMessage() {
  await lab.look('Ben');
  const link = lab.bench.locator('.letter', { hasText: 'Created in the app' }).getByRole('button').first();
  const text = await link.innerText();
  await link.click();
  await lab.getApp(FROM_PLAY);
  return text;
}

async function takePicture() {
  if (!process.env.SCREENSHOT) return;
  await lab.bench.locator('.request summary').first().click();
  await lab.page.mouse.move(0, 0);
  await lab.page.screenshot({ path: pictureFile });
  const { width, height } = lab.page.viewportSize();
  await lab.page.setViewportSize(CARD);
  await lab.page.screenshot({ path: cardFile });
  await lab.page.setViewportSize({ width, height });
}

test('the shop has had a month, with visitors on every link', async () => {
  const { clicks, installs, events, links } = await monthOf(lab.page);
  assert.ok(clicks > 500 && installs > 100 && events.length > 3, `${clicks} clicks, ${installs} installs`);
  assert.deepEqual(
    links.filter(({ counts }) => counts.clicks === 0),
    []
  );
});

test('share, click, install, purchase: the service’s statistics say so, and the lab says whose link it was', async () => {
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.app.getByRole('button', { name: 'Share this lamp' }).click();
  await lab.page.getByRole('button', { name: 'Ben’s phone 1 new' }).waitFor();

  const shared = await followMessage();
  await lab.shows('Halo lamp');
  await lab.shows('Ada thinks you’d like this.');
  assert.match(await lab.verdict(), /^\/product\/halo-lamp\?ref=share was found after .*: an exact match\.$/);
  await takePicture();

  await lab.app.getByRole('button', { name: /^Add to cart/ }).click();
  await lab.app.getByRole('button', { name: 'Check out' }).click();
  await lab.app.getByRole('button', { name: 'Place order' }).click();
  await lab.shows('Thank you. Sleep well.');
  // Whoever leaves the app sends what waits.
  await lab.press('Home');
  await lab.bench.getByText(`This purchase is attributed to the link ${shared}, created by Ada.`).waitFor();

  const code = shared.replace('shop.example/', '');
  const { clicks, installs, opens, events, revenue } = await figuresOf(lab.page, code);
  assert.deepEqual(
    { clicks, installs, opens, revenue },
    {
      clicks: 1,
      installs: 1,
      opens: 0,
      revenue: [{ currency: 'EUR', sum: '89' }],
    }
  );
  const counts = Object.fromEntries(events.map(({ name, count }) => [name, count]));
  assert.deepEqual(counts, { view_item: 1, add_to_cart: 1, begin_checkout: 1, purchase: 1 });
  const purchase = (await listEvents(lab.page)).find(({ name, link }) => name === 'purchase' && link === code);
  assert.equal(purchase.userId, 'ben');
});

test('share, sign-up, renewal: the shop’s server asks who brought Ben, and his renewals count for Ada’s link', async () => {
  await lab.tap(LAMP);
  await lab.getApp(FROM_PLAY);
  await lab.app.getByRole('button', { name: 'Share this lamp' }).click();
  await lab.page.getByRole('button', { name: 'Ben’s phone 1 new' }).waitFor();
  const code = (await followMessage()).replace('shop.example/', '');
  await lab.shows('Halo lamp');
  // Whoever leaves the app sends what waits.
  await lab.press('Home');
  await lab.bench.locator('.step[data-step="events"]').first().waitFor();

  // With the sign-up, the server gets the id by which the app sends events.
  const { body } = (await lab.requests()).find(({ path }) => path.endsWith('/events'));
  const { link, match } = await findInstall(lab.page, body.installId);
  assert.deepEqual([link.code, link.data.sharedBy, match.by], [code, 'Ada', 'clickId']);

  const timestamp = new Date().toISOString();
  const plan = { name: 'purchase', data: { total: 4, currency: 'EUR' }, timestamp };
  const answer = await sendEvents(lab.page, [
    { id: `${code} signs up`, installId: body.installId, userId: 'ben', name: 'sign_up', timestamp },
    { ...plan, id: `${code} plan`, installId: body.installId, userId: 'ben' },
    { ...plan, id: `${code} renewal`, userId: 'ben', renewalOf: `${code} plan` },
    { ...plan, id: `${code} refund`, userId: 'ben', name: 'refund', data: { total: 1, currency: 'EUR' } },
  ]);
  assert.deepEqual(answer, { accepted: 4, repeated: 0, rejected: [] });

  const operator = await openDashboard(`links/${code}`);
  const revenue = operator.locator('.tile', { has: operator.getByText('Revenue', { exact: true }) });
  await revenue.locator('.tile-value', { hasText: '€7' }).waitFor();
  await revenue.locator('.tile-note .money', { hasText: '€7.00' }).waitFor();
  const purchases = operator.locator('.event-counts li', { hasText: 'Purchases' });
  assert.equal(await purchases.locator('.event-count').innerText(), '2');
  await operator.close();
});

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
  assert.match(await lab.verdict(), /^No link could be created: the service can't be reached/);
  await lab.page.getByRole('button', { name: 'Asked for a link', exact: true }).waitFor();

  await lab.choose('Network', 'Good');
  await lab.app.getByRole('button', { name: 'Share this lamp' }).click();
  await lab.page.getByRole('button', { name: 'Ben’s phone 1 new' }).waitFor();
  assert.equal(await lab.app.getByRole('alert').count(), 0);
  await lab.page.getByRole('button', { name: 'Created a link', exact: true }).waitFor();
});
