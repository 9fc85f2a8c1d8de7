import { chromium } from 'playwright-core';
import type { Hono } from 'hono';
import { CHROMIUM } from '../../../scripts/chromium.mjs';
import type { Connection, ServiceEnv } from '../../src/routes/ServiceEnv.ts';
import { createNodeServer } from '../../src/server/createNodeServer.ts';
import { listen } from '../../src/server/listen.ts';

const VIEWS = 7;

/** Runs in the page, and notes when the first link is on the screen. To ask from outside would be too slow. */
const WATCH_FOR_LINKS = `
  window.linksShownAfter = 0;
  const observer = new MutationObserver(() => {
    if (![...document.querySelectorAll('a')].some((link) => link.textContent.startsWith('Product '))) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.linksShownAfter = performance.now(); }));
  });
  observer.observe(document, { childList: true, subtree: true });
`;

/**
 * Opens Overview in Chromium, signed in and each time without anything in its cache. Gives the milliseconds from the
 * address to the first link of the list on the screen, the fastest view first.
 */
export async function firstView(service: Hono<ServiceEnv>, key: string): Promise<number[]> {
  const { server, stop } = createNodeServer(async (request, connection: Connection) =>
    service.fetch(request, connection)
  );
  const listening = await listen(server, '127.0.0.1', 0);
  if (listening.kind === 'failed') throw new Error(listening.reason);
  const url = `http://127.0.0.1:${listening.port}/dashboard`;
  const browser = await chromium.launch(CHROMIUM);
  try {
    const first = await browser.newPage();
    await first.goto(url);
    await first.getByRole('textbox').or(first.locator('input')).first().fill(key);
    await first.keyboard.press('Enter');
    await first
      .getByRole('link', { name: /^Product / })
      .first()
      .waitFor();
    const storageState = await first.context().storageState();

    const times: number[] = [];
    for (let view = 0; view < VIEWS; view += 1) {
      const context = await browser.newContext({ storageState });
      const page = await context.newPage();
      await page.addInitScript(WATCH_FOR_LINKS);
      await page.goto(url);
      const shown = await page.waitForFunction(() => Reflect.get(globalThis, 'linksShownAfter') as number);
      times.push(await shown.jsonValue());
      await context.close();
    }
    return times.sort((one, other) => one - other);
  } finally {
    await browser.close();
    await stop(0);
  }
}
