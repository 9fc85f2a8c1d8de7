import { CONFIG } from '../support/createDevice';
import { BOTH, LINK, ONLY_EXPO } from '../support/expoApps';
import { NO_PACKAGES } from '../support/nativeModules';
import { runFirst } from '../support/runFirst';

const hang = () => new Promise(() => {});
const after = (ms: number, value: unknown) => () => new Promise((resolve) => setTimeout(() => resolve(value), ms));

const countOf = (calls: string[], name: string) => calls.filter((call) => call === name).length;

describe('the next source is asked', () => {
  test.each([
    ['rejects', () => Promise.reject(new Error('native'))],
    [
      'throws',
      () => {
        throw new Error('native');
      },
    ],
    ['answers with unknown', () => Promise.resolve('unknown')],
    ['answers with nothing', () => Promise.resolve(null)],
    ['answers with an empty text', () => Promise.resolve('')],
    ['answers with another type', () => Promise.resolve(42)],
  ])('at once where one %s', async (_, fault) => {
    const faults = { 'RNDeviceInfo.getUserAgent': fault, 'RNDeviceInfo.getSystemManufacturer': fault };
    const { body } = await runFirst({ ...BOTH, os: 'android', faults });
    expect(body).toMatchObject({ manufacturer: 'Google', userAgent: expect.stringContaining('Dalvik') as string });
  });

  test('for a constant that is empty', async () => {
    for (const value of [null, '', 'unknown', 42]) {
      const faults = { 'RNDeviceInfo.model': value as null, 'ExpoDevice.modelName': 'Phone 2' as unknown as null };
      expect((await runFirst({ ...BOTH, faults })).body).toMatchObject({ model: 'Phone 2' });
    }
  });

  test('after half of the time where one hangs, and the answer that comes first counts', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang };
    const { device, service } = await runFirst({ ...BOTH, faults }, { ms: 450 });
    expect(device.phone.calls).not.toContain('ExponentConstants.getWebViewUserAgentAsync');
    expect(service.to('match-link')).toEqual([]);
    await device.wait(50);
    expect(service.to('match-link')[0]?.body).toMatchObject({ userAgent: 'Mozilla/5.0 (test)' });
  });

  test('and the first one still counts if the second one fails', async () => {
    const faults = {
      'RNDeviceInfo.getUserAgent': after(800, 'slow'),
      'ExponentConstants.getWebViewUserAgentAsync': () => Promise.reject(new Error('native')),
    };
    expect((await runFirst({ ...BOTH, faults }, { ms: 800 })).body).toMatchObject({ userAgent: 'slow' });
  });

  test('and together they take no longer than one', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang, 'ExponentConstants.getWebViewUserAgentAsync': hang };
    const { service, device } = await runFirst({ ...BOTH, faults }, { ms: 950 });
    expect(service.to('match-link')).toEqual([]);
    await device.wait(50);
    expect(service.to('match-link')[0]?.body).toMatchObject({ userAgent: null });
  });

  test('and the third one in time where two hang', async () => {
    const faults = { 'RNDeviceInfo.getSystemManufacturer': hang, 'ExpoDevice.manufacturer': hang() as never };
    const { body } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 1000 });
    expect(body).toMatchObject({ manufacturer: 'Google' });
  });

  test('but not after a denial', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang, 'PlayInstallReferrer.getInstallReferrerInfo': hang };
    const { app, device, calls } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 100 });
    await app.rerender({ ...CONFIG, consent: 'denied' });
    await device.wait(5000);
    expect(calls.filter((call) => call.startsWith('Expo'))).toEqual([]);
  });

  test('for the install time, in time for the shortest wait', async () => {
    const faults = { 'RNDeviceInfo.getFirstInstallTime': hang };
    const { told, device } = await runFirst(
      { ...BOTH, faults, installTime: Date.now() - 9 * 24 * 60 * 60 * 1000 },
      { ms: 200 }
    );
    expect(told('firstRun')).toBeUndefined();
    await device.wait(50);
    expect(told('firstRun')?.reason).toContain('installed 9 days ago');
  });

  test('after half of the time, however little the app gives', async () => {
    const faults = { 'RNDeviceInfo.getFirstInstallTime': hang };
    const installTime = Date.now() - 9 * 24 * 60 * 60 * 1000;
    const { told } = await runFirst({ ...BOTH, faults, installTime }, { ms: 150, config: { timeoutMs: 400 } });
    expect(told('firstRun')?.reason).toContain('installed 9 days ago');
  });
});

describe('the install referrer', () => {
  const ours = 'PlayInstallReferrer.getInstallReferrerInfo';
  const expos = 'ExpoApplication.getInstallReferrerAsync';

  test('is asked of Expo after half of the time that the match waits', async () => {
    const { device, service } = await runFirst(
      { ...BOTH, os: 'android', referrer: 'clickId=abc', faults: { [ours]: () => {} } },
      { ms: 1450 }
    );
    expect(device.phone.calls).not.toContain(expos);
    await device.wait(50);
    expect(service.to('match-link')[0]?.body).toEqual({ clickId: 'abc' });
  });

  test.each([
    [1, 3],
    [-1, 3],
    [2, 1],
    [3, 1],
    [4, 1],
  ])('that fails with code %i in Expo’s words is asked for %i times', async (referrer, times) => {
    const { calls, told } = await runFirst({ ...ONLY_EXPO, os: 'android', referrer }, { ms: 5000 });
    expect(countOf(calls, expos)).toBe(times);
    expect(told('referrer')?.outcome).toBe('failed');
  });

  test('is asked of Expo again after a remote exception', async () => {
    const fail = () =>
      Promise.reject(
        new Error(
          'RemoteException getting install referrer information. This may happen if the process hosting the remote object is no longer available.'
        )
      );
    const { calls } = await runFirst({ ...ONLY_EXPO, os: 'android', faults: { [expos]: fail } }, { ms: 5000 });
    expect(countOf(calls, expos)).toBe(3);
  });

  test.each([
    ['ours', 1, 2],
    ['Expo’s', 2, 1],
  ])('is asked of both again if the failure of %s may pass', async (_, code, expoCode) => {
    const faults = {
      [ours]() {
        const native = require('react-native') as typeof import('react-native');
        native.DeviceEventEmitter.emit('play_install_referrer_error', { message: 'failed', responseCode: code });
      },
      [expos]: () =>
        Promise.reject(new Error(`General error retrieving the install referrer: response code ${expoCode}`)),
    };
    const { calls } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 5000 });
    expect([countOf(calls, ours), countOf(calls, expos)]).toEqual([3, 3]);
  });

  describe('whose failure may pass', () => {
    const failOurs = () => {
      const native = require('react-native') as typeof import('react-native');
      native.DeviceEventEmitter.emit('play_install_referrer_error', { message: 'failed', responseCode: 1 });
    };
    const failExpos = () => Promise.reject(new Error('Connection to install referrer service was lost.'));

    test.each([
      ['ours', hang, failExpos],
      ['Expo’s', failOurs, hang],
    ])('is asked of both again although %s hangs', async (_, askOurs, askExpos) => {
      const faults = { [ours]: askOurs, [expos]: askExpos };
      const { calls } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 15_000 });
      expect([countOf(calls, ours), countOf(calls, expos)]).toEqual([3, 3]);
    });

    test('is not asked again after a denial', async () => {
      const faults = { [ours]: failOurs, [expos]: failExpos };
      const { app, device, calls } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 100 });
      await app.rerender({ ...CONFIG, consent: 'denied' });
      await device.wait(15_000);
      expect([countOf(calls, ours), countOf(calls, expos)]).toEqual([1, 1]);
    });

    test('counts from the other one that is slow, although both are asked again', async () => {
      const faults = { [ours]: failOurs, [expos]: after(2000, 'clickId=abc') };
      const { service, told } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 2000 });
      expect(service.to('match-link').map(({ body }) => body)).toEqual([{ clickId: 'abc' }]);
      expect(told('referrer')?.outcome).toBe('found');
    });

    test('is found in the last attempt, however slow the other one is', async () => {
      const faults = { [ours]: failOurs, [expos]: after(6000, 'clickId=abc') };
      const { told } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 20_000 });
      expect(told('referrer')?.outcome).toBe('found');
    });
  });

  test('that Google Play doesn’t have is Expo’s text "null", and no click id', async () => {
    const { body, told, calls } = await runFirst({ ...ONLY_EXPO, os: 'android', referrer: 'null' });
    expect(body).toMatchObject({ platform: 'android' });
    expect(told('referrer')).toMatchObject({ outcome: 'none', reason: 'no clickId' });
    expect(countOf(calls, expos)).toBe(1);
  });
});

describe('a person sees one paste prompt', () => {
  const copied = { clipboardHasUrl: true, clipboard: LINK };
  const texts = ['RNCClipboard.getString', 'ExpoClipboard.getStringAsync'];

  test('where our package says that there is a URL, and its text is not to be had', async () => {
    const faults = { 'RNCClipboard.getString': () => Promise.reject(new Error('refused')) };
    const { calls, told } = await runFirst({ ...BOTH, ...copied, faults });
    expect(texts.map((name) => countOf(calls, name))).toEqual([1, 0]);
    expect(told('clipboard')?.outcome).toBe('failed');
  });

  test('where our package is slow to say it: Expo’s is read', async () => {
    const faults = { 'RNCClipboard.hasWebURL': after(600, true) };
    const { calls, body } = await runFirst({ ...BOTH, ...copied, faults }, { ms: 2000 });
    expect(texts.map((name) => countOf(calls, name))).toEqual([0, 1]);
    expect(body).toMatchObject({ pastedLink: LINK });
  });

  test.each([
    ['our package', 'RNCClipboard.hasWebURL', {}],
    ['Expo’s', 'ExpoClipboard.hasUrlAsync', { packages: NO_PACKAGES }],
  ])('and none once consent is denied while %s is asked', async (_, path, options) => {
    const faults = { [path]: after(300, true) };
    const { calls, app, device } = await runFirst({ ...BOTH, ...options, ...copied, faults }, { ms: 100 });
    await app.rerender({ ...CONFIG, consent: 'denied' });
    await device.wait(5000);
    expect(texts.map((name) => countOf(calls, name))).toEqual([0, 0]);
  });

  test('where our package says that there is none', async () => {
    const faults = { 'RNCClipboard.hasWebURL': () => Promise.resolve(false) };
    const { calls } = await runFirst({ ...BOTH, ...copied, faults });
    expect(texts.map((name) => countOf(calls, name))).toEqual([0, 0]);
    expect(calls).not.toContain('ExpoClipboard.hasUrlAsync');
  });
});
