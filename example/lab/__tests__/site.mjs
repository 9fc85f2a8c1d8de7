import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { openLab } from './openLab.mjs';
import { browser, lab, server } from './stage.mjs';
import { FROM_PLAY, LAMP } from './words.mjs';

const pageFolder = fileURLToPath(new URL('../../dist/lab', import.meta.url));

async function installFromLamp(tab) {
  await tab.tap(LAMP);
  await tab.getApp(FROM_PLAY);
  await tab.shows('Halo lamp');
}

/** What the lab's own requests have left in the service: its newest click, which the demo month doesn't have. */
const newestClick = (tab) =>
  tab.page.evaluate(async () => {
    const headers = { Authorization: 'Bearer sk_demo_local', 'X-App-ID': 'demo-shop' };
    const { clicks } = await (await fetch('/api/clicks?limit=1', { headers })).json();
    return clicks[0]?.id;
  });

test('a story’s address opens it, its button copies it, and going back leads to all stories', async () => {
  await lab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab.page.getByRole('button', { name: 'Ada shares a lamp' }).click();
  assert.match(lab.page.url(), /#\/ada-shares-a-lamp$/);
  await lab.press('Copy this story’s address');
  await lab.bench.getByText('Copied.').waitFor();
  const address = await lab.page.evaluate('navigator.clipboard.readText()');
  assert.equal(address, `${server.url}#/ada-shares-a-lamp`);

  await lab.page.goBack();
  await lab.bench.locator('.stories').waitFor();
  await lab.page.goto(address);
  await lab.bench.getByRole('heading', { name: 'Ada shares a lamp, and Ben buys it' }).waitFor();
  await lab.shows('Halo lamp');
});

test('an address that names no story leads to all of them', async () => {
  await lab.page.goto(`${server.url}#/no-such-story`);
  await lab.bench.locator('.stories').waitFor();
});

test('the page says that it counts nothing and loads nothing from elsewhere', async () => {
  await lab.page.getByText('This page counts nothing, and loads nothing from elsewhere.').waitFor();
});

test('the page holds no secret key', async () => {
  // The worker stands for the server.
  const isOfPage = (file) => /\.(js|html)$/.test(file) && !/^(assets[\\/]worker-|dashboard[\\/])/.test(file);
  const files = (await readdir(pageFolder, { recursive: true })).filter(isOfPage);
  assert.ok(files.length > 2);
  for (const file of files) {
    assert.ok(!(await readFile(join(pageFolder, file), 'utf8')).includes('sk_demo'), file);
  }
});

test('two tabs play at once, each with its own phones, and the second goes on when the first is closed', async () => {
  const first = await openLab(browser, server.url);
  const second = await openLab(first.page.context(), server.url);
  for (const tab of [first, second]) await tab.choose('Install referrer', 'Missing');
  await first.tap(LAMP);
  await first.landing.getByRole('link', { name: FROM_PLAY }).waitFor();
  await second.tap('shop.example/welcome');
  await second.getApp(FROM_PLAY);
  await second.shows('15 % off your first order');
  await first.getApp(FROM_PLAY);
  await first.shows('Halo lamp');

  await first.page.close();
  await second.press('Uninstall');
  await installFromLamp(second);
  await second.close();
});

test('“Start over” deletes what the service stored, unless another tab has a lab', async () => {
  const only = await openLab(browser, server.url);
  await installFromLamp(only);
  const before = await newestClick(only);
  const other = await openLab(only.page.context(), server.url);
  await other.press('Start over');
  await installFromLamp(other);
  await other.close();
  assert.notEqual(await newestClick(only), undefined);

  await only.press('Start over');
  await installFromLamp(only);
  const ids = await only.page.evaluate(async () => {
    const headers = { Authorization: 'Bearer sk_demo_local', 'X-App-ID': 'demo-shop' };
    return (await (await fetch('/api/clicks?limit=5', { headers })).json()).clicks.map(({ id }) => id);
  });
  assert.ok(!ids.includes(before), 'the click from before is gone');
  await only.close();
});

test('after the first visit the page works offline', async () => {
  const tab = await openLab(browser, server.url);
  const context = tab.page.context();
  await installFromLamp(tab);
  await tab.page.getByText('It works offline now.').waitFor();
  await context.setOffline(true);
  await tab.page.reload();
  await tab.press('Start over');
  await installFromLamp(tab);
  await tab.close();
});

test('the dashboard needs no cookie, signs out and in, and goes on after the lab’s tab was closed', async () => {
  const tab = await openLab(browser, server.url);
  await installFromLamp(tab);
  const context = tab.page.context();
  const operator = await context.newPage();
  await operator.goto(`${server.url}dashboard/`);
  const overview = operator.getByRole('heading', { name: 'Overview', level: 1 });
  await overview.waitFor();
  assert.deepEqual(await context.cookies(), []);

  await operator.getByRole('button', { name: 'Sign out' }).click();
  await operator.getByLabel('Admin token or secret key').fill('sk_demo_local');
  await operator.getByRole('button', { name: 'Sign in' }).click();
  await overview.waitFor();

  await tab.page.close();
  await operator.goto(`${server.url}dashboard/settings`);
  const links = operator.locator('a[href*="/api/export/links.csv"]');
  const [file] = await Promise.all([operator.waitForEvent('download'), links.click()]);
  assert.match(await readFile(await file.path(), 'utf8'), /shop\.example\/halo/);
  await context.close();
});

for (const missing of ['serviceWorker', 'locks']) {
  test(`a browser without ${missing} gets a sentence and the command`, async () => {
    const context = await browser.newContext();
    await context.addInitScript(`delete Navigator.prototype.${missing}`);
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByText('The lab can’t run in this browser').waitFor();
    await page.locator('#unsupported').getByText('npm run example').waitFor();
    await context.close();
  });
}

test('a browser that refuses the service says so, with the command', async () => {
  const context = await browser.newContext();
  await context.addInitScript(
    `navigator.serviceWorker.register = () => Promise.reject(new Error('The operation is insecure.'))`
  );
  const page = await context.newPage();
  await page.goto(server.url);
  const alert = page.getByRole('alert');
  await alert.getByText('npm run example').waitFor();
  assert.match(await alert.innerText(), /The operation is insecure/);
  await context.close();
});

test('a preview of the page has its title and its picture', async () => {
  const html = await (await fetch(server.url)).text();
  const [, picture] = /property="og:image" content="(https:\/\/[^"]+\/)card\.png"/.exec(html) ?? [];
  assert.ok(picture, html);
  const image = await fetch(new URL('card.png', server.url));
  assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png']);
  assert.match(html, /property="og:title" content="Deferred Link Lab"/);
});
