import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { landingScript } from '../src/routes/public/landing/script.ts';

/** Runs the script of a landing page in a browser that is just large enough; gives what it sends, and taps a button. */
function openPage(reportTime: string, reportUrl = '/api/clicks/1/device') {
  const sent: string[] = [];
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
      body: { dataset: { reportTime, reportUrl } },
      querySelector: () => null,
      getElementById: () => ({}),
      addEventListener: (_: string, listener: (event: object) => unknown) => (tapped = listener),
    },
    navigator: { clipboard: { writeText: () => Promise.resolve() } },
    screen: { width: 390, height: 844 },
    location: { assign: (): void => undefined },
    setTimeout: (): void => undefined,
    fetch: (url: string) => {
      sent.push(url);
      return Promise.resolve();
    },
  };
  runInContext(landingScript, createContext(browser));
  const tap = async (action: string) => {
    const target = new Element();
    target.dataset.action = action;
    await tapped?.({ target, preventDefault: (): void => undefined });
  };
  return { sent, tap };
}

test('a page that reports always does so when it opens, and once', async () => {
  const { sent, tap } = openPage('always');
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
