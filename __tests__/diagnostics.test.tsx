import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from './support/consoleLines';
import { createDevice } from './support/createDevice';
import { linkServer, never } from './support/linkServer';

async function record(options: Parameters<typeof createDevice>[0], answers: Parameters<typeof linkServer>[0]) {
  linkServer(answers);
  const entries: Diagnostic[] = [];
  const device = createDevice(options);
  const app = await device.launch({ config: { onDiagnostic: (entry) => entries.push(entry) } });
  await device.wait(6000);
  return { entries, app, device };
}

const brief = (entries: Diagnostic[]) => entries.map(({ step, outcome }) => `${step}: ${outcome}`).sort();

test('every step of a first run is told, with its duration', async () => {
  const { entries } = await record(
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
  const { entries } = await record(
    {
      os: 'android',
      referrer: 1,
      faults: { 'RNDeviceInfo.getUserAgent': never, 'IntentAndroid.getInitialURL': never },
    },
    { 'match-link': 503 }
  );
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        step: 'referrer',
        outcome: 'failed',
        reason: expect.stringContaining('"responseCode":1'),
      }),
      expect.objectContaining({ step: 'fingerprint', reason: 'could not be read: userAgent', durationMs: 1000 }),
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

test('a clipboard link on a foreign domain is told, without its text', async () => {
  linkServer();
  const entries: Diagnostic[] = [];
  const device = createDevice({ os: 'ios', clipboard: 'https://bank.test/secret', clipboardHasUrl: true });
  await device.launch({ config: { linkDomains: ['go.test'], onDiagnostic: (entry) => entries.push(entry) } });
  expect(entries.find(({ step }) => step === 'clipboard')).toMatchObject({
    outcome: 'none',
    reason: 'no link on config.linkDomains',
  });
  expect(JSON.stringify(entries)).not.toContain('bank');
});

test('a flush of events is told', async () => {
  const { entries, app, device } = await record({}, {});
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
  await app.rerender({ API_KEY: 'pk_test', appID: 'shop', onDiagnostic: (entry) => entries.push(entry) });
  await device.tap('myapp://cart');
  expect(brief(entries)).toEqual(['publish: scheme']);
});
