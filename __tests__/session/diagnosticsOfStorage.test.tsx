import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer } from '../support/linkServer';
import { recordDiagnostics } from '../support/recordDiagnostics';
import { diskWith, diskWithRecord } from '../storage/stored';

test('what a first run is taken for says why', async () => {
  const said = async (options: Parameters<typeof createDevice>[0]) =>
    (await recordDiagnostics({ os: 'android', ...options }, {})).entries.find(({ step }) => step === 'firstRun');
  expect(
    await said({ faults: { 'RNAsyncStorage.legacy_multiGet': () => Promise.reject(new Error('locked')) } })
  ).toEqual({
    step: 'firstRun',
    outcome: 'used',
    durationMs: 0,
    reason: 'unreadable: AsyncStorageError: locked',
  });
  expect(await said({ disk: diskWith({ installTime: 1 }) })).toMatchObject({
    outcome: 'first',
    reason: 'stored by an earlier install',
  });
  expect(await said({ disk: diskWithRecord('{') })).toMatchObject({
    outcome: 'used',
    reason: 'the record is damaged',
  });
  const used = await said({ disk: diskWith() });
  expect(used).toStrictEqual({ step: 'firstRun', outcome: 'used', durationMs: 0 });
  const first = { step: 'firstRun', outcome: 'first', durationMs: 0 };
  expect(await said({ installTime: Date.now() })).toStrictEqual(first);
  expect(await said({ disk: diskWith({ run: 'first' }) })).toStrictEqual(first);
  consoleLines();
});

test('an install that the app calls new is told as a first run, without a reason', async () => {
  linkServer();
  const entries: Diagnostic[] = [];
  const onDiagnostic = (entry: Diagnostic) => void entries.push(entry);
  await createDevice().launch({ config: { isNewInstall: true, onDiagnostic } });
  expect(entries.find(({ step }) => step === 'firstRun')).toStrictEqual({
    step: 'firstRun',
    outcome: 'first',
    durationMs: 0,
  });
});

test('storage that is written again, and storage that is wiped, are told', async () => {
  linkServer();
  const entries: Diagnostic[] = [];
  const config = { ...CONFIG, onDiagnostic: (entry: Diagnostic) => void entries.push(entry) };
  const device = createDevice();
  const app = await device.launch({ config });
  await device.wait(100);
  device.phone.disk.clear();
  await device.background();
  await device.wait(100);
  await app.rerender({ ...config, consent: 'denied' });
  await device.wait(100);
  const told = entries.filter(({ step }) => step === 'storage');
  expect(new Set(told.map(({ outcome }) => outcome))).toEqual(new Set(['restored', 'wiped']));
});

test('storage that keeps failing is logged once, and has a diagnostic for each failure', async () => {
  linkServer();
  const entries: Diagnostic[] = [];
  const device = createDevice();
  const storage = { getItem: () => null, setItem: () => Promise.reject(new Error('full')) };
  const app = await device.launch({ config: { storage, onDiagnostic: (entry) => entries.push(entry) } });
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(11_000);
  const failed = entries.filter(({ step }) => step === 'storage');
  expect(failed.length).toBeGreaterThan(2);
  expect(new Set(failed.map(({ outcome, reason }) => `${outcome}: ${reason}`))).toEqual(
    new Set(['failed: Error: full'])
  );
  expect(consoleLines()).toEqual(['error: [Link] Storage could not be written: Error: full.']);
});

test('storage without getItem is told', async () => {
  const packages = { '@react-native-async-storage/async-storage': { default: {} } };
  const { entries } = await recordDiagnostics({ packages }, {});
  expect(entries.find(({ step }) => step === 'firstRun')?.reason).toContain('no getItem');
  expect(consoleLines()).toEqual([
    expect.stringMatching(/Without storage, .*, or pass config\.storage\.$/),
    expect.stringContaining('Storage could not be read: TypeError: no getItem'),
  ]);
});
