import {
  isSearching,
  type reduceSession,
  type Search,
  type SessionEvent,
  type SessionState,
} from '../../../src/core/sessionState';
import type { Step } from '../../support/explore';
import {
  begun,
  clipboardLink,
  DEFERRED,
  EARLY,
  endings,
  ENDS,
  LAUNCH,
  laterThan,
  launchLink,
  linkTo,
  OVER,
  TARGET,
  underWay,
  UNOPENED,
  type Job,
  type Setting,
} from './jobs';

export type Reduce = typeof reduceSession;

/** What the world may still do. */
export interface Left {
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

export interface World {
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
export const sent = new Map<SessionEvent['type'], Set<Search['phase']>>();

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

export function steps(world: World, setting: Setting, reduce: Reduce): Step<World>[] {
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
