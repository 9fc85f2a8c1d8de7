import assert from 'node:assert/strict';

/**
 * A person in front of the lab. Everything is found the way a person finds it, by role and name.
 * `close` fails the test if anything went wrong in the page that `expectError` didn't announce.
 */
export async function openLab(browser, url) {
  const options = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
  // In a browser that is open, it is a new tab.
  const context = 'newContext' in browser ? await browser.newContext(options) : null;
  const page = await (context ?? browser).newPage();
  const complaints = [];
  const expected = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const isLocal = request.url().startsWith(new URL(url).origin) || request.url().startsWith('data:');
    if (!isLocal) complaints.push(`calls ${request.url()}`);
  });
  await page.goto(url);

  // Of the two phones, the one that is looked at.
  const bench = page.locator('.bench:visible');
  const app = bench.frameLocator('iframe[title="Small Hours"]');
  const landing = bench.frameLocator('iframe[title="Landing page"]');
  /** Waits until the app has been told whether there is a link. */
  const settled = () => bench.locator('.step[data-step="publish"]').waitFor();
  const press = (name) => page.getByRole('button', { name, exact: true }).click();

  return {
    page,
    bench,
    app,
    landing,
    press,
    expectError: (pattern) => expected.push(pattern),

    choose: (group, option) => page.getByRole('group', { name: group }).getByRole('radio', { name: option }).check(),

    /** Taps a link in a message, wherever the phone is. */
    async tap(link) {
      await press('Home');
      await press('Messages');
      await press(link);
    },

    /** From the landing page to the app's first start. */
    async getApp(button) {
      await landing.getByRole('link', { name: button }).click();
      await press('Install');
      await press('Open');
    },

    settled,

    /** Turns to the other phone; its tab may say that messages are new there. */
    look: (owner) => page.getByRole('button', { name: new RegExp(`^${owner}’s phone`) }).click(),

    /** What stands below a step of the shown episode, if anything does. */
    async note(step) {
      const notes = await bench.locator(`.step[data-step="${step}"] .step-reason`).allInnerTexts();
      return notes[0] ?? null;
    },

    verdict: () => bench.locator('.verdict').innerText(),

    async shows(heading) {
      await app.getByRole('heading', { name: heading, exact: true }).waitFor();
    },

    /** The outcomes of the shown episode; the app may be on its screen before the timeline is drawn. */
    async steps() {
      await settled();
      // At once, as a step that is told meanwhile may be put between the others.
      const entries = await bench
        .locator('.step')
        .evaluateAll((rows) => rows.map((row) => [row.dataset.step, row.querySelector('.step-outcome').innerText]));
      return Object.fromEntries(entries);
    },

    /** Each request of the shown episode: its path and its body as sent. */
    async requests() {
      const rows = await bench.locator('.request').all();
      return Promise.all(
        rows.map(async (row) => ({
          path: await row.locator('summary code').innerText(),
          body: JSON.parse((await row.locator('pre').first().textContent()) ?? 'null'),
        }))
      );
    },

    async close() {
      await page.close();
      await context?.close();
      const unexpected = complaints.filter((line) => !expected.some((pattern) => pattern.test(line)));
      assert.deepEqual(unexpected, []);
    },
  };
}
