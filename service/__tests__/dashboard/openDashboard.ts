import assert from 'node:assert/strict';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM } from '../../../scripts/chromium.mjs';
import type { ServiceOptions } from '../../src/routes/ServiceOptions.ts';
import { createService } from '../../src/routes/createService.ts';
import { createNodeServer } from '../../src/server/createNodeServer.ts';
import { listen } from '../../src/server/listen.ts';
import { readDashboard } from '../../src/server/readDashboard.ts';
import type { Database, Queries } from '../../src/storage/base/Database.ts';
import { hashText } from '../../src/values/hashText.ts';
import { openMemory } from '../support/openMemory.ts';

export const ADMIN_TOKEN = 'admin_of_the_dashboard_tests';

/** More than a test makes: the limits have tests of their own. */
const NO_LIMIT = { burst: 1_000_000, perSecond: 1_000_000 };

/** What time it is for service and browser: noon, as just after midnight a day has no clicks yet. */
export const NOW = Date.parse('2026-03-18T12:00:00+01:00');

/** Longer than anything takes on a busy machine. */
const WITHIN_MS = 60_000;

/**
 * The browser says so itself whenever something is refused, as the first question of a page is: who is signed in? On a
 * busy machine requests wait at a gate for too long (503), and the page asks again.
 */
const REFUSED = /^Failed to load resource: the server responded with a status of (400|401|404|409|410|429|503)/;

export interface Visit {
  page: Page;
  /** What the console said that it must not say. */
  complaints: string[];
  close: () => Promise<void>;
}

export interface OpenDashboard {
  url: string;
  database: Database;
  queries: Queries;
  /** What time it is for the service, and for browsers from their next visit on. */
  clock: { now: number };
  browser: Browser;
  /** A browser of its own, without a page yet; signed in with the key `as`, or signed out. */
  visit: (options?: BrowserContextOptions & { as?: string }) => Promise<Visit>;
  close: () => Promise<void>;
}

/** The service with the built dashboard, in this process, and a browser in front of it. */
export async function openDashboard(options: Partial<ServiceOptions> = {}): Promise<OpenDashboard> {
  const dashboard = await readDashboard();
  // Before the database, which would keep the process waiting.
  assert.ok(dashboard, 'The dashboard is not built: npm run build');
  const database = await openMemory();
  const clock = { now: NOW };
  const service = createService({
    database,
    dashboard,
    clock: () => clock.now,
    adminTokenHashes: [await hashText(ADMIN_TOKEN)],
    rateLimit: NO_LIMIT,
    signInRateLimit: NO_LIMIT,
    ...options,
  });
  const { server, stop } = createNodeServer((request, connection) => service.fetch(request, connection));
  const listening = await listen(server, '127.0.0.1', 0);
  assert.equal(listening.kind, 'listening');
  const url = `http://127.0.0.1:${listening.kind === 'listening' ? listening.port : 0}`;
  const browser = await chromium.launch(CHROMIUM);

  return {
    url,
    database,
    queries: database.queries,
    clock,
    browser,
    async visit({ as, ...options } = {}) {
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Vienna', ...options });
      context.setDefaultTimeout(WITHIN_MS);
      await context.clock.setFixedTime(clock.now);
      if (as !== undefined) {
        const answer = await context.request.post(`${url}/api/session`, { data: { key: as } });
        assert.equal(answer.status(), 201);
      }
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !REFUSED.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return { page, complaints, close: () => context.close() };
    },
    async close() {
      await browser.close();
      await stop(0);
      await database.close();
    },
  };
}

/** Types the key into the page that asks for it. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('Admin token or secret key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
