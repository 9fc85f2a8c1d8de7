import { initialSessionState, reduceSession, type Search } from '../../src/core/sessionState';
import { explore, type Explored } from '../support/explore';
import { FAULTS } from './session/faults';
import { begun, DEFERRED, EARLIER, type Setting } from './session/jobs';
import { sent, steps, type Left, type Reduce, type World } from './session/world';

/** Consent is missing: nothing may be asked, read or kept ready for a retry. */
const ALLOWED_ONLY = new Set(['reading', 'gathering', 'matching', 'resolving', 'unanswered', 'late']);

const rules: Record<string, (world: World, before: World) => boolean> = {
  'the app never waits again': ({ state }, before) => before.state.told === undefined || state.told !== undefined,
  'the app waits for the deadline at most': ({ state, jobs }) =>
    state.told !== undefined || jobs.some(({ kind }) => kind === 'deadline'),
  'the newest link is told, once, and no older one': ({ wrong }) => wrong === null,
  'a link goes only when it is taken': ({ state, left }, before) =>
    !before.state.told || Boolean(state.told) || left.takes < before.left.takes,
  'a link that was taken is neither stored, shown nor on offer': ({ state, stored, left }, before) =>
    left.takes === before.left.takes || (stored !== DEFERRED && state.told === null && state.unopened === null),
  'nothing is asked or kept without consent': ({ state }) => state.isAllowed || !ALLOWED_ONLY.has(state.search.phase),
  'nothing of an earlier launch is on offer without consent': ({ state: { isAllowed, unopened } }) =>
    isAllowed || unopened === null || unopened.phase === 'told',
  'the link of an earlier launch is offered only after it was erased, and only if nothing newer was opened': ({
    state,
    stored,
    newest,
  }) => state.unopened?.phase !== 'offered' || (stored === null && newest === null),
  'the context never shows the link of an earlier launch': ({ state }) => state.told?.url !== EARLIER,
  'what is used stays used, unless a link is pasted': ({ state, isPasted }, before) =>
    before.state.search.phase !== 'used' || state.search.phase === 'used' || isPasted,
  'a tapped link uses the first run up': ({ state, newest, isPasted }) =>
    newest === null || state.search.phase === 'used' || isPasted,
  'a link that the app was told, and that nobody has taken, is stored': ({ state, stored }) =>
    state.unopened?.phase !== 'told' || stored === DEFERRED,
  'a retry shows no prompt': ({ state }, before) =>
    state.search.phase !== 'gathering' || state.search.isRetry || before.state.search.phase !== 'unanswered',
};

const withoutLateLinks: typeof rules = {
  'the app learns of a deferred link only while it waits': ({ state }, before) =>
    state.told === before.state.told || state.told?.url !== DEFERRED || before.state.told === undefined,
};

const goals: Record<string, (world: World) => boolean> = {
  'the app is told': ({ state }) => state.told !== undefined,
  'the newest link is told': ({ isDue }) => !isDue,
  'a link that was found is told': ({ isOwed }) => !isOwed,
  'a link that was claimed is offered': ({ state }) => state.unopened?.phase !== 'erasing',
};

function exploreSession(setting: Setting, left: Left, reduce: Reduce = reduceSession): Explored {
  const state = initialSessionState(setting.isAllowed);
  const jobs = [...(state.told === undefined ? [{ kind: 'deadline' as const }] : []), ...begun(null, state)];
  return explore<World>({
    start: {
      state,
      jobs,
      left,
      newest: null,
      intent: null,
      known: null,
      isDue: false,
      isPasted: false,
      isOwed: false,
      wasDeferred: false,
      stored: null,
      wrong: null,
    },
    steps: (world) => steps(world, setting, reduce),
    rules: setting.lateLinks ? rules : { ...rules, ...withoutLateLinks },
    goals,
  });
}

const NONE: Left = {
  taps: 0,
  hands: 0,
  echoes: 0,
  consents: 0,
  returns: 0,
  activities: 0,
  claims: 0,
  takes: 0,
  pastes: 0,
};
const setting = (isAllowed: boolean, mayRetry: boolean, isAndroid = false, lateLinks = true): Setting => ({
  isAllowed,
  mayRetry,
  isAndroid,
  lateLinks,
});
/** All at once would take minutes: consent crosses all that waits, and links cross each other. The largest is last. */
const WORLDS: [Setting, Left][] = [
  [setting(true, false, false, false), { ...NONE, taps: 1 }],
  [setting(true, true, true), { ...NONE, taps: 1, consents: 1, returns: 1 }],
  [setting(true, false), { ...NONE, taps: 1, consents: 2, claims: 2, takes: 2 }],
  [setting(false, true), { ...NONE, taps: 1, echoes: 1, consents: 3, returns: 1 }],
  [setting(true, false), { ...NONE, taps: 1, echoes: 1, consents: 1, activities: 2 }],
  [setting(true, false), { ...NONE, hands: 1, echoes: 1, activities: 1 }],
  [setting(true, true, true), { ...NONE, taps: 1, consents: 1, takes: 1, pastes: 1 }],
  [setting(true, true), { ...NONE, taps: 2, echoes: 1, consents: 3, returns: 2 }],
];

const PHASES: Search['phase'][] = [
  'launching',
  'reading',
  'gathering',
  'matching',
  'resolving',
  'unanswered',
  'late',
  'postponed',
  'held',
  'used',
];

test('whatever happens in whatever order, every rule holds', () => {
  let states = 0;
  let taken = 0;
  for (const [world, left] of WORLDS) {
    const explored = exploreSession(world, left);
    expect(explored.failure).toBeNull();
    states += explored.states;
    taken += explored.steps;
  }
  for (const type of ['clipboardLink', 'claimed', 'erased'] as const)
    expect(PHASES.filter((phase) => !sent.get(type)?.has(phase))).toEqual([]);
  process.stdout.write(`  session: ${states} states, ${taken} steps\n`);
  expect(states).toBeGreaterThan(40_000);
});

test.each(Object.entries(FAULTS))('the exploration finds a seeded fault: %s', (_, fault) => {
  const faulty: Reduce = (state, event) => fault(state, event) ?? reduceSession(state, event);
  expect(WORLDS.some(([world, left]) => exploreSession(world, left, faulty).failure !== null)).toBe(true);
});
