import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { addApp } from '../../src/operations/apps.ts';
import { createSecrets } from '../../src/operations/secrets.ts';
import { tellDigests } from '../../src/operations/digests/tellDigests.ts';
import { createDeliveries } from '../../src/operations/webhooks/createDeliveries.ts';
import { receiveWebhooks, webhookOptions, type Received } from '../support/receiveWebhooks.ts';
import { findViolations } from './findViolations.ts';
import { openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

const APP = { id: 'my-app', name: 'My App', linkHosts: [], androidSha256: [], createdAt: new Date(0) };
const KEYS = { publishable: 'pk_webhooks', secret: 'sk_webhooks' };

/** Whether one of the signatures of what arrived is by this secret. */
function isSigned(secret: string, { headers, body }: Received): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

describe('somebody who is told what happens', () => {
  const options = webhookOptions();
  let dashboard: OpenDashboard;
  let receiver: Awaited<ReturnType<typeof receiveWebhooks>>;
  let visit: Visit;
  let page: Page;
  let deliver: () => Promise<void>;

  before(async () => {
    receiver = await receiveWebhooks((response) => response.writeHead(500).end('the queue is full'));
    dashboard = await openDashboard(options);
    const { queries, clock } = dashboard;
    await addApp(queries, APP, KEYS);
    const deliveries = createDeliveries({
      queries,
      clock: () => clock.now,
      secrets: createSecrets(options.secretsKeys),
      send: options.sendWebhook,
      log: () => {},
      random: () => 0,
    });
    deliver = async () => {
      await deliveries.run(new AbortController().signal);
      await deliveries.settle();
    };
    visit = await dashboard.visit({ as: KEYS.secret, viewport: { width: 1440, height: 900 } });
    page = visit.page;
  });
  after(async () => {
    receiver.close();
    await dashboard.close();
  });

  const endpoint = () => page.getByRole('region', { name: receiver.url });
  const button = (name: string) => endpoint().getByRole('button', { name, exact: true });
  const secretNamed = (name: string | RegExp) => page.locator('.secret').filter({ hasText: name }).locator('code');

  /** Opens the page, and on it the deliveries of the endpoint. */
  async function openDeliveries() {
    await page.goto(`${dashboard.url}/dashboard/settings/webhooks`);
    await button('Deliveries').click();
  }
  const delivery = (type: string) => endpoint().getByRole('row').filter({ hasText: type });

  test('sees what the endpoint answered, sends it again, and replaces the secret', async () => {
    await page.goto(`${dashboard.url}/dashboard/settings/webhooks`);
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('A link was changed').check();
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await endpoint().getByText('Active').waitFor();
    const secret = await secretNamed(/^Secret of/).innerText();
    assert.equal(await page.getByLabel('Address').inputValue(), '');
    assert.ok(!(await page.getByLabel('A link was changed').isChecked()));

    await button('Send a test').click();
    await endpoint().getByText('Test: Waiting: answered 500: the queue is full').waitFor();
    assert.deepEqual(
      receiver.received.map((each) => isSigned(secret, each)),
      [true]
    );

    const created = await page.request.post(`${dashboard.url}/api/links`, {
      headers: { authorization: `Bearer ${KEYS.secret}`, 'x-app-id': APP.id },
      data: { code: 'fresh', destination: '/new' },
    });
    assert.equal(created.status(), 201);
    await deliver();
    await openDeliveries();
    await delivery('link.changed').getByText('Waiting: answered 500: the queue is full').waitFor();
    await endpoint().getByText('Failing', { exact: true }).waitFor();

    receiver.answerWith((response) => response.writeHead(202).end('thanks'));
    const due = page.waitForResponse(/\/replay/);
    await delivery('link.changed').getByRole('button', { name: 'Send again' }).click();
    assert.equal((await due).status(), 200);
    await deliver();
    await openDeliveries();
    await delivery('link.changed').getByText('Delivered: answered 202: thanks').waitFor();
    await endpoint().getByText('Active').waitFor();
    const [, first, second] = receiver.received;
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);

    await button('New secret').click();
    const fresh = await secretNamed('New secret').innerText();
    assert.notEqual(fresh, secret);
    await button('Send a test').click();
    await endpoint().getByText('Test: Delivered: answered 202: thanks').waitFor();
    const last = receiver.received.at(-1);
    // For a day the old one signs, too.
    assert.deepEqual(
      [secret, fresh].map((each) => last !== undefined && isSigned(each, last)),
      [true, true]
    );
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      assert.deepEqual(await findViolations(page), [], `${width} px`);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await findViolations(page, 'color-contrast'), [], `${width} px, dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await page.reload();
    await endpoint().waitFor();
    assert.equal(await page.locator('.secret').count(), 0);
    assert.deepEqual(visit.complaints, []);
  });

  test('gets the numbers of the week in a channel, asked for in the bar of a report', async () => {
    const channel = await receiveWebhooks();
    await page.goto(`${dashboard.url}/dashboard/`);
    await page.getByRole('button', { name: 'Tell me…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tell me' });
    await dialog.getByLabel('Slack’s webhook address').fill(channel.url);
    assert.deepEqual(await dialog.locator('.form-buttons button').allInnerTexts(), ['Cancel', 'Tell me']);
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole('button', { name: 'Tell me' }).click();
    await dialog.getByText('every Monday').waitFor();
    await tellDigests(dashboard.queries, dashboard.clock.now);
    await deliver();
    assert.deepEqual(
      channel.received.map(({ body }) => Object.keys(JSON.parse(body) as object)),
      [['text']]
    );
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Tell me…' }).click();
    await dialog.getByText(`Already sent to ${new URL(channel.url).host}.`).waitFor();
    await dialog.getByRole('checkbox', { name: /Monday/ }).uncheck();
    await dialog.getByRole('checkbox', { name: /fewer installs/ }).uncheck();
    assert.ok(await dialog.getByRole('button', { name: 'Tell me' }).isDisabled());
    channel.close();
    await page.goto(`${dashboard.url}/dashboard/settings/webhooks`);
    await page.getByRole('region', { name: channel.url }).getByText('Last week’s numbers, every Monday').waitFor();
  });

  test('sees older deliveries by asking for them, until there are no more', async () => {
    await page.route('**/deliveries?**', async (route) => {
      const isFirst = !new URL(route.request().url()).searchParams.has('cursor');
      const body = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: isFirst ? { ...body, nextCursor: 'older' } : { deliveries: [], nextCursor: null } });
    });
    await openDeliveries();
    const asked = page.waitForRequest(/[?&]cursor=older/);
    await button('Show more').click();
    await asked;
    await button('Show more').waitFor({ state: 'detached' });
    // With those on their way: the page asks again by itself.
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('pauses it, resumes it, and deletes it after a second word', async () => {
    await button('Pause').click();
    await endpoint().getByText('It was paused by hand.').waitFor();
    await button('Resume').click();
    await endpoint().getByText('Active').waitFor();
    await button('Delete…').click();
    await page.getByRole('button', { name: 'Delete the endpoint' }).click();
    await endpoint().waitFor({ state: 'detached' });
    assert.deepEqual(visit.complaints, []);
  });
});
