import { act } from '@testing-library/react-native';
import type { Consent, Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { gate } from '../support/gate';
import { linkServer, never } from '../support/linkServer';
import { diskWith, diskWithRecord, idOn, installTimeOn, isInstall, runOn } from './stored';

const LINK = 'https://shop.test/product/42';
const INSTALLED = Date.UTC(2025, 11, 30);

const idsOf = ({ requests }: ReturnType<typeof linkServer>) =>
  requests.map(({ headers }) => headers.get('X-Install-ID'));

/** A storage of the app's own over the phone's disk, with some methods replaced. */
const storageOn = (disk: Map<string, string>, faults: object = {}) => ({
  getItem: (key: string): string | null | Promise<string | null> => disk.get(key) ?? null,
  setItem: (key: string, value: string): void | Promise<void> => void disk.set(key, value),
  removeItem: (key: string): void | Promise<void> => void disk.delete(key),
  ...faults,
});

const log = (app: Launch) => app.library.LinkAnalytics.logEvent('login');

describe('how often storage is asked until the app goes on', () => {
  async function launch(os: 'ios' | 'android', disk = new Map<string, string>()) {
    const asked = { reads: 0, writes: 0 };
    const device = createDevice({ os, referrer: 'clickId=abc', disk });
    const storage = storageOn(disk, {
      getItem: (key: string) => (asked.reads++, disk.get(key) ?? null),
      setItem: (key: string, value: string) => (asked.writes++, void disk.set(key, value)),
    });
    const app = await device.launch({ config: { storage } });
    expect(app.context().isLinkProcessed).toBe(true);
    await device.wait(1000);
    return { asked, disk, app };
  }

  test.each(['ios', 'android'] as const)('a first run on %s: two reads and two writes', async (os) => {
    linkServer({ 'match-link': { link: LINK } });
    const { asked, app } = await launch(os);
    expect(app.context().linkUrl).toBe(LINK);
    expect(asked).toEqual({ reads: 2, writes: 2 });
  });

  test.each(['ios', 'android'] as const)('a later launch on %s: two reads and no write', async (os) => {
    linkServer({ 'match-link': 404 });
    const { disk } = await launch(os);
    expect((await launch(os, disk)).asked).toEqual({ reads: 2, writes: 0 });
  });
});

describe('the id', () => {
  test('match, resolve and events carry one id, and so does the next launch', async () => {
    const service = linkServer({ 'match-link': { link: 'https://shop.test/abc' }, 'resolve-short': { link: LINK } });
    const device = createDevice();
    const first = await device.launch();
    log(first);
    await device.wait(300);
    await first.unmount();
    const later = await device.launch();
    log(later);
    await device.wait(300);
    expect(service.requests.map(({ path }) => path)).toEqual(['match-link', 'resolve-short', 'events', 'events']);
    expect(new Set(idsOf(service))).toEqual(new Set([idOn(device.phone.disk)]));
    expect(service.to('events')[1]?.body.installId).toBe(idOn(device.phone.disk));
  });

  test('it is stored before the match is answered, so a killed process asks under the same id', async () => {
    const service = linkServer({ 'match-link': never });
    const device = createDevice();
    await device.launch();
    await device.wait(100);
    expect(idOn(device.phone.disk)).toBe(idsOf(service)[0]);
    expect(runOn(device.phone.disk)).toBe('first');
  });

  test('a write that hangs delays no match', async () => {
    const service = linkServer({ 'match-link': { link: LINK } });
    const device = createDevice();
    const app = await device.launch({ config: { storage: storageOn(new Map(), { setItem: never }) } });
    expect(app.context().linkUrl).toBe(LINK);
    expect(service.to('match-link')).toHaveLength(1);
  });

  test.each(['getItem', 'setItem'] as const)('storage whose %s fails: one id for this launch', async (method) => {
    const service = linkServer();
    const fail = () => Promise.reject(new Error('SQLITE_BUSY'));
    const device = createDevice();
    const app = await device.launch({ config: { storage: storageOn(new Map(), { [method]: fail }) } });
    for (let n = 0; n < 2; n++) {
      log(app);
      await device.wait(22_000);
    }
    expect(service.to('events')).toHaveLength(2);
    expect(new Set(idsOf(service)).size).toBe(1);
    consoleLines();
  });

  test('a store that has lost its key is used again: one new record, whose run is used, under the id of this launch', async () => {
    const service = linkServer();
    const device = createDevice({ disk: diskWith({ id: 'unreadable', run: 'first' }) });
    const { disk } = device.phone;
    const written = new Set<string>();
    const storage = storageOn(disk, {
      getItem(key: string) {
        if (!written.has(key)) throw new Error('BadPaddingException');
        return disk.get(key) ?? null;
      },
      setItem: (key: string, value: string) => void disk.set(written.add(key) && key, value),
    });
    const app = await device.launch({ config: { storage } });
    expect(app.context().isLinkProcessed).toBe(true);
    const id = await act(app.library.getInstallId);
    await device.wait(20_900);
    expect(idOn(disk)).toBe('unreadable');
    await device.wait(100);
    expect([idOn(disk), runOn(disk)]).toEqual([id, 'used']);
    await app.unmount();
    const later = await device.launch({ config: { storage } });
    expect(await act(later.library.getInstallId)).toBe(id);
    expect(service.to('match-link')).toEqual([]);
    consoleLines();
  });

  test('a store that is locked in this launch keeps its record, and the next launch makes the first run', async () => {
    const service = linkServer();
    const device = createDevice({ disk: diskWith({ id: 'stored', run: 'first' }) });
    const { disk } = device.phone;
    let isLocked = true;
    const storage = storageOn(disk, {
      getItem(key: string) {
        if (isLocked) throw new Error('errSecInteractionNotAllowed');
        return disk.get(key) ?? null;
      },
      setItem(key: string, value: string) {
        if (isLocked) throw new Error('errSecInteractionNotAllowed');
        disk.set(key, value);
      },
    });
    const app = await device.launch({ config: { storage } });
    log(app);
    await device.wait(30_000);
    isLocked = false;
    await device.background();
    await device.foreground();
    log(app);
    await device.wait(20_000);
    expect([idOn(disk), runOn(disk)]).toEqual(['stored', 'first']);
    expect(idsOf(service).at(-1)).toBe('stored');
    await app.unmount();
    await device.launch({ config: { storage } });
    expect(service.to('match-link')).toHaveLength(1);
    consoleLines();
  });

  test('storage that recovers gives the stored id to the requests after that, and the first run stays open', async () => {
    const service = linkServer();
    const device = createDevice({ disk: diskWith({ id: 'stored', run: 'first' }) });
    const { disk } = device.phone;
    let failures = 2;
    const getItem = (key: string) => {
      if (isInstall(key) && failures-- > 0) throw new Error('SQLITE_BUSY');
      return disk.get(key) ?? null;
    };
    const app = await device.launch({ config: { storage: storageOn(disk, { getItem }) } });
    expect(app.context().isLinkProcessed).toBe(true);
    log(app);
    await device.wait(300);
    expect(idsOf(service)).toEqual(['stored']);
    expect(runOn(disk)).toBe('first');
    consoleLines();
  });

  test('a request waits a second at most for a slow disk, and the id that it then makes is stored', async () => {
    const service = linkServer();
    const device = createDevice();
    const { disk } = device.phone;
    const getItem = (key: string) =>
      isInstall(key) ? new Promise<null>((resolve) => setTimeout(resolve, 4000, null)) : null;
    const app = await device.launch({ config: { storage: storageOn(disk, { getItem }) } });
    log(app);
    await device.tap('https://shop.test/abc');
    await device.wait(1300);
    expect(service.requests.map(({ path }) => path).sort()).toEqual(['events', 'resolve-short']);
    await device.wait(3000);
    expect(idOn(disk)).toBe(idsOf(service)[0]);
  });

  test.each([
    ['not fit for a header', JSON.stringify({ v: 1, id: 'stored\u00efd', run: { state: 'used', at: 1 } })],
    ['endless', JSON.stringify({ v: 1, id: 'x'.repeat(10_000), run: { state: 'used', at: 1 } })],
    ['no string', '{"v":1,"id":5,"run":{"state":"used","at":1}}'],
    ['of another version', '{"v":2,"id":"stored","run":{"state":"used","at":1}}'],
    ['beside a run that is none', '{"v":1,"id":"stored","run":5}'],
    ['garbage', '\0{'],
  ])('an id that is %s is replaced, and the install counts as used', async (_, record) => {
    const service = linkServer();
    const device = createDevice({ disk: diskWithRecord(record) });
    const app = await device.launch();
    log(app);
    await device.wait(300);
    expect(service.requests.map(({ path }) => path)).toEqual(['events']);
    expect(idsOf(service)).toEqual([expect.stringMatching(/^\w{20,64}$/)]);
    expect(idOn(device.phone.disk)).toBe(idsOf(service)[0]);
    expect(runOn(device.phone.disk)).toBe('used');
  });
});

describe('the time of the install', () => {
  test.each([
    ['Android, the same install', 'android', INSTALLED, true],
    ['Android, a backup on another phone', 'android', INSTALLED - 1, false],
    ['Android, unknown then', 'android', undefined, true],
    ['iOS', 'ios', INSTALLED - 1, true],
  ] as const)('%s', async (_, os, installTime, isSame) => {
    const service = linkServer();
    const entries: Diagnostic[] = [];
    const device = createDevice({
      os,
      installTime: INSTALLED,
      disk: diskWith({ id: 'stored', ...(installTime && { installTime }) }),
    });
    const app = await device.launch({ config: { onDiagnostic: (entry) => void entries.push(entry) } });
    log(app);
    await device.wait(300);
    expect(service.to('match-link')).toHaveLength(isSame ? 0 : 1);
    expect(idsOf(service).every((id) => (id === 'stored') === isSame)).toBe(true);
    expect(idOn(device.phone.disk) === 'stored').toBe(isSame);
    if (os === 'android') expect(installTimeOn(device.phone.disk)).toBe(INSTALLED);
    const reason = entries.find(({ step }) => step === 'firstRun')?.reason;
    expect(reason).toBe(isSame ? undefined : 'stored by an earlier install');
  });

  test.each(['5 days', 0, -1, null])('%j is not stored', async (answer) => {
    linkServer();
    const device = createDevice({ os: 'android', installTime: answer as number });
    await device.launch();
    await device.wait(100);
    expect(runOn(device.phone.disk)).toBe('used');
    expect(installTimeOn(device.phone.disk)).toBeUndefined();
  });

  test('one that comes late is stored when it comes', async () => {
    linkServer();
    const getFirstInstallTime = () => new Promise((resolve) => setTimeout(resolve, 1500, INSTALLED));
    const device = createDevice({ os: 'android', faults: { 'RNDeviceInfo.getFirstInstallTime': getFirstInstallTime } });
    const app = await device.launch();
    await device.wait(500);
    expect(app.context().isLinkProcessed).toBe(true);
    expect(installTimeOn(device.phone.disk)).toBeUndefined();
    await device.wait(1000);
    expect(installTimeOn(device.phone.disk)).toBe(INSTALLED);
  });
});

describe('consent', () => {
  const set = (app: Launch, consent: Consent) => app.rerender({ ...CONFIG, consent });

  test.each(['pending', 'denied'] as const)('while it is %s the record is neither read nor stored', async (consent) => {
    const service = linkServer();
    const device = createDevice({ disk: diskWith({ id: 'stored' }) });
    const reads: string[] = [];
    const { disk } = device.phone;
    const getItem = (key: string) => (reads.push(key), disk.get(key) ?? null);
    const app = await device.launch({ config: { consent, storage: storageOn(disk, { getItem }) } });
    log(app);
    await device.background();
    await device.wait(20_000);
    expect(reads).toEqual([]);
    expect(service.requests).toEqual([]);
    expect(idOn(disk)).toBe(consent === 'pending' ? 'stored' : undefined);
  });

  test('denied removes it, and a later grant makes another', async () => {
    const service = linkServer();
    const device = createDevice({ disk: diskWith({ id: 'stored' }) });
    const app = await device.launch();
    for (const consent of ['denied', 'granted'] as const) await set(app, consent);
    log(app);
    await device.wait(300);
    expect(idsOf(service)).toEqual([expect.not.stringContaining('stored')]);
    expect(idOn(device.phone.disk)).toBe(idsOf(service)[0]);
    expect(runOn(device.phone.disk)).toBe('used');
  });

  test.each([
    ['denied', 'another id'],
    ['pending', 'the stored id'],
  ] as const)('%s and granted again while it is being read: %s', async (consent, which) => {
    const service = linkServer();
    const hold = gate<void>();
    const device = createDevice({ disk: diskWith({ id: 'stored' }) });
    const { disk } = device.phone;
    const getItem = async (key: string) => {
      if (isInstall(key)) await hold.wait();
      return disk.get(key) ?? null;
    };
    const storage = storageOn(disk, { getItem, removeItem: never });
    const app = await device.launch({ config: { storage } });
    log(app);
    await device.wait(300);
    for (const next of [consent, 'granted'] as const) await app.rerender({ ...CONFIG, storage, consent: next });
    log(app);
    hold.open();
    await device.wait(11_000);
    expect(new Set(idsOf(service).map((id) => (id === 'stored' ? 'the stored id' : 'another id')))).toEqual(
      new Set([which])
    );
    consoleLines();
  });
});
