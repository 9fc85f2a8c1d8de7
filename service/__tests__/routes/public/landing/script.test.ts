import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { landingScript } from '../../../../src/routes/public/landing/script.ts';

const nothing = () => {};

/** Runs the script of a landing page in a browser that is just large enough; gives what it sends, and taps a button. */
function openPage(
  reportTime: string,
  reportUrl = '/api/clicks/1/device',
  navigator: object = {},
  desktopUrl: string | null = null
) {
  const sent: string[] = [];
  const bodies: object[] = [];
  const left: string[] = [];
  const timers: (() => void)[] = [];
  let tapped: ((event: object) => unknown) | null = null;
  class Element {
    dataset = { action: '' };
    closest = () => this;
    getAttribute = () => 'https://store.test/';
  }
  const window = { devicePixelRatio: 3 };
  const browser = {
    Element,
    window: Object.assign(window, { parent: window }),
    document: {
      body: { dataset: { reportTime, reportUrl, desktopUrl, copiedLink: '' }, append: nothing },
      // The parts of the page for Macs.
      querySelector: () => (desktopUrl === null ? null : {}),
      images: [],
      getElementById: () => ({}),
      addEventListener: (name: string, listener: (event: object) => unknown) => {
        if (name === 'click') tapped = listener;
      },
      createElement: () => ({
        style: {},
        setAttribute: nothing,
        select: nothing,
        setSelectionRange: nothing,
        addEventListener: nothing,
        remove: nothing,
      }),
      execCommand: () => true,
    },
    addEventListener: nothing,
    navigator,
    screen: { width: 390, height: 844 },
    location: { assign: (url: string) => void left.push(url), replace: (url: string) => void left.push(url) },
    setTimeout: (run: (value: unknown) => void, _ms: number, value: unknown) => {
      timers.push(() => run(value));
    },
    fetch: (url: string, { body }: { body: string }) => {
      sent.push(url);
      bodies.push(JSON.parse(body) as object);
      return Promise.resolve();
    },
  };
  runInContext(landingScript, createContext(browser));
  const tap = async (action: string) => {
    const target = new Element();
    target.dataset.action = action;
    let isFollowed = true;
    await tapped?.({ target, preventDefault: () => (isFollowed = false) });
    if (isFollowed && action !== 'open') left.push(target.getAttribute());
  };
  return { sent, bodies, left, timers, tap };
}

test('a page that reports always does so when it opens, and once', async () => {
  const { sent, tap } = openPage('always');
  await tap('store');
  assert.deepEqual(sent, ['/api/clicks/1/device']);
  await tap('store');
  assert.equal(sent.length, 1);
});

for (const action of ['copy', 'store']) {
  test(`a page that reports after a tap sends nothing until somebody goes to the store (${action})`, async () => {
    const { sent, tap } = openPage('afterTap');
    await tap('open');
    assert.deepEqual(sent, []);
    await tap(action);
    await tap(action);
    assert.deepEqual(sent, ['/api/clicks/1/device']);
  });
}

test('a page that never reports sends nothing', async () => {
  const { sent, tap } = openPage('never', '');
  await tap('store');
  assert.deepEqual(sent, []);
});

test('a Mac goes to the link’s own address for desktops, and an iPad, which has a touch screen, stays', () => {
  const openOn = (maxTouchPoints: number) => openPage('never', '', { maxTouchPoints }, 'https://shop.test/web').left;
  assert.deepEqual(openOn(0), ['https://shop.test/web']);
  assert.deepEqual(openOn(5), []);
  assert.deepEqual(openPage('never', '', { maxTouchPoints: 0 }, '').left, []);
});

const STORE = 'https://store.test/';

function androidWith(getHighEntropyValues: () => Promise<object>) {
  return { userAgentData: { platform: 'Android', getHighEntropyValues } };
}

const CHROME_HINTS = androidWith(() => Promise.resolve({ model: 'Pixel 8', platformVersion: '15.0.0' }));

for (const [name, navigator, expected] of [
  ['that gives them', CHROME_HINTS, ['Pixel 8', '15.0.0']],
  ['that knows no model', androidWith(() => Promise.resolve({ model: '', platformVersion: '' })), [null, null]],
  ['that refuses them', androidWith(() => Promise.reject(new Error('no'))), [null, null]],
  ['that has none', {}, [null, null]],
  ['on a desktop', { userAgentData: { ...CHROME_HINTS.userAgentData, platform: 'Windows' } }, [null, null]],
] as const) {
  test(`a page reports the client hints of a browser ${name}, and then goes to the store`, async () => {
    const { bodies, left, tap } = openPage('afterTap', undefined, navigator);
    await tap('store');
    assert.deepEqual(
      bodies.map((body) => [Reflect.get(body, 'model'), Reflect.get(body, 'systemVersion')]),
      [expected]
    );
    assert.deepEqual(left, [STORE]);
  });
}

test('a browser that never answers keeps nobody from the store, and the rest is reported', async () => {
  const { bodies, left, timers, tap } = openPage(
    'afterTap',
    undefined,
    androidWith(() => new Promise(() => {}))
  );
  const isTapped = tap('store');
  assert.deepEqual(left, []);
  for (const run of timers) run();
  await isTapped;
  assert.deepEqual(left, [STORE]);
  assert.equal(bodies.length, 1);
});

test('client hints are read only when the page may report', async () => {
  let reads = 0;
  const counting = androidWith(() => {
    reads += 1;
    return Promise.resolve({});
  });
  const never = openPage('never', '', counting);
  await never.tap('store');
  const afterTap = openPage('afterTap', undefined, counting);
  await afterTap.tap('open');
  assert.equal(reads, 0);
  await afterTap.tap('store');
  assert.equal(reads, 1);
});
