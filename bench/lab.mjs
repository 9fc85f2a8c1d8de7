import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { siteFolder, startSite } from '../example/lab/__tests__/startSite.mjs';
import { CHROMIUM } from '../scripts/chromium.mjs';
import { ROOT } from './tools.mjs';

const VISITS = 5;

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** What a visitor loads, all of it, if the host compresses as GitHub does. */
function measureBytes() {
  const entries = readdirSync(siteFolder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0);
}

/** Milliseconds from opening the page until something can be done. */
async function visit(page, url) {
  const startedAt = performance.now();
  const since = () => performance.now() - startedAt;
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'The store remembers the tap' }).click();
  const clicked = since();
  await page.locator('.bench:visible').getByRole('button', { name: 'shop.example/halo', exact: true }).click();
  const landing = page.locator('.bench:visible').frameLocator('iframe[title="Landing page"]');
  await landing.getByRole('link', { name: 'Get it on Google Play' }).waitFor();
  return { clicked, answered: since() };
}

/** The lab of a static host, in a browser that has never seen it, and in one that has. */
export async function measureLab() {
  const { chromium } = createRequire(join(ROOT, 'example/package.json'))('playwright-core');
  const site = await startSite();
  const browser = await chromium.launch(CHROMIUM);
  try {
    const visits = [];
    for (let count = 0; count < VISITS; count += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      const first = await visit(page, site.url);
      await page.getByText('It works offline now.').waitFor();
      await page.close();
      visits.push({ first, again: await visit(await context.newPage(), site.url) });
      await context.close();
    }
    const of = (read) => median(visits.map(read));
    return {
      bytes: measureBytes(),
      first: { clicked: of(({ first }) => first.clicked), answered: of(({ first }) => first.answered) },
      again: { clicked: of(({ again }) => again.clicked), answered: of(({ again }) => again.answered) },
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}
