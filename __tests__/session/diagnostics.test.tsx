import { HttpResponse } from 'msw';
import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
import { recordDiagnostics } from '../support/recordDiagnostics';

const brief = (entries: Diagnostic[]) => entries.map(({ step, outcome }) => `${step}: ${outcome}`).sort();

test('every step of a first run is told, with its duration', async () => {
  const { entries } = await recordDiagnostics(
    { os: 'ios', clipboard: 'https://go.test/a/b', clipboardHasUrl: true },
    { 'match-link': { link: 'https://go.test/abc' }, 'resolve-short': { link: '/x' } }
  );
  expect(brief(entries)).toEqual([
    'clipboard: found',
    'fingerprint: gathered',
    'firstRun: first',
    'initialLink: none',
    'match: found',
    'publish: deferred',
    'resolve: found',
  ]);
  for (const { durationMs } of entries) expect(durationMs).toBeGreaterThanOrEqual(0);
});

test('what failed says why', async () => {
  const { entries, device } = await recordDiagnostics(
    {
      os: 'android',
      referrer: 1,
      faults: { 'RNDeviceInfo.getUserAgent': never, 'IntentAndroid.getInitialURL': never },
    },
    { 'match-link': 503 }
  );
  await device.wait(24_000);
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        step: 'referrer',
        outcome: 'failed',
        reason: expect.stringContaining('"responseCode":1'),
      }),
      expect.objectContaining({ step: 'fingerprint', reason: 'without userAgent', durationMs: 1000 }),
      expect.objectContaining({
        step: 'initialLink',
        outcome: 'failed',
        reason: expect.stringContaining('no answer within'),
      }),
      expect.objectContaining({ step: 'match', outcome: 'unavailable', reason: 'HTTP 503' }),
      expect.objectContaining({ step: 'publish', outcome: 'none' }),
    ])
  );
  expect(consoleLines()).toHaveLength(1);
});

test('a flush of events is told', async () => {
  const { entries, app, device } = await recordDiagnostics({}, {});
  app.library.LinkAnalytics.logEvent('login');
  await device.background();
  expect(entries[entries.length - 1]).toMatchObject({ step: 'events', outcome: 'accepted', reason: '1 events' });
});

test('the newest callback is called, and one that throws does no harm', async () => {
  linkServer();
  const device = createDevice();
  const app = await device.launch({
    config: {
      onDiagnostic: () => {
        throw new Error('mine');
      },
    },
  });
  expect(app.context().isLinkProcessed).toBe(true);
  const entries: Diagnostic[] = [];
  await app.rerender({ ...CONFIG, onDiagnostic: (entry) => entries.push(entry) });
  await device.tap('myapp://cart');
  expect(brief(entries)).toEqual(['publish: scheme']);
});

test('a match whose link is not published says so', async () => {
  const { entries } = await recordDiagnostics({}, { 'match-link': { link: 'javascript:alert(1)' } });
  expect(entries.find(({ step }) => step === 'match')).toMatchObject({ outcome: 'unusable' });
});

test('the API key is not told, even if fetch quotes its headers', async () => {
  const original = globalThis.fetch;
  globalThis.fetch = (_, init) => Promise.reject(new TypeError(JSON.stringify(init)));
  try {
    const { entries } = await recordDiagnostics({}, {});
    expect(entries.find(({ step }) => step === 'match')?.reason).toContain('Bearer …');
    const lines = consoleLines();
    expect(lines).toHaveLength(1);
    expect(lines.join() + JSON.stringify(entries)).not.toContain('pk_test');
  } finally {
    globalThis.fetch = original;
  }
});

test.each([200, 299])('a key that is also a word of the answer %d spoils no link', async (status) => {
  const answer = () => HttpResponse.json({ link: 'https://shop.test/link' }, { status });
  linkServer({ 'match-link': answer });
  const app = await createDevice().launch({ config: { API_KEY: 'link' } });
  expect(app.context().linkRoute).toBe('/link');
});

test.each([
  ['found', { link: '/x' }, undefined],
  ['none', 404, undefined],
  ['unusable', { link: 'javascript:alert(1)' }, undefined],
  ['refused', 400, 'HTTP 400'],
  ['unavailable', 503, 'HTTP 503'],
] as const)('a short link that is %s is told', async (outcome, answer, reason) => {
  const { entries } = await recordDiagnostics({ initialUrl: 'https://go.test/abc' }, { 'resolve-short': answer });
  const entry = entries.find(({ step }) => step === 'resolve');
  // Without an answer, it is asked three times.
  const durationMs = outcome === 'unavailable' ? 1300 : 0;
  expect(entry).toStrictEqual({ step: 'resolve', outcome, durationMs, ...(reason && { reason }) });
  expect(consoleLines()).toEqual(
    reason ? [`error: [Link] A short link could not be resolved, so its own path is used: ${reason}.`] : []
  );
});

test('a first run that has nothing to match with says so', async () => {
  const service = linkServer();
  const entries: Diagnostic[] = [];
  const onDiagnostic = (entry: Diagnostic) => void entries.push(entry);
  await createDevice().launch({ config: { shouldUseFingerprint: false, onDiagnostic } });
  expect(entries.find(({ step }) => step === 'match')).toMatchObject({
    outcome: 'none',
    reason: 'nothing to match with',
  });
  expect(service.requests).toEqual([]);
});

test('an app that comes back without a link does not tell that there was none', async () => {
  const { entries, device } = await recordDiagnostics({ os: 'android' }, {});
  await device.background();
  await device.foreground();
  await device.wait(1000);
  expect(entries.filter(({ step }) => step === 'initialLink')).toHaveLength(1);
});

test('a link that has made a new activity is told once, however often the app comes back', async () => {
  const { entries, device } = await recordDiagnostics({ os: 'android' }, {});
  for (const url of ['shop://cart', 'shop://cart', 'not a link']) {
    device.phone.initialUrl = url;
    await device.background();
    await device.foreground();
    await device.wait(100);
  }
  const told = entries.filter(({ step }) => step === 'initialLink');
  expect(told.map(({ outcome }) => outcome)).toEqual(['none', 'found']);
});

test('the same link, tapped twice, is told twice, and not again when the app comes back', async () => {
  const { entries, device } = await recordDiagnostics({ os: 'android' }, {});
  for (let taps = 0; taps < 2; taps++) {
    await device.tap('shop://cart');
    await device.wait(3000);
  }
  await device.background();
  await device.foreground();
  await device.wait(100);
  const told = entries.filter(({ step }) => step === 'publish');
  expect(told.map(({ outcome }) => outcome)).toEqual(['none', 'scheme', 'scheme']);
});

test('a retry that finds nothing publishes nothing', async () => {
  linkServer({ 'match-link': 503 });
  const entries: Diagnostic[] = [];
  const device = createDevice();
  await device.launch({ config: { retryUnansweredMatch: true, onDiagnostic: (entry) => entries.push(entry) } });
  await device.wait(100);
  await device.foreground();
  expect(entries.filter(({ step }) => step === 'match')).toHaveLength(2);
  expect(entries.filter(({ step }) => step === 'publish')).toHaveLength(1);
  expect(consoleLines()).toHaveLength(2);
});

test('a click id that was found, and the link that has opened the app, are told', async () => {
  const byClick = await recordDiagnostics({ os: 'android', referrer: 'clickId=abc' }, {});
  expect(brief(byClick.entries)).toContain('referrer: found');
  const byLink = await recordDiagnostics({ initialUrl: 'shop://cart' }, {});
  expect(brief(byLink.entries)).toContain('initialLink: found');
});

test('a filter that fails is told', async () => {
  linkServer();
  const entries: Diagnostic[] = [];
  const device = createDevice();
  const filter = () => {
    throw new Error('mine');
  };
  await device.launch({ config: { filter, onDiagnostic: (entry) => entries.push(entry) } });
  await device.tap('shop://cart');
  expect(entries.find(({ step }) => step === 'filter')).toMatchObject({ outcome: 'failed', reason: 'Error: mine' });
  expect(consoleLines()).toHaveLength(1);
});

test.each([undefined, {}])(
  'an answer of fetch that can’t be read (%p) is reported, and is not "no match"',
  async (answer) => {
    const original = globalThis.fetch;
    globalThis.fetch = (() => Promise.resolve(answer)) as unknown as typeof fetch;
    try {
      const { entries } = await recordDiagnostics({}, {});
      const reason = expect.stringContaining("fetch's answer can't be read") as string;
      expect(entries.find(({ step }) => step === 'match')).toMatchObject({ outcome: 'unavailable', reason });
      expect(consoleLines()).toHaveLength(1);
    } finally {
      globalThis.fetch = original;
    }
  }
);

/** Reads of the launch link take 400 ms. */
const SLOW_LAUNCH = () => new Promise((resolve) => setTimeout(() => resolve(null), 400));

test('the install referrer gets what the launch link has left of the budget, but for the time of the request', async () => {
  const faults = { 'IntentAndroid.getInitialURL': SLOW_LAUNCH, 'PlayInstallReferrer.getInstallReferrerInfo': () => {} };
  const { entries, device } = await recordDiagnostics({ os: 'android', faults }, {});
  // The launch link took 400 ms, and two seconds are kept for the request.
  expect(entries.find(({ step }) => step === 'publish')).toMatchObject({ outcome: 'none' });
  expect(entries.find(({ step }) => step === 'referrer')).toBeUndefined();
  await device.wait(30_000);
  expect(entries.find(({ step }) => step === 'referrer')?.reason).toBe('no answer within 29600 ms');
});

test('the paste prompt and the match get what is left until lateLinkMs', async () => {
  const faults = { 'LinkingManager.getInitialURL': SLOW_LAUNCH, 'RNCClipboard.getString': never };
  const { entries, device } = await recordDiagnostics(
    { os: 'ios', clipboardHasUrl: true, faults },
    { 'match-link': never }
  );
  await device.wait(30_000);
  expect(entries.find(({ step }) => step === 'clipboard')?.reason).toBe('no answer within 27600 ms');
  expect(entries.find(({ step }) => step === 'match')?.reason).toContain('no answer within 2000 ms');
  expect(consoleLines()).toHaveLength(1);
});

test('durations do not jump when fake timers put another clock in the place of performance', async () => {
  const { performance } = globalThis;
  try {
    linkServer();
    const entries: Diagnostic[] = [];
    const device = createDevice({ faults: { 'LinkingManager.getInitialURL': SLOW_LAUNCH } });
    await device.launch({ config: { onDiagnostic: (entry) => entries.push(entry) } });
    (globalThis as { performance: unknown }).performance = { now: () => Date.now() };
    await device.wait(500);
    const { durationMs } = entries.find(({ step }) => step === 'initialLink') ?? {};
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(durationMs).toBeLessThanOrEqual(400);
  } finally {
    globalThis.performance = performance;
  }
});
