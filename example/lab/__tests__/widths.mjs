import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openLab } from './openLab.mjs';
import { browser, server } from './stage.mjs';
import { FROM_PLAY, LAMP } from './words.mjs';

/** What a person can read and tap, in pixels. */
const READABLE = {
  landing: { width: 340, height: 280 },
  steps: { width: 340, height: 150 },
  track: { width: 200, height: 10 },
  requests: { width: 280, height: 60 },
  switches: { width: 300, height: 150 },
};

for (const width of [390, 600, 768, 1440]) {
  test(`at ${width} px everything has room, and nothing sticks out`, async () => {
    const lab = await openLab(browser, server.url, { width, height: 900 });
    const isRoomy = async (part) => {
      const box = await lab.bench.locator(`.${part}`).first().boundingBox();
      const least = READABLE[part];
      assert.ok(box.width >= least.width && box.height >= least.height, `${part}: ${JSON.stringify(box)}`);
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${part} sticks out: ${JSON.stringify(box)}`);
    };
    await lab.tap(LAMP);
    await lab.landing.getByRole('link', { name: FROM_PLAY }).waitFor();
    await isRoomy('landing');
    await lab.getApp(FROM_PLAY);
    await lab.shows('Halo lamp');
    await lab.settled();
    for (const part of ['steps', 'track', 'requests', 'switches']) await isRoomy(part);
    assert.equal(await lab.page.locator('html').evaluate((html) => html.scrollWidth), width);
    await lab.close();
  });
}
