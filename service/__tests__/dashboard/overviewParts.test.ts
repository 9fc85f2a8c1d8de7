import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openFullShop, type FullShop } from './openFullShop.ts';

describe('parts of the overview of a shop in full swing', () => {
  let dashboard: FullShop;
  before(async () => {
    dashboard = await openFullShop();
  });
  after(() => dashboard.close());

  /** Waits until nothing is on its way, and no number is of another view. */
  const settle = async (page: Page) => {
    await page.locator('.loaded[data-old="false"] > .headline').waitFor();
    await page.locator('.loading, [data-old="true"], [aria-busy="true"]').first().waitFor({ state: 'detached' });
  };

  async function open(path: string, width = 1440) {
    const { page, close } = await dashboard.signedIn(width, 'light', path);
    await settle(page);
    return { page, close };
  }

  test('all events are those of the view, whether it was clicked through to or opened', async () => {
    for (const [path, click] of [
      ['/?campaign=autumn', (page: Page) => page.getByRole('button', { name: 'autumn', exact: true }).click()],
      ['/?sales=links', (page: Page) => page.getByRole('radio', { name: 'From links' }).check()],
    ] as const) {
      const opened = await open(path);
      const { page, close } = await open('/');
      const eventsOf = (of: Page) => of.locator('.event-counts li').allInnerTexts();
      const all = await eventsOf(page);
      await click(page);
      await page.waitForURL((url) => url.search === path.slice(1));
      await settle(page);
      assert.deepEqual(await eventsOf(page), await eventsOf(opened.page), path);
      assert.notDeepEqual(await eventsOf(page), all);
      await opened.close();
      await close();
    }
  });
});
