import { linkFromTarget } from '../../src/core/linkFromTarget';
import type { LinkTarget, ParsedLink } from '../../src/core/parseLink';
import {
  initialSessionState,
  isSearching,
  reduceSession,
  type Search,
  type SessionEvent,
  type SessionState,
  type Unopened,
} from '../../src/core/sessionState';
import { explore, type Explored, type Step } from '../support/explore';

type Reduce = typeof reduceSession;

/** Something that the session has begun and that has not ended: a question, or a timer. */
interface Job {
  kind:
    | 'launchLink'
    | 'overdue'
    | 'deadline'
    | 'record'
    | 'gathered'
    | 'clickId'
    | 'matched'
    | 'rested'
    | 'pasted'
    | 'resolved'
    | 'erased';
  by?: Search | ParsedLink | Unopened;
  /** The newest link when a link was pasted. */
  known?: SessionState['newest'];
}

/** What the world may still do. */
interface Left {
  taps: number;
  /** How often the app itself hands over a link. */
  hands: number;
  echoes: number;
  consents: number;
  returns: number;
  activities: number;
  /** How often somebody can hand over the link of an earlier launch. */
  claims: number;
  /** How often somebody takes a link. */
  takes: number;
  /** How often the person pastes a link. */
  pastes: number;
}

interface World {
  state: SessionState;
  jobs: Job[];
  left: Left;
  /** The newest link that the person has opened, and whether the app has still to be told of it. */
  newest: string | null;
  /** The link that the system hands over when it is asked. */
  intent: string | null;
  /** The newest link while an app may have set it as its intent: no activity without a link has followed. */
  known: string | null;
  isDue: boolean;
  /** Whether a link was pasted after the newest link, and the service has been asked about it. */
  isPasted: boolean;
  /** The deferred link: whether the service has found one that nothing has made obsolete, and whether it was told. */
  isOwed: boolean;
  wasDeferred: boolean;
  /** The deferred link that the record holds as unopened. */
  stored: string | null;
  /** What the app was told by the last step against the rules, if anything. */
  wrong: string | null;
}

interface Setting {
  isAllowed: boolean;
  mayRetry: boolean;
  isAndroid: boolean;
  lateLinks: boolean;
}

const LAUNCH = 'shop://launch';
const DEFERRED = 'https://shop.test/deferred';
const EARLIER = 'https://shop.test/earlier';
const ENDS = 0;
const EARLY = 0;
const LATER = 60_000;
/** When something happens that is no echo of the newest link. */
const laterThan = (newest: SessionState['newest']) => (newest?.at ?? EARLY) + LATER;

const linkTo = (url: string): ParsedLink => ({ url, type: 'scheme', host: '', route: '/', isShort: false });
const TARGET: LinkTarget = { url: DEFERRED, route: '/deferred' };
const UNOPENED = linkFromTarget({ url: EARLIER, route: '/earlier' }, 'deferred');
/** Consent is missing: nothing may be asked, read or kept ready for a retry. */
const ALLOWED_ONLY = new Set(['reading', 'gathering', 'matching', 'resolving', 'unanswered', 'late']);

const launchLink = (
  url: string | null,
  known: SessionState['newest'] | undefined,
  at = EARLY,
  isReload = false
): SessionEvent => ({ type: 'launchLink', link: url === null ? null : linkTo(url), at, known, isReload });

const clipboardLink = (target: LinkTarget | null, known: SessionState['newest']): SessionEvent => ({
  type: 'clipboardLink',
  pastedLink: DEFERRED,
  target,
  ends: ENDS,
  known,
});

/** What the shell begins when one state follows another. */
function begun(before: SessionState | null, { search, direct, unopened }: SessionState): Job[] {
  const jobs: Job[] = [];
  if (unopened?.phase === 'erasing' && unopened !== before?.unopened) jobs.push({ kind: 'erased', by: unopened });
  if (direct && direct !== before?.direct) jobs.push({ kind: 'resolved', by: direct });
  if (search === before?.search) return jobs;
  const question = {
    reading: 'record',
    gathering: 'gathered',
    matching: 'matched',
    resolving: 'resolved',
    late: 'clickId',
    unanswered: 'rested',
  } as const;
  // One pause stands for all.
  if (search.phase === 'unanswered' && search.tries > 0) return jobs;
  if (search.phase === 'launching') jobs.push({ kind: 'launchLink', by: search }, { kind: 'overdue' });
  else if (search.phase in question) {
    jobs.push({ kind: question[search.phase as keyof typeof question], by: search });
  }
  return jobs;
}

const GATHERED = { type: 'gathered' as const, body: {}, hasTime: true };
const LATE = Promise.resolve(null);

/** Everything that a job may come to, in words. */
function endings({ kind, by, known }: Job, { mayRetry, isAndroid, lateLinks }: Setting): [string, SessionEvent][] {
  // The kind of a job says which phase has asked for it.
  const asked = by as never;
  const failed: [string, SessionEvent] = [`an unexpected failure instead of "${kind}"`, { type: 'failed', by: asked }];
  switch (kind) {
    case 'launchLink':
      return [
        ['there is no launch link', launchLink(null, null)],
        ['there is a launch link', launchLink(LAUNCH, null)],
        ['there is the launch link of a reload', launchLink(LAUNCH, null, EARLY, true)],
        failed,
      ];
    case 'overdue':
      return [['the launch link takes too long', launchLink(null, undefined)]];
    case 'deadline':
      return [['the deadline', { type: 'deadline', isLast: !lateLinks }]];
    case 'record':
      return [
        ...(['first', 'used'] as const).map((run): [string, SessionEvent] => [
          `the record says ${run}`,
          { type: 'record', by: asked, run, ends: ENDS },
        ]),
        [
          'the record says used, and holds a link that nobody took',
          { type: 'record', by: asked, run: 'used', ends: ENDS, unopened: UNOPENED },
        ],
        ...(mayRetry
          ? [
              ['the record says unanswered', { type: 'record', by: asked, run: 'unanswered', ends: ENDS }] as [
                string,
                SessionEvent,
              ],
            ]
          : []),
        failed,
      ];
    case 'gathered':
      return [
        ['the fingerprint is gathered', { ...GATHERED, by: asked }],
        ['there is nothing to ask with', { ...GATHERED, by: asked, body: null }],
        ['the fingerprint is gathered too late', { ...GATHERED, by: asked, hasTime: false }],
        ...(isAndroid
          ? [
              [
                'there is nothing to ask with before the click id',
                { ...GATHERED, by: asked, body: null, late: LATE },
              ] as [string, SessionEvent],
              ['the fingerprint is gathered before the click id', { ...GATHERED, by: asked, late: LATE }] as [
                string,
                SessionEvent,
              ],
            ]
          : []),
        failed,
      ];
    case 'clickId':
      return [
        ['the click id comes late', { type: 'clickId', by: asked, id: 'late' }],
        ['there is no click id', { type: 'clickId', by: asked, id: null }],
      ];
    case 'rested':
      return [['the pause is over', { type: 'returned', by: asked, ends: ENDS, tries: 1 }]];
    case 'pasted':
      return [
        ['the service knows the pasted link', clipboardLink(TARGET, known ?? null)],
        ...(mayRetry
          ? [['no answer about the pasted link', clipboardLink(null, known ?? null)] as [string, SessionEvent]]
          : []),
      ];
    case 'erased':
      return [['the erasing of the unopened link ends', { type: 'erased', by: by as Unopened }]];
    case 'matched':
      return [
        ['the service finds a link', { type: 'matched', by: asked, target: TARGET, mayRetry: false }],
        ['the service finds nothing', { type: 'matched', by: asked, target: null, mayRetry: false }],
        ...(mayRetry
          ? [['no answer', { type: 'matched', by: asked, target: null, mayRetry: true }] as [string, SessionEvent]]
          : []),
        failed,
      ];
    case 'resolved': {
      const link = 'phase' in asked ? linkFromTarget(TARGET, 'deferred') : linkFromTarget(by as ParsedLink, 'scheme');
      return [['the link is resolved', { type: 'resolved', by: asked, link }], failed];
    }
  }
}

/** Stands for every phase that is over. */
const OVER: Search = { phase: 'launching' };

/**
 * The deadline is called off when the app is told; all else goes on until it ends. Of several answers of a kind
 * that have become void one stands for all, and the order in which they were asked for does not matter.
 */
function underWay(jobs: Job[], { told, search, direct }: SessionState): Job[] {
  const kinds = new Set<string>();
  return jobs
    .filter(({ kind, by }) => {
      if (kind === 'deadline') return told === undefined;
      if (!by || by === search || by === direct || kind === 'erased') return true;
      // A timer of a phase that is over does nothing.
      if (kind === 'rested') return false;
      const isNew = !kinds.has(kind);
      kinds.add(kind);
      return isNew;
    })
    .map((job) =>
      job.by && job.kind !== 'erased' && 'phase' in job.by && job.by !== search ? { ...job, by: OVER } : job
    )
    .sort(
      (one, other) =>
        (one.kind < other.kind ? -1 : Number(one.kind > other.kind)) ||
        Number(one.by === search) - Number(other.by === search)
    );
}

/** What must hold of a single event, whatever comes of it later. */
function checkEvent(event: SessionEvent, before: SessionState, after: SessionState) {
  const isVoid =
    'by' in event && event.by !== before.search && event.by !== before.direct && event.by !== before.unopened;
  if (isVoid && after !== before) throw new Error(`a void answer, "${event.type}", changed something`);
  const isClickIdLost = event.type === 'clickId' && !isVoid && event.id !== null && after.search.phase !== 'matching';
  const { search } = before;
  const isClickIdForgotten =
    event.type === 'matched' && !isVoid && !event.target && 'clickId' in search && search.clickId;
  if (isClickIdLost || (isClickIdForgotten && after.search.phase !== 'late'))
    throw new Error('a late click id was not sent');
  const isLast = event.type === 'deadline' && event.isLast && before.search.phase === 'resolving';
  if (event.type === 'deadline' && !isLast && (after.search !== before.search || after.direct !== before.direct))
    throw new Error('the deadline ended the search, and not only the wait');
  if (event.type === 'erased' && !isVoid && after.unopened?.phase !== 'offered')
    throw new Error('the unopened link was erased, and is offered to nobody');
  if (event.type === 'claimed' && before.unopened?.phase !== 'stored' && after !== before)
    throw new Error('a claim changed something where there is nothing to claim');
  if (event.type === 'clipboardLink' && !event.target && isSearching(search) && after !== before)
    throw new Error('a pasted link without an answer ended a search');
  if (event.type === 'clipboardLink' && (!before.isAllowed || event.known !== before.newest) && after !== before)
    throw new Error('a pasted link counted without consent, or after a newer link');
}

/** In which phases an event was sent. */
const sent = new Map<SessionEvent['type'], Set<Search['phase']>>();

function noteSent({ type }: SessionEvent, { search }: SessionState) {
  const phases = sent.get(type) ?? new Set();
  sent.set(type, phases.add(search.phase));
}

/** What the record holds after the effects of a step: the shell stores what is to be told, and erases what is gone. */
function storedAfter({ stored, state: before }: World, event: SessionEvent, after: SessionState): World['stored'] {
  const { unopened, isAllowed, newest } = after;
  if (unopened?.phase === 'told' && unopened !== before.unopened) return unopened.link.url;
  if (event.type === 'record' && event.by === before.search) return event.unopened?.url ?? null;
  const isGone = before.unopened && isAllowed === before.isAllowed;
  const isObsolete = isAllowed && newest && (newest !== before.newest || !before.isAllowed);
  return (!unopened && (isGone || isObsolete)) || (unopened?.phase === 'erasing' && unopened !== before.unopened)
    ? null
    : stored;
}

function follow(world: World, event: SessionEvent, jobs: Job[], reduce: Reduce): World {
  const before = world.state;
  const state = reduce(before, event);
  noteSent(event, before);
  checkEvent(event, before, state);
  const told = state.told !== before.told && state.told ? state.told : null;
  const isDeferred = told?.url === DEFERRED;
  const isTimely = world.newest === null || world.isPasted;
  const isRight = isDeferred ? !world.wasDeferred && isTimely : world.isDue && told?.url === world.newest;
  const isWithdrawn = event.type === 'consent' && !event.isAllowed;
  const isTaken = event.type === 'clipboardLink' && before.isAllowed && event.known === before.newest;
  const isFound =
    (isTaken || (event.type === 'matched' && event.by === before.search)) && 'target' in event && event.target !== null;
  const stored = storedAfter(world, event, state);
  return {
    ...world,
    state,
    jobs: underWay([...jobs, ...begun(before, state)], state),
    stored,
    isDue: world.isDue && !told,
    isPasted: world.isPasted || isTaken,
    isOwed: (world.isOwed || isFound) && !isWithdrawn && !isDeferred,
    wasDeferred: world.wasDeferred || isDeferred,
    wrong: told && !isRight ? told.url : isDeferred && stored !== DEFERRED ? 'a link that is not stored' : null,
  };
}

/** A link that counts as a new one takes the place of whatever was found. */
const arrive = (world: World, url: string): World => ({
  ...world,
  newest: url,
  known: url,
  isDue: true,
  isOwed: false,
  isPasted: false,
});
const arriveByIntent = (world: World, url: string): World => ({ ...arrive(world, url), intent: url });

/** The record says that no deferred link was found. */
const mayPaste = ({ stored, wasDeferred }: World) => stored === null && !wasDeferred;

/** What means nothing now, and must change nothing in any phase. */
function strays({ state }: World, reduce: Reduce) {
  const { newest } = state;
  const other = { url: 'shop://other', at: EARLY };
  const events: SessionEvent[] = [
    { type: 'erased', by: { phase: 'erasing', link: UNOPENED } },
    { type: 'returned', by: OVER, ends: ENDS, tries: 1 },
    ...(state.unopened?.phase === 'stored' ? [] : [{ type: 'claimed' } as const]),
    ...(isSearching(state.search) ? [clipboardLink(null, newest)] : []),
    clipboardLink(TARGET, other),
    clipboardLink(null, other),
  ];
  for (const event of events) {
    noteSent(event, state);
    const after = reduce(state, event);
    checkEvent(event, state, after);
    if (after !== state) throw new Error(`"${event.type}" changed something, although it means nothing now`);
  }
}

function steps(world: World, setting: Setting, reduce: Reduce): Step<World>[] {
  const { state, jobs, left, newest, intent, known } = world;
  const result: Step<World>[] = [];
  strays(world, reduce);

  jobs.forEach((job, index) => {
    const rest = jobs.filter((_, other) => other !== index);
    for (const [name, event] of endings(job, setting)) {
      // Without late links, a match is given up at the deadline.
      if (!setting.lateLinks && state.told !== undefined && event.type === 'matched' && event.target) continue;
      // The shell asks the record first whether a deferred link was found, and waits for a search that goes on.
      if (event.type === 'clipboardLink' && (!mayPaste(world) || (!event.target && isSearching(state.search))))
        continue;
      const isLaunch = event.type === 'launchLink' && event.link !== null && newest === null && !event.isReload;
      const hasIntent = event.type === 'launchLink' && event.link !== null;
      const launched = hasIntent ? { ...world, intent: LAUNCH } : world;
      const next = follow(isLaunch ? arrive(launched, LAUNCH) : launched, event, rest, reduce);
      result.push({ name, next, isOwn: true });
      // A container that is ready takes the link while it is published.
      if (next.state.told && next.state.told !== state.told && left.takes > 0) {
        const spent = { ...next, left: { ...left, takes: left.takes - 1 } };
        result.push({
          name: `${name}, and it is taken at once`,
          next: follow(spent, { type: 'taken' }, next.jobs, reduce),
        });
      }
    }
  });

  const act = (name: string, what: keyof Left, event: SessionEvent, opened = (spent: World) => spent) => {
    if (left[what] === 0) return;
    const spent = { ...world, left: { ...left, [what]: left[what] - 1 } };
    const next = follow(opened(spent), event, jobs, reduce);
    // What changes nothing need not be spent.
    if (next.state !== state || next.isDue) result.push({ name, next });
  };
  const tapped = `shop://tap/${left.taps}`;
  const now = laterThan(state.newest);
  act('a link is tapped', 'taps', { type: 'link', link: linkTo(tapped), at: EARLY }, (spent) => arrive(spent, tapped));
  const handed = `shop://hand/${left.hands}`;
  act(
    'the app hands over a link',
    'hands',
    { type: 'link', link: linkTo(handed), at: EARLY, isOwn: true },
    (spent) => ({
      ...arrive(spent, handed),
      known,
    })
  );
  if (newest !== null) {
    const hand: SessionEvent = { type: 'link', link: linkTo(newest), at: state.newest?.at ?? EARLY, isOwn: true };
    act('the app hands over the newest link, too', 'hands', hand);
    const echo: SessionEvent = { type: 'link', link: linkTo(newest), at: state.newest?.at ?? EARLY };
    act('the newest link comes again', 'echoes', echo, (spent) => ({ ...spent, known: newest }));
    const again: SessionEvent = { type: 'link', link: linkTo(newest), at: now };
    act('the newest link is tapped again', 'taps', again, (spent) => arrive(spent, newest));
  }
  // Not before the first answer: the shell asks no second time while it waits for the first.
  if (!jobs.some(({ kind }) => kind === 'launchLink')) {
    for (const url of new Set([LAUNCH, 'shop://activity', newest ?? LAUNCH])) {
      const isNew = url !== known && url !== intent;
      act(
        `a new activity holds ${isNew ? 'another' : 'the same'} link`,
        'activities',
        launchLink(url, state.newest, now),
        (spent) => (isNew ? arriveByIntent(spent, url) : spent)
      );
    }
    act('a new activity holds no link', 'activities', launchLink(null, state.newest), (spent) => ({
      ...spent,
      intent: null,
      known: null,
    }));
  }
  act(`consent is ${state.isAllowed ? 'withdrawn' : 'granted'}`, 'consents', {
    type: 'consent',
    isAllowed: !state.isAllowed,
  });
  act('the app returns', 'returns', { type: 'returned', by: state.search, ends: ENDS, tries: 1 });
  if (left.pastes > 0 && state.isAllowed && mayPaste(world)) {
    const asked: Job[] = [...jobs, { kind: 'pasted', known: state.newest }];
    const spent = { ...world, jobs: asked, left: { ...left, pastes: left.pastes - 1 } };
    result.push({ name: 'a link is pasted', next: spent });
  }
  act('somebody can hand over the unopened link', 'claims', { type: 'claimed' });
  if (state.told || state.unopened?.phase === 'offered') act('the link is taken', 'takes', { type: 'taken' });
  return result;
}

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

/** The reducer with one mistake. */
const FAULTS: Record<string, (state: SessionState, event: SessionEvent) => SessionState | undefined> = {
  'an old answer about the record counts': (state, event) =>
    event.type === 'record' && state.search.phase === 'reading'
      ? reduceSession(state, { ...event, by: state.search })
      : undefined,
  'an old fingerprint counts': (state, event) =>
    event.type === 'gathered' && state.search.phase === 'gathering'
      ? reduceSession(state, { ...event, by: state.search })
      : undefined,
  'an old match counts': (state, event) =>
    event.type === 'matched' && state.search.phase === 'matching'
      ? reduceSession(state, { ...event, by: state.search })
      : undefined,
  'a match counts although its consent is gone': (state, event) =>
    event.type === 'matched' && event.target && state.search.phase === 'held'
      ? { ...state, told: linkFromTarget(event.target, 'deferred') }
      : undefined,
  'an older short link is told': (state, event) =>
    event.type === 'resolved' && !('phase' in event.by) ? { ...state, direct: null, told: event.link } : undefined,
  'withdrawn consent does not stop the match': (state, event) =>
    event.type === 'consent' && !event.isAllowed && state.search.phase === 'matching'
      ? { ...state, isAllowed: false }
      : undefined,
  'withdrawn consent leaves the app waiting': (state, event) =>
    event.type === 'consent' && !event.isAllowed
      ? { ...reduceSession(state, event), told: state.told, search: { phase: 'held' } }
      : undefined,
  'a tapped link does not end the search': (state, event) =>
    event.type === 'link' ? { ...reduceSession(state, event), search: state.search } : undefined,
  'the deadline does nothing': (state, event) => (event.type === 'deadline' ? state : undefined),
  'the deadline drops a short link': (state, event) =>
    event.type === 'deadline' && state.told === undefined ? { ...state, direct: null, told: null } : undefined,
  'the deadline ends the search': (state, event) =>
    event.type === 'deadline' && state.search.phase === 'matching'
      ? { ...state, told: null, search: { phase: 'used' } }
      : undefined,
  'without late links, the deadline loses a link that is being resolved': (state, event) =>
    event.type === 'deadline' && event.isLast && state.told === undefined ? { ...state, told: null } : undefined,
  'a late launch link replaces a newer link': (state, event) =>
    event.type === 'launchLink' && event.link && event.known === null
      ? reduceSession({ ...state, newest: null }, event)
      : undefined,
  'an echo counts as a link': (state, event) =>
    event.type === 'link' ? reduceSession(state, { ...event, at: 100 * LATER }) : undefined,
  'a second tap on the newest link counts as its echo': (state, event) =>
    event.type === 'link' ? reduceSession(state, { ...event, at: EARLY }) : undefined,
  'a grant begins a used search anew': (state, event) =>
    event.type === 'consent' && event.isAllowed && state.search.phase === 'used'
      ? { ...state, isAllowed: true, search: { phase: 'reading' } }
      : undefined,
  'a grant makes the app wait again': (state, event) =>
    event.type === 'consent' && event.isAllowed && state.search.phase === 'held'
      ? { ...reduceSession(state, event), told: undefined }
      : undefined,
  'a failure while resolving loses the link': (state, event) =>
    event.type === 'failed' && event.by === state.search && state.search.phase === 'resolving'
      ? { ...state, told: null, search: { phase: 'used' } }
      : undefined,
  'the old link of a new activity is told again': (state, event) =>
    event.type === 'launchLink' ? reduceSession({ ...state, launchUrl: null }, event) : undefined,
  'a deferred link is told before it is stored': (state, event) =>
    event.type === 'resolved' && event.by === state.search
      ? { ...state, search: { phase: 'used' }, told: event.link, unopened: { phase: 'told', link: event.link } }
      : undefined,
  'a link that is taken stays in storage': (state, event) =>
    event.type === 'taken' ? { ...state, told: null } : undefined,
  'a link that is taken stays in the context': (state, event) =>
    event.type === 'taken' ? { ...state, unopened: null } : undefined,
  'the link of an earlier launch is offered before it is erased': (state, event) =>
    event.type === 'claimed' && state.unopened
      ? { ...state, unopened: { ...state.unopened, phase: 'offered' } }
      : undefined,
  'the link of an earlier launch is erased for nobody': (state, event) =>
    event.type === 'erased' && event.by === state.unopened ? { ...state, unopened: null } : undefined,
  'a denial leaves the link of an earlier launch on offer': (state, event) =>
    event.type === 'consent' ? { ...reduceSession(state, event), unopened: state.unopened } : undefined,
  'a link that is opened leaves the unopened one': (state, event) =>
    event.type === 'link' ? { ...reduceSession(state, event), unopened: state.unopened } : undefined,
  'the context shows the link of an earlier launch': (state, event) =>
    event.type === 'erased' ? { ...reduceSession(state, event), told: event.by.link } : undefined,
  'a click id that is due when the match ends is forgotten': (state, event) =>
    event.type === 'matched' && !event.target && event.by === state.search
      ? { ...state, search: { phase: 'used' }, told: state.told ?? null }
      : undefined,
  'a click id that comes after the match is forgotten': (state, event) =>
    event.type === 'clickId' && state.search.phase === 'late' ? { ...state, search: { phase: 'used' } } : undefined,
  'the launch link of a reload is opened': (state, event) =>
    event.type === 'launchLink' && event.isReload ? reduceSession(state, { ...event, isReload: false }) : undefined,
  'a new activity may hand over the link of a reload': (state, event) =>
    event.type === 'launchLink' && event.isReload
      ? { ...reduceSession(state, event), launchUrl: state.launchUrl }
      : undefined,
  'an activity without a link makes an echo a tap': (state, event) =>
    event.type === 'launchLink' && !event.link && state.newest
      ? { ...reduceSession(state, event), newest: { url: '', at: state.newest.at } }
      : undefined,
  'a pasted link is told after a newer one': (state, event) =>
    event.type === 'clipboardLink' ? reduceSession(state, { ...event, known: state.newest }) : undefined,
  'a pasted link without an answer is forgotten in a pause': (state, event) =>
    event.type === 'clipboardLink' && !event.target ? { ...state, search: { phase: 'used' } } : undefined,
  'the pause of an older match counts': (state, event) =>
    event.type === 'returned' && state.search.phase === 'unanswered' && event.by !== state.search
      ? reduceSession(state, { ...event, by: state.search })
      : undefined,
  'a pause brings the end of the wait back': (state, event) =>
    event.type === 'returned' ? { ...reduceSession(state, event), told: undefined } : undefined,
  'a link that the app hands over is taken for the system’s': (state, event) =>
    event.type === 'link' ? reduceSession(state, { ...event, isOwn: false }) : undefined,
  'a link of the system is taken for one that the app hands over': (state, event) =>
    event.type === 'link' ? reduceSession(state, { ...event, isOwn: true }) : undefined,
  'the echo of a link that the app handed over is forgotten': (state, event) =>
    event.type === 'link' && event.link.url === state.newest?.url && event.at === state.newest.at ? state : undefined,
  'an activity without a link leaves the old one known': (state, event) =>
    event.type === 'launchLink' && !event.link && state.search.phase !== 'launching' ? state : undefined,
};

test.each(Object.entries(FAULTS))('the exploration finds a seeded fault: %s', (_, fault) => {
  const faulty: Reduce = (state, event) => fault(state, event) ?? reduceSession(state, event);
  expect(WORLDS.some(([world, left]) => exploreSession(world, left, faulty).failure !== null)).toBe(true);
});
