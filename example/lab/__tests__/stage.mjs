import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { chromium } from 'playwright-core';

import { CHROMIUM } from '../../../scripts/chromium.mjs';
import { openLab } from './openLab.mjs';
import { startServer } from './startServer.mjs';
import { startSite } from './startSite.mjs';
import { FROM_PLAY, OFFER } from './words.mjs';

/** Whether the service runs in the browser, behind a static host, or in the server of `npm run example`. */
const isStatic = process.env.LAB === 'static';

/** A static host's PGlite runs in the browser, where optimising its code takes longer than tests run it. */
const UNOPTIMISED = { ...CHROMIUM, args: [...CHROMIUM.args, '--js-flags=--liftoff-only'] };

/** One server and one browser for all tests, and a lab of its own for each. */
export let server;
export let browser;
export let lab;

/** All labs of a static host are in one browser, and the first one of them runs the service for all. */
let firstTab;

before(async () => {
  server = await (isStatic ? startSite() : startServer());
  browser = await chromium.launch(isStatic ? UNOPTIMISED : CHROMIUM);
  if (isStatic) firstTab = await openLab(browser, server.url);
});

after(async () => {
  await firstTab?.close();
  await browser?.close();
  const { code = 0, output = '' } = (await server?.stop()) ?? {};
  assert.equal(code, 0, output);
});

beforeEach(async () => {
  lab = await openLab(firstTab?.page.context() ?? browser, server.url);
});

afterEach(() => lab.close());

export async function installFromOffer() {
  await lab.tap(OFFER);
  await lab.getApp(FROM_PLAY);
  await lab.shows('15 % off your first order');
}

/** Opens a page of the dashboard, signed in to the lab's shop. */
export async function openDashboard(path) {
  // The service of a static host is in this browser only.
  const operator = await (isStatic ? lab.page.context() : browser).newPage();
  await operator.goto(new URL(`dashboard/${path}`, server.url).href);
  if (!isStatic) {
    await operator.getByLabel('Admin token or secret key').fill('sk_demo_local');
    await operator.getByRole('button', { name: 'Sign in' }).click();
  }
  return operator;
}
