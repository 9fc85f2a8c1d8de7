import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lab } from './stage.mjs';
import { FROM_PLAY, LAMP } from './words.mjs';

/** What a person can read and tap, in pixels. */
const READABLE = {
  landing: { width: 300, height: 400 },
  steps: { width: 340, height: 150 },
  track: { width: 200, height: 10 },
  requests: { width: 280, height: 60 },
  switches: { width: 300, height: 150 },
};

for (const width of [390, 600, 768, 1440]) {
  test(`at ${width} px everything has room, and nothing sticks out`, async () => {
    await lab.page.setViewportSize({ width, height: 900 });
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
  });
}

/** A phone whose browser shows its bars. */
const SHORT = 700;

for (const width of [390, 600, 768, 1000]) {
  test(`at ${width} × ${SHORT} px the first view says what to do, and the app that opens comes into view`, async () => {
    await lab.page.setViewportSize({ width, height: SHORT });
    const isInView = async (element) => {
      const box = await element.boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= SHORT, JSON.stringify(box));
    };
    await isInView(lab.page.getByText(/^Tap a link on the phone/));
    await lab.tap(LAMP);
    await lab.getApp(FROM_PLAY);
    await lab.shows('Halo lamp');
    await isInView(lab.app.getByRole('heading', { name: 'Halo lamp' }));
  });
}

// Where a laptop's browser has its bars, less is left for the page.
for (const [width, height] of [
  [1130, 640],
  [1280, 720],
  [1366, 640],
]) {
  test(`at ${width} × ${height} px the first view explains all steps`, async () => {
    await lab.page.setViewportSize({ width, height });
    const panel = await lab.bench.locator('.timeline').boundingBox();
    const last = await lab.bench.locator('.primer li').last().boundingBox();
    assert.ok(last.y + last.height <= panel.y + panel.height, `${JSON.stringify(last)} in ${JSON.stringify(panel)}`);
  });
}

for (const width of [390, 768, 1280, 1440]) {
  test(`at ${width} px the name of every switch is whole, beside its choices`, async () => {
    await lab.page.setViewportSize({ width, height: 800 });
    const panel = await lab.bench.locator('.panel.device').boundingBox();
    for (const choice of await lab.bench.locator('.choice').all()) {
      const label = await choice.locator('.choice-label').boundingBox();
      const options = await choice.locator('.segmented').boundingBox();
      const texts = await choice
        .locator('.choice-label')
        .evaluate(({ scrollWidth, clientWidth, offsetWidth }) =>
          Math.max(0, scrollWidth - Math.max(clientWidth, offsetWidth))
        );
      const where = `${await choice.locator('.choice-label').innerText()}: ${JSON.stringify({ label, options })}`;
      assert.equal(texts, 0, where);
      const isBeside = label.x + label.width <= options.x || label.y + label.height <= options.y;
      assert.ok(isBeside, where);
      assert.ok(options.x + options.width <= panel.x + panel.width, where);
    }
  });
}
