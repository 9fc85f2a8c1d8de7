import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { chromium } from 'playwright-core';

import { CHROMIUM } from '../../../scripts/chromium.mjs';
import { openLab } from './openLab.mjs';
import { startServer } from './startServer.mjs';
import { FROM_PLAY, OFFER } from './words.mjs';

/** One server and one browser for all tests, and a lab of its own for each. */
export let server;
export let browser;
export let lab;

before(async () => {
  server = await startServer();
  browser = await chromium.launch(CHROMIUM);
});

after(async () => {
  await browser?.close();
  const { code, output } = await server.stop();
  assert.equal(code, 0, output);
});

beforeEach(async () => {
  lab = await openLab(browser, server.url);
});

afterEach(() => lab.close());

export async function installFromOffer() {
  await lab.tap(OFFER);
  await lab.getApp(FROM_PLAY);
  await lab.shows('15 % off your first order');
}
