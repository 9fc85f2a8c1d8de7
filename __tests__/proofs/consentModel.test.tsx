import fc from 'fast-check';
import type { Consent } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { idOn, runOn } from '../storage/stored';
import { linkServer, never, type Received } from '../support/linkServer';

const INSTALLED = Date.UTC(2025, 11, 31);

const RUNS = Number(process.env.FC_RUNS ?? 60);

const later = <T,>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));

/** How one operation of storage ends: at once, after some time, not at all, or done and yet told as failed. */
const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constant('done' as const) },
  { weight: 1, arbitrary: fc.constantFrom('failed', 'slow', 'verySlow', 'doneAndFailed') }
);

const consent = fc.constantFrom<Consent>('granted', 'granted', 'pending', 'denied');

const step = fc.oneof(
  fc.record({ kind: fc.constant('consent' as const), consent }),
  fc.record({ kind: fc.constantFrom('leave', 'return', 'log', 'tap', 'tapShort', 'clearStorage', 'remount') }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 300, 1100, 3000, 6000, 12_000) })
);

const answer = fc.constantFrom<'hangs' | object | number>(
  404,
  503,
  400,
  { link: '/found' },
  { link: 'https://a.test/b' },
  'hangs'
);

const history = fc.record({
  os: fc.constantFrom('ios' as const, 'android' as const),
  first: consent,
  retryUnansweredMatch: fc.boolean(),
  endings: fc.array(ending, { minLength: 8, maxLength: 40 }),
  /** How long the system takes to tell when the app was installed. */
  installTimeMs: fc.constantFrom(0, 700, 3000),
  steps: fc.array(step, { minLength: 1, maxLength: 10 }),
  match: answer,
  resolve: answer,
  events: fc.constantFrom(200, 503),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

async function live(past: History) {
  const wrong: string[] = [];
  const disk = new Map<string, string>();
  let current = past.first;
  let wasDenied = current === 'denied';
  let isHealthy = false;
  let operations = 0;

  async function operate<T>(name: string, key: string, run: () => T): Promise<T> {
    // A denial removes what is stored, however late.
    const isRemoval = wasDenied && name === 'remove';
    if (current !== 'granted' && !isRemoval) wrong.push(`${name} ${key} while consent is ${current}`);
    const end = isHealthy ? 'done' : past.endings[operations++ % past.endings.length];
    if (end === 'failed') throw new Error('SQLITE_BUSY');
    if (end === 'slow') await later(1300, null);
    if (end === 'verySlow') await later(5600, null);
    const result = run();
    if (end === 'doneAndFailed') throw new Error('SQLITE_BUSY');
    return result;
  }

  const storage = {
    getItem: (key: string) => operate('read', key, () => disk.get(key) ?? null),
    setItem: (key: string, value: string) => operate('write', key, () => void disk.set(key, value)),
    removeItem: (key: string) => operate('remove', key, () => void disk.delete(key)),
  };
  const answerWith =
    (given: 'hangs' | object | number) =>
    ({ path, headers }: Received) => {
      // A link that the person opens is resolved, and nothing else is asked.
      const isAnonymousResolve = path === 'resolve-short' && !headers.has('X-Install-ID');
      if (current !== 'granted' && !isAnonymousResolve) wrong.push(`a request while consent is ${current}`);
      return given === 'hangs' ? never() : given;
    };
  const service = linkServer({
    'match-link': answerWith(past.match),
    'resolve-short': answerWith(past.resolve),
    events: answerWith(past.events),
  });
  const getFirstInstallTime = () => later(past.installTimeMs, INSTALLED);
  const device = createDevice({ os: past.os, faults: { 'RNDeviceInfo.getFirstInstallTime': getFirstInstallTime } });
  const config = { ...CONFIG, storage, retryUnansweredMatch: past.retryUnansweredMatch };
  const app = await device.launch({ config: { ...config, consent: current } });
  const log = () => app.library.LinkAnalytics.logEvent('search');

  const steps: Record<string, () => Promise<void> | void> = {
    leave: device.background,
    return: device.foreground,
    log,
    tap: () => device.tap('shop://cart/1'),
    tapShort: () => device.tap('https://shop.test/abc'),
    clearStorage: () => disk.clear(),
    async remount() {
      await app.unmount();
      await app.mount();
    },
  };
  let waited = 0;
  for (const next of past.steps) {
    if ('consent' in next) {
      current = next.consent;
      wasDenied ||= current === 'denied';
      await app.rerender({ ...config, consent: current });
    } else if ('ms' in next) {
      await device.wait(next.ms);
      waited += next.ms;
    } else await steps[next.kind]?.();
    if (waited > 5000 && !app.context().isLinkProcessed) wrong.push('the splash screen hangs');
  }

  isHealthy = true;
  await device.wait(40_000);
  await device.background();
  await device.wait(20_000);
  if (!app.context().isLinkProcessed) wrong.push('the splash screen hangs');
  if (current === 'granted') {
    log();
    await device.wait(15_000);
    const id = service.requests[service.requests.length - 1]?.headers.get('X-Install-ID');
    if (id && idOn(disk) !== id) wrong.push('the id that is sent is not stored');
    if (service.to('match-link').length && !wasDenied && runOn(disk) === undefined)
      wrong.push('the first run is not stored');
  }
  await app.unmount();
  jest.clearAllTimers();
  consoleLines();
  return wrong;
}

test('whatever storage and the person do, nothing is read, sent or stored without consent but a resolve without an id, and the record is kept', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (past) => {
      expect(await live(past)).toEqual([]);
    }),
    { numRuns: RUNS }
  );
});
