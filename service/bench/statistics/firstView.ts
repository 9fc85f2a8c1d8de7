import { chromium } from 'playwright-core';
import type { Hono } from 'hono';
import { CHROMIUM } from '../../../scripts/chromium.mjs';
import type { Connection, ServiceEnv } from '../../src/routes/ServiceEnv.ts';
import { createNodeServer } from '../../src/server/createNodeServer.ts';
import { listen } from '../../src/server/listen.ts';

const VIEWS = 7;

/** What of the Overview is on the screen, in milliseconds from the address. */
export interface FirstView {
  /** The five numbers. */
  figures: number;
  /** The numbers, the curve and both tables. */
  everything: number;
}

/** Runs in the page, and notes when something is on the screen. To ask from outside would be too slow. */
const WATCH_FOR_FIGURES = `
  window.shownAfter = {};
  const awaited = {
    figures: () => /[1-9]/.test(document.querySelector('.tile-value')?.textContent ?? ''),
    everything: () => document.querySelectorAll('.breakdown').length === 2 && !document.querySelector('.loading'),
  };
  new MutationObserver(() => {
    for (const [name, isThere] of Object.entries(awaited)) {
      if (!isThere()) continue;
      delete awaited[name];
      requestAnimationFrame(() => setTimeout(() => { window.shownAfter[name] = performance.now(); }));
    }
  }).observe(document, { childList: true, subtree: true });
`;

/** Opens Overview in Chromium, signed in and each time without anything in its cache. */
export async function firstView(service: Hono<ServiceEnv>, key: string): Promise<FirstView[]> {
  const { server, stop } = createNodeServer(async (request, connection: Connection) =>
    service.fetch(request, connection)
  );
  const listening = await listen(server, '127.0.0.1', 0);
  if (listening.kind === 'failed') throw new Error(listening.reason);
  const url = `http://127.0.0.1:${listening.port}`;
  const browser = await chromium.launch(CHROMIUM);
  try {
    const views: FirstView[] = [];
    for (let view = 0; view < VIEWS; view += 1) {
      const context = await browser.newContext();
      const signedIn = await context.request.post(`${url}/api/session`, { data: { key } });
      if (signedIn.status() !== 201) throw new Error(`The key is refused: ${signedIn.status()}`);
      const page = await context.newPage();
      await page.addInitScript(WATCH_FOR_FIGURES);
      await page.goto(`${url}/dashboard/`);
      const shown = await page.waitForFunction(() => {
        const after = Reflect.get(globalThis, 'shownAfter') as Partial<FirstView>;
        return after.figures !== undefined && after.everything !== undefined ? (after as FirstView) : null;
      });
      views.push((await shown.jsonValue()) as FirstView);
      await context.close();
    }
    return views;
  } finally {
    await browser.close();
    await stop(0);
  }
}
