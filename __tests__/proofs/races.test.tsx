import { act } from '@testing-library/react-native';
import * as fc from 'fast-check';
import type { Consent } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, settle } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
import { createRaceModel } from '../support/raceModel';
import { server } from '../support/server';
import { diskWith, isInstall } from '../storage/stored';

const BUDGET_MS = 5000;
/** What took longer is not opened any more. */
const LATE_LINK_MS = 30_000;
/** No match is given up before. */
const REQUEST_MS = 2000;

const ACTIONS = [
  'tap',
  'tap short',
  'tap junk',
  'echo',
  'clear',
  'unmount',
  'mount',
  'leave',
  'return',
  'grant',
  'withhold',
  'deny',
  'wait 600',
  'wait 5000',
] as const;
type Action = (typeof ACTIONS)[number];

const matchAnswer = fc.constantFrom('link', 'short', 'none', 'fails', 'hangs');

const anything = fc.record({
  os: fc.constantFrom('ios' as const, 'android' as const),
  launchUrl: fc.constantFrom(null, 'https://go.test/launch/link', 'https://go.test/launch'),
  consent: fc.constantFrom<Consent>('granted', 'granted', 'pending', 'denied'),
  isFirstRun: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  retryUnansweredMatch: fc.boolean(),
  matches: fc.array(matchAnswer, { minLength: 3, maxLength: 3 }),
  resolves: fc.array(fc.constantFrom('link', 'none', 'fails', 'hangs'), { minLength: 3, maxLength: 3 }),
  actions: fc.array(fc.constantFrom(...ACTIONS), { maxLength: 8 }),
});

/** A match that got no answer, and an app that comes and goes: by chance alone it is rare. */
const retry = fc.record({
  os: fc.constantFrom('ios' as const, 'android' as const),
  launchUrl: fc.constant(null),
  consent: fc.constant<Consent>('granted'),
  isFirstRun: fc.constant(true),
  retryUnansweredMatch: fc.constant(true),
  matches: fc.tuple(fc.constant('fails'), matchAnswer, matchAnswer),
  resolves: fc.constant(['link', 'hangs']),
  actions: fc.array(fc.constantFrom<Action>('return', 'return', 'return', 'clear', 'unmount', 'mount', 'tap'), {
    minLength: 5,
    maxLength: 8,
  }),
});

/** Consent that comes and goes while a match is under way. */
const wavering = fc.record({
  os: fc.constantFrom('ios' as const, 'android' as const),
  launchUrl: fc.constantFrom(null, 'https://go.test/launch'),
  consent: fc.constantFrom<Consent>('granted', 'pending'),
  isFirstRun: fc.constant(true),
  retryUnansweredMatch: fc.boolean(),
  matches: fc.array(matchAnswer, { minLength: 3, maxLength: 3 }),
  resolves: fc.constant(['link', 'hangs']),
  actions: fc.array(fc.constantFrom<Action>('grant', 'grant', 'withhold', 'deny', 'return', 'tap short', 'mount'), {
    minLength: 4,
    maxLength: 8,
  }),
});

const scenario = fc.oneof(
  { weight: 3, arbitrary: anything },
  { weight: 1, arbitrary: retry },
  { weight: 2, arbitrary: wavering }
);

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

async function race(
  scheduler: fc.Scheduler,
  { os, launchUrl, isFirstRun, retryUnansweredMatch, consent: firstConsent, ...plan }: Scenario
) {
  const model = createRaceModel();
  const mountedAt = Date.now();
  const elapsed = () => Date.now() - mountedAt;
  /** A link's way through the scheduler: answered when its turn comes. */
  const inTurn = <T,>(label: string, value: T, then?: () => void) =>
    scheduler.schedule(Promise.resolve(value), label).then((answer) => (then?.(), answer));

  let matches = 0;
  /** The change of consent after which a match was begun that is under way; -1: none is. */
  let matchingUnder = -1;
  let matchedAt = 0;
  let overlaps = 0;
  let resolves = 0;
  let isDeferredDue = false;
  let consent: Consent = firstConsent;
  /** Changes of consent so far: what was asked under an earlier one is void. */
  let changes = 0;
  let unasked = 0;
  /** Short links that were answered as soon as they were asked for. */
  const targets = new Map<string, string>();

  linkServer({
    'match-link': () => {
      const kind = plan.matches[matches++ % plan.matches.length];
      const askedUnder = changes;
      if (consent !== 'granted') unasked++;
      if (matchingUnder === changes && elapsed() - matchedAt < REQUEST_MS) overlaps++;
      matchingUnder = changes;
      matchedAt = elapsed();
      if (kind === 'hangs') return never();
      const link = kind === 'short' ? 'https://go.test/deferred' : 'https://go.test/deferred/link';
      const answer = kind === 'none' ? 404 : kind === 'fails' ? 503 : { link };
      return inTurn(`match ${matches}: ${kind}`, answer, () => {
        if (askedUnder !== changes) return;
        matchingUnder = -1;
        if (typeof answer === 'number') return;
        model.match(link, `${link}/target`);
        isDeferredDue = true;
      });
    },
    'resolve-short': ({ body, headers }) => {
      const url = String(body.url);
      if (consent !== 'granted' && headers.has('X-Install-ID')) unasked++;
      const kind = plan.resolves[resolves++ % plan.resolves.length];
      if (kind === 'hangs') return never();
      const askedAt = elapsed();
      const answer = kind === 'none' ? 404 : kind === 'fails' ? 503 : { link: `${url}/target` };
      return inTurn(`resolve ${url}: ${kind}`, answer, () => {
        if (kind === 'link' && askedAt === elapsed()) targets.set(url, `${url}/target`);
      });
    },
  });

  const initialLink = () =>
    inTurn('initial link', launchUrl, () => {
      // A link that came as an event meanwhile is newer.
      if (launchUrl && !model.newest() && elapsed() < LATE_LINK_MS) {
        model.arrive(launchUrl, `${launchUrl}/target`);
        launchedAt = elapsed();
      }
    });
  let launchedAt = -Infinity;
  const device = createDevice({
    os,
    disk: isFirstRun ? new Map<string, string>() : diskWith(),
    clipboard: 'https://go.test/copied/link',
    clipboardHasUrl: true,
    faults: {
      'LinkingManager.getInitialURL': initialLink,
      'IntentAndroid.getInitialURL': initialLink,
      'RNCClipboard.getString': () => inTurn('clipboard', 'https://go.test/copied/link'),
      'RNAsyncStorage.legacy_multiGet': ([key]: [string]) => {
        const row = [[key, device.phone.disk.get(key) ?? null]];
        return isInstall(key) ? inTurn('flag', row) : Promise.resolve(row);
      },
    },
  });
  const app = await device.launch({ config: { retryUnansweredMatch, consent } });

  let isMounted = true;
  let looked = 0;
  let isFresh = false;
  function look() {
    for (const context of app.seen.slice(looked)) {
      model.see(context, isFresh);
      isFresh = false;
    }
    looked = app.seen.length;
    if (isMounted && elapsed() >= BUDGET_MS) expect(app.context().isLinkProcessed).toBe(true);
  }

  let taps = 0;
  const tap = (url: string) => {
    const isEcho = url === launchUrl && elapsed() - launchedAt < 2000;
    if (!isEcho) model.arrive(url, `${url}/target`);
    return device.tap(url);
  };
  const setConsent = async (next: Consent) => {
    // Whoever renders the provider tells it: without one nothing changes.
    if (!isMounted || next === consent) return;
    changes++;
    // A link that was found and not told yet goes with the consent.
    if (consent === 'granted' && !model.wasShown(0)) isDeferredDue = false;
    consent = next;
    await app.rerender({ ...CONFIG, retryUnansweredMatch, consent });
  };
  const perform: Record<Action, () => Promise<void> | void> = {
    tap: () => tap(`https://go.test/tap/${++taps}`),
    'tap short': () => tap(`https://go.test/tap${++taps}`),
    'tap junk': () => device.tap('javascript:void 0'),
    // Once: a second tap on it is a new link with the same address, which the model can't tell apart.
    // With another link in between it would be a new one.
    echo: () =>
      launchUrl && launchedAt >= 0 && elapsed() - launchedAt < 2000 && model.newest()?.urls[0] === launchUrl
        ? tap(launchUrl)
        : undefined,
    clear: async () => {
      if (!isMounted) return;
      await app.clearLink();
      model.clear();
    },
    unmount: async () => {
      if (isMounted) await app.unmount();
      isMounted = false;
    },
    mount: async () => {
      if (isMounted) return;
      isMounted = isFresh = true;
      await app.mount();
    },
    leave: device.background,
    return: device.foreground,
    grant: () => setConsent('granted'),
    withhold: () => setConsent('pending'),
    deny: () => setConsent('denied'),
    'wait 600': () => device.wait(600),
    'wait 5000': () => device.wait(5000),
  };

  // The scheduler says when; what is done renders by itself and can't be done inside of `act`.
  let due: Action | undefined;
  scheduler.scheduleSequence(
    plan.actions.map((action) => ({
      label: action,
      builder: () => {
        due = action;
        return Promise.resolve();
      },
    }))
  );
  look();
  while (scheduler.count() > 0) {
    await act(async () => {
      await scheduler.waitNext(1);
      await settle();
    });
    if (due) await perform[due]();
    due = undefined;
    look();
  }
  await device.wait(2 * BUDGET_MS + LATE_LINK_MS);
  look();
  await perform.mount();
  look();

  const newest = model.newest();
  const { linkUrl, isLinkProcessed } = app.context();
  expect(isLinkProcessed).toBe(true);
  if (newest) expect(model.wasShown(newest.order)).toBe(true);
  else if (isDeferredDue) expect(model.wasShown(0)).toBe(true);
  if (newest && linkUrl !== null) expect(linkUrl).toBe(targets.get(newest.urls[0] as string) ?? linkUrl);
  expect(overlaps).toBe(0);
  expect(unasked).toBe(0);
  if (!retryUnansweredMatch) expect(matches).toBeLessThanOrEqual(1 + changes);
  if (consent === 'denied') expect([...device.phone.disk.keys()]).toEqual([]);
  expect(consoleLines().filter((line) => !/^(warn|error): \[Link\] /.test(line))).toEqual([]);
  await app.unmount();
}

test('whatever the order, the newest link is shown, once, and nothing comes back', async () => {
  await fc.assert(fc.asyncProperty(fc.scheduler(), scenario, race), {
    numRuns: Number(process.env.FC_RUNS ?? 200),
    // A smaller example takes minutes to find.
    endOnFailure: process.env.FC_SHRINK === undefined,
    plugins: [
      fc.afterEach(() => {
        jest.clearAllTimers();
        server.resetHandlers();
      }),
    ],
  });
}, 600_000);
