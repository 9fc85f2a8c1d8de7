import { act } from '@testing-library/react-native';
import type { Config, Diagnostic, LinkStorage } from 'react-native-deferred-link';
import { consoleLines } from './consoleLines';
import { createDevice, settle, type Launch } from './createDevice';
import { linkServer } from './linkServer';
import type { DeviceOptions } from './nativeModules';
import { ownKeys } from '../storage/stored';

/** Part of everything that must never be said: keys, clipboard texts and query values. */
export const SECRET = 'S3CRET';

/** What the service or the system says, by how the link was found. */
export const linkBy = (how: string) => `https://go.test/by/${how}?token=${SECRET}`;

export type Answers = NonNullable<Parameters<typeof linkServer>[0]>;

/** A fault, and what a person sees in spite of it. */
export interface Cell {
  device?: DeviceOptions;
  config?: Partial<Config>;
  storage?: () => LinkStorage;
  answers?: Answers;
  /** How the link that is shown in the end was found, or its URL; `null`: there is none. */
  shows: string | null;
  /** Milliseconds from mount to `isLinkProcessed`: at once, unless a wait can't be avoided. */
  at?: number;
  matches?: number;
  /** What the match request holds, among other things. */
  sends?: object;
  /** How many times `console.error` is called, but for what is said of storage. */
  errors?: number;
  /** Whether storage fails, which is reported once for reading and once for writing. */
  isForgetful?: boolean;
  /** Links that arrive while the app runs can't be received. */
  isDeaf?: boolean;
  /** Events can't reach the service. */
  isMute?: boolean;
  /** Said by React Native itself. */
  foreignLine?: RegExp;
}

/** More than the budget, the bounds on storage and a few retries. */
const LONG = 40_000;
const MAX_STEPS = 100;

const STORAGE_LOST = 'Storage could not be';

const split = <T,>(list: T[], isFirst: (item: T) => boolean): [T[], T[]] => [
  list.filter(isFirst),
  list.filter((item) => !isFirst(item)),
];

const byBody = ({ body }: { body: Record<string, unknown> }) => ({
  link: linkBy(body.clickId ? 'click' : body.pastedLink ? 'paste' : 'fingerprint'),
});

/** Lets time pass from timer to timer, until `isOver`. */
async function pass(isOver: () => boolean) {
  await act(settle);
  for (let step = 0; step < MAX_STEPS && !isOver() && jest.getTimerCount() > 0; step++) {
    // React 18 renders when an act ends, not in the course of it.
    await act(async () => {
      jest.advanceTimersToNextTimer();
      await settle();
    });
  }
}

const passFor = (ms: number) => {
  const end = Date.now() + ms;
  return pass(() => Date.now() >= end);
};

async function tapAndCompare(device: ReturnType<typeof createDevice>, app: Launch, isDeaf: boolean) {
  await app.clearLink();
  await device.tap(linkBy('tap'));
  await passFor(1);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: isDeaf ? null : linkBy('tap') });
}

/**
 * A first run on a phone with one fault. Checks all that holds whatever the fault is; that nothing is
 * thrown and no rejection goes unhandled is checked by Jest, which fails the test.
 */
export async function checkCell(cell: Cell) {
  const service = linkServer({ 'match-link': byBody, ...cell.answers });
  const diagnostics: Diagnostic[] = [];
  const device = createDevice({
    referrer: 'clickId=abc',
    clipboard: `https://go.test/copied/link?token=${SECRET}`,
    clipboardHasUrl: true,
    ...cell.device,
    ...(cell.device?.disk && { disk: new Map(cell.device.disk) }),
  });
  const config = {
    API_KEY: `pk_${SECRET}`,
    onDiagnostic: (entry: Diagnostic) => void diagnostics.push(entry),
    ...cell.config,
    ...(cell.storage && { storage: cell.storage() }),
  };

  const mountedAt = Date.now();
  const app = await device.launch({ config });
  app.library.LinkAnalytics.logEvent('login', { note: SECRET });
  await pass(() => app.context().isLinkProcessed);
  expect(app.context().isLinkProcessed).toBe(true);
  expect(Date.now() - mountedAt).toBe(cell.at ?? 0);

  await passFor(LONG);
  expect(app.context().linkUrl).toBe(cell.shows?.includes(':') ? cell.shows : cell.shows && linkBy(cell.shows));
  expect(service.to('match-link')).toHaveLength(cell.matches ?? 1);
  if (cell.sends) expect(service.to('match-link')[0]?.body).toMatchObject(cell.sends);

  await device.background();
  await device.foreground();
  await passFor(1);
  expect(service.to('events').length > 0).toBe(!cell.isMute);
  await tapAndCompare(device, app, cell.isDeaf ?? false);
  const firstProcessed = app.seen.findIndex(({ isLinkProcessed }) => isLinkProcessed);
  expect(app.seen.slice(firstProcessed).every(({ isLinkProcessed }) => isLinkProcessed)).toBe(true);

  const lines = consoleLines().filter((line) => !cell.foreignLine?.test(line));
  expect(lines.filter((line) => !/^(info|warn|error): \[Link\] /.test(line))).toEqual([]);
  const [lost, errors] = split(
    lines.filter((line) => line.startsWith('error')),
    (line) => line.includes(STORAGE_LOST)
  );
  expect(errors).toHaveLength(cell.errors ?? 0);
  expect(lost.length > 0).toBe(cell.isForgetful ?? false);
  expect(new Set(lost.map((line) => line.split(':', 2).join())).size).toBe(lost.length);
  expect(lines.join() + JSON.stringify(diagnostics)).not.toContain(SECRET);
  expect(ownKeys(device.phone.disk)).toEqual([...device.phone.disk.keys()]);
  return { device, app, service };
}
