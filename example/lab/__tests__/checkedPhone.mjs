import { randomUUID } from 'node:crypto';
import { FROM_PLAY } from './words.mjs';

const WEB = 'https://shop.example/device-check?step=';
const SHORT_LINK = /^https:\/\/shop\.example\/[\w-]+$/;
const RESULT = /^(Passed|Failed)/;
const SCHEME = 'deferredshop://device-check?step=';

/** Runs in the phone, before the app: gives each launch its version, and breaks what is to be broken. */
function prepare(breakPart) {
  Object.defineProperty(globalThis, 'labPhone', {
    set(parts) {
      Object.assign(parts.deviceInfo, { appVersion: parts.phone.setup.version, buildNumber: '1' });
      breakPart?.(parts);
      Object.defineProperty(globalThis, 'labPhone', { value: parts });
    },
    configurable: true,
  });
}

/**
 * The lab's phone without the page around it, and a person who goes through the device check.
 * @param brokenPart A method that does something to the phone's parts before each launch.
 * @param brokenRoute A path of the service that is out of reach.
 * @param isExpo Whether the app has Expo's modules in the place of our packages.
 */
export async function openCheckedPhone(browser, url, os, { brokenPart, brokenRoute, isExpo = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 412, height: 900 } });
  const page = await context.newPage();
  const tag = `${os}.Ada.${randomUUID()}.browser`;
  await page.addInitScript(`(${prepare})(${brokenPart && `({ ${brokenPart} }).brokenPart`})`);
  await page.addInitScript(() => {
    globalThis.shared = [];
    globalThis.addEventListener(
      'message',
      ({ data }) => data.report?.kind === 'shared' && globalThis.shared.push(data.report.text)
    );
  });

  // The link that leads to the install.
  await page.goto(`${url}/phones/${tag}/device-check?step=deferred`);
  const toStore = page.getByRole('link', { name: FROM_PLAY });
  const store = new URL(await toStore.getAttribute('href'), url);
  if (brokenRoute) await page.route(`**/${brokenRoute}`, (route) => route.fulfill({ status: 503, body: '' }));

  const setup = {
    owner: 'Ada',
    os,
    tag,
    installId: randomUUID(),
    installedAt: Date.now() - 1000,
    referrer: os === 'android' ? (store.searchParams.get('referrer') ?? '') : null,
    clipboard: { text: '', isAllowed: true },
    network: 'good',
    initialUrl: null,
    retriesMatch: true,
    isExpo,
    consent: 'granted',
    version: '1.0.0',
  };

  const card = (id) => page.getByTestId(id);
  const press = (id, name) => card(id).getByRole('button', { name, exact: true }).click();
  const send = (message) => page.evaluate((data) => globalThis.postMessage({ source: 'lab', ...data }, '*'), message);
  const change = (part) => send({ kind: 'setup', setup: Object.assign(setup, part) });

  /** A new process, which a link may have started. */
  async function launch(initialUrl = null) {
    // What was just pressed is on the disk a moment later.
    await page.waitForTimeout(100);
    const hash = encodeURIComponent(JSON.stringify({ ...setup, initialUrl }));
    await page.goto('about:blank');
    await page.goto(`${url}/phone.html#${hash}`);
  }

  const tap = (link) => send({ kind: 'url', url: link });
  /** As the person would: by a long press, if no link has opened it. */
  async function openCheck() {
    const title = page.getByRole('heading', { name: 'Storage', exact: true });
    const logo = page.getByRole('button', { name: 'Hold for the device check' });
    while (!(await title.isVisible())) {
      const isHome = await title.waitFor({ timeout: 800 }).catch(() => logo.isVisible());
      // A link may open the check meanwhile.
      if (isHome) await logo.click({ delay: 700, timeout: 2000 }).catch(() => {});
    }
  }

  /** Waits for a result, and says “Done” if none comes. */
  async function finish(id) {
    const done = card(id).getByRole('button', { name: 'Done', exact: true });
    await done.waitFor({ state: 'detached', timeout: 1500 }).catch(() => done.click({ timeout: 2000 }).catch(() => {}));
    await done.waitFor({ state: 'detached' });
  }

  async function follow(id, link, open) {
    await press(id, 'Begin');
    await open(link);
    await openCheck();
    await finish(id);
  }

  async function openNewActivity(link) {
    await page.evaluate((initialUrl) => {
      globalThis.labActivity.unmount();
      globalThis.labPhone.phone.setup.initialUrl = initialUrl;
      globalThis.labActivity = globalThis.labPhone.openActivity();
    }, link);
  }

  /** The steps in their order. */
  async function play() {
    await launch();
    await openCheck();
    const measure = page.getByRole('button', { name: 'Measure what needs no help' });
    await measure.click();
    await measure.waitFor();
    const found = card('deferred').getByText(/found by/);
    await found.waitFor({ timeout: 3000 }).catch(async () => {
      await press('deferred', 'Done');
      await card('deferred').getByText(RESULT).waitFor();
    });

    await follow('webWarm', `${WEB}webWarm`, tap);
    await follow('webCold', `${WEB}webCold`, launch);
    await follow('schemeWarm', `${SCHEME}schemeWarm`, tap);
    await follow('schemeCold', `${SCHEME}schemeCold`, launch);
    if (os === 'android') await follow('newActivity', `${SCHEME}newActivity`, openNewActivity);

    await press('shortLink', 'Begin');
    await tap(await card('shortLink').getByText(SHORT_LINK).innerText());
    await finish('shortLink');
    // A link that can't be resolved ends at the front door, a moment after the verdict.
    await page.waitForTimeout(500);
    await openCheck();

    setup.isRelaunch = true;
    await follow('relaunch', null, launch);
    setup.isRelaunch = false;

    await press('airplane', 'Begin');
    await change({ network: 'off' });
    await press('airplane', 'Log an event');
    await page.waitForTimeout(1000);
    await change({ network: 'good' });
    await finish('airplane');

    await press('update', 'Begin');
    setup.version = '1.1.0';
    await launch();
    await openCheck();
    await finish('update');

    await press('consent', 'Measure');
    await card('consent').getByText(RESULT).waitFor();
  }

  return {
    page,
    play,
    launch,

    /** The status of each step, by its id. */
    async statuses() {
      const read = (cards) =>
        cards.map((step) => [step.dataset.testid, step.children[1].innerText.replace(/:.*/s, '')]);
      return Object.fromEntries(await page.locator('[data-testid]').evaluateAll(read));
    },

    async share() {
      const before = await page.evaluate(() => globalThis.shared.length);
      await page.getByRole('button', { name: 'Share the result' }).click();
      await page.waitForFunction((count) => globalThis.shared.length > count, before);
      return page.evaluate(() => globalThis.shared.at(-1));
    },

    close: () => context.close(),
  };
}
