import { reasonOf } from '../core/reasonOf';
import { within } from '../core/within';
import { logFailure, type LinkOutcome } from '../core/outcome';
import { parseLink, type LinkTarget, type ParsedLink } from '../core/parseLink';
import {
  initialSessionState,
  reduceSession,
  type Phase,
  type Search,
  type SessionEvent,
  type SessionState,
  type Unopened,
} from '../core/sessionState';
import type { Consent, LinkType } from '../types';
import { gatherMatch, readText } from './gatherMatch';
import type { LinkState } from './linkState';
import { resolveLink } from './resolveLink';
import type { SessionParts } from './SessionParts';

/** After this a launch goes on without the launch link; if it comes later, it is still opened. */
const LAUNCH_LINK_MS = 500;
/** After this nobody would know why the app goes elsewhere. */
const LATE_LAUNCH_LINK_MS = 30_000;
/** Time that is kept for the request, however long a person looks at the paste prompt. */
const REQUEST_MS = 2000;
/** The time that the install referrer gets, even if the app was busy for the whole budget. */
const BUSY_REFERRER_MS = 1000;
/** No phone's network answers faster. */
const MIN_REQUEST_MS = 100;
const DEBUGGING_PAGE =
  'https://github.com/react-native-deferred-link/react-native-deferred-link/blob/main/docs/debugging.md';

/** All but the time for the request, but at least half of `ms`. */
const shareOf = (ms: number) => Math.max(ms / 2, ms - REQUEST_MS);

/** Whether the attempt of this install is over, which has to be stored. */
const isRunOver = ({ isAllowed, search, direct }: SessionState) =>
  isAllowed && (search.phase === 'late' ? search.next : search).phase === 'used' && !direct;

/**
 * Finds the link after mount, and every link after that. There is one session per app start, and it outlives the
 * component. `reduceSession` makes the decisions; here each difference between two states has its effect.
 */
export function createLinkSession(parts: SessionParts, linkState: LinkState) {
  const { ports, settings, service, install, trace } = parts;
  const { clock, log } = ports;
  const isAllowed = (consent: Consent) => consent === 'granted' && settings.problem === null;
  let state = initialSessionState(isAllowed(settings.consent));
  const inbox: SessionEvent[] = [];
  const attempted: {
    /** When the search began: at the mount, or when consent was given after it. */
    since: number;
    /** Whether the attempt under way was reported as failed at the deadline. */
    isReported?: boolean;
    /** Whether the app has come back since the match was asked for: the system cuts the requests of an app that is away. */
    hasReturned?: boolean;
    callOffDeadline?: () => void;
    /** What the system gave as launch link when it was asked last, and whether that is a link of the app. */
    launch?: { url: unknown; link: ParsedLink | null };
  } = { since: 0 };

  const now = () => clock.elapsed();
  const hasTime = ({ ends }: { ends: number }) => ends - now() >= MIN_REQUEST_MS;
  const budgetLeft = () => Math.max(0, attempted.since + settings.timeoutMs - now());

  function isOurs(url: string): boolean {
    const done = trace('filter');
    try {
      if (parts.filter(url)) return true;
      done('refused');
      return false;
    } catch (error) {
      done('failed', reasonOf(error));
      log.error('filter', reasonOf(error));
      return true;
    }
  }

  function readLink(url: unknown): ParsedLink | null {
    const link = parseLink(url);
    return link && isOurs(link.url) ? link : null;
  }

  const fail = (error: unknown) => log.error('search', reasonOf(error));

  /** Handles one event after the other: events that are sent meanwhile wait for their turn. */
  function send(event: SessionEvent) {
    if (inbox.push(event) > 1) return;
    for (let next = inbox[0]; next; next = inbox[0]) {
      const before = state;
      state = reduceSession(before, next);
      try {
        act(before);
      } catch (error) {
        fail(error);
      }
      inbox.shift();
    }
  }

  /** Sends the event that a job ends in. A job that throws ends only the phase or link that it was for. */
  function follow(by: Search | ParsedLink, job: Promise<SessionEvent>) {
    void job.then(send, (error: unknown) => {
      fail(error);
      send({ type: 'failed', by });
    });
  }

  async function readLaunchLink(): Promise<SessionEvent> {
    const done = trace('initialLink');
    const isFirst = state.search.phase === 'launching';
    const known = state.newest;
    const { ok, value: url, reason } = await within(clock, LATE_LAUNCH_LINK_MS, ports.initialLink);
    // Android gives the same link at every return to the app.
    const isSame = attempted.launch?.url === url;
    const { link } = (attempted.launch = isSame && attempted.launch ? attempted.launch : { url, link: readLink(url) });
    if (!ok) done('failed', reason);
    else if (isFirst || (link && !isSame)) done(link ? 'found' : 'none');
    return { type: 'launchLink', link, at: now(), known: ok ? known : undefined };
  }

  const resolve = async (
    by: Search | ParsedLink,
    target: LinkTarget,
    type: LinkType,
    ends = Infinity
  ): Promise<SessionEvent> => ({
    type: 'resolved',
    by,
    link: await resolveLink(target, type, parts, Math.min(settings.timeoutMs, ends - now())),
  });

  async function readRecord(search: Search): Promise<SessionEvent> {
    const done = trace('firstRun');
    const verdict = await install.open();
    done(verdict.run, verdict.reason);
    return { ...verdict, type: 'record', by: search, ends: attempted.since + settings.lateLinkMs };
  }

  async function ask(body: object, ms: number): Promise<LinkOutcome> {
    const done = trace('match');
    const outcome = await service.askForLink('match-link', body, ms);
    done(outcome.kind, outcome.reason);
    return outcome;
  }

  async function match(search: Phase<'matching'>): Promise<SessionEvent> {
    const outcome = await ask(search.body, search.ends - now());
    if (!attempted.isReported) logFailure(log, 'match', outcome);
    // Most installs follow no link, so it is no warning. A fake service gives no reason: tests stay quiet.
    if (__DEV__ && outcome.kind === 'none' && outcome.reason)
      log.advise(`No link matched (${outcome.reason}). If you expected one, see ${DEBUGGING_PAGE}`, 'info');
    // A retry is an attempt of its own.
    attempted.isReported = false;
    const mayRetry = settings.retryUnansweredMatch && outcome.kind === 'unavailable';
    return { type: 'matched', by: search, target: outcome.target ?? null, mayRetry };
  }

  async function gather(search: Phase<'gathering'>): Promise<SessionEvent> {
    const left = search.ends - now();
    const { body, late } = await gatherMatch({
      ...parts,
      referrerMs: Math.max(shareOf(budgetLeft()), Math.min(BUSY_REFERRER_MS, shareOf(left))),
      promptMs: shareOf(left),
      lateMs: left,
      // A paste prompt in the middle of a later visit would come out of nowhere.
      mayPrompt: () => !search.isRetry && state.search === search,
      clipboard: search.clipboard ?? null,
      isOurs,
    });
    if (!body) trace('match')('none', 'nothing to match with');
    return { type: 'gathered', by: search, body, hasTime: hasTime(search), late };
  }

  async function awaitClickId(search: Phase<'late'>): Promise<SessionEvent> {
    const id = await search.clickId;
    return { type: 'clickId', by: search, id: hasTime(search) ? id : null };
  }

  /** Only Android makes a new activity in a living process, and sends no event for the link that made it. */
  function readNewActivity() {
    if (ports.os !== 'android' || state.search.phase === 'launching') return;
    void readLaunchLink().then(send, fail);
  }

  function retry() {
    attempted.hasReturned = true;
    if (install.mayAskAgain()) send({ type: 'returned', ends: now() + settings.timeoutMs });
  }

  function enter(search: Search) {
    switch (search.phase) {
      case 'launching': {
        const callOff = clock.after(Math.min(LAUNCH_LINK_MS, settings.timeoutMs), () =>
          send({ type: 'launchLink', link: null, at: 0, known: undefined })
        );
        return follow(search, readLaunchLink().finally(callOff));
      }
      case 'reading':
        return follow(search, readRecord(search));
      case 'gathering':
        return follow(search, gather(search));
      case 'matching':
        attempted.hasReturned = false;
        return follow(search, match(search));
      case 'resolving':
        return follow(search, resolve(search, search.target, 'deferred', search.ends));
      case 'storing':
        void install.noteUsed(search.link);
        return send({ type: 'stored', by: search });
      case 'unanswered':
        void install.noteUnanswered((search.body as { pastedLink?: string }).pastedLink);
        return attempted.hasReturned ? retry() : undefined;
      case 'postponed':
        trace('match')('postponed');
        return log.error('match', `the app was too busy to ask${__DEV__ ? '. The next launch will' : ''}`);
      case 'late':
        return follow(search, awaitClickId(search));
    }
  }

  function hand(unopened: Unopened | null) {
    if (unopened?.phase !== 'told') linkState.offer(unopened);
    if (unopened?.phase === 'erasing') void install.eraseUnopened().then(() => send({ type: 'erased', by: unopened }));
    if (unopened?.phase === 'offered') trace('publish')('deferred', 'found by an earlier launch');
  }

  /** Acts on what has changed: a phase that is entered does its work, and a changed `told` is published. */
  function act(before: SessionState) {
    const { told, search, direct, unopened } = state;
    // Whoever takes a link has cleared it by then.
    if (told !== before.told && told !== linkState.get()) {
      attempted.callOffDeadline?.();
      linkState.publish(told);
      trace('publish')(told ? told.type : 'none');
    }
    if (direct && direct !== before.direct) follow(direct, resolve(direct, direct, direct.type));
    if (search !== before.search) enter(search);
    const isOver = isRunOver(state) && !isRunOver(before);
    if (isOver) void install.noteUsed();
    const isGone = before.unopened && !unopened && state.isAllowed === before.isAllowed;
    // What the person opens is newer than what an earlier launch found, even if nobody has read that yet.
    if (isGone || (isOver && state.newest)) void install.eraseUnopened();
    if (unopened !== before.unopened) hand(unopened);
  }

  function meetDeadline() {
    const { phase } = state.search;
    if (state.told === undefined && (phase === 'gathering' || phase === 'matching')) {
      attempted.isReported = true;
      const { timeoutMs, lateLinkMs } = settings;
      const hope =
        __DEV__ && lateLinkMs > timeoutMs ? `. A link that arrives within ${lateLinkMs} ms is still opened` : '';
      log.error('match', `no answer within ${timeoutMs} ms${hope}`);
    }
    send({ type: 'deadline', isLast: settings.lateLinkMs === settings.timeoutMs });
  }

  /** A link arrives while the app runs. */
  function receive(url: unknown) {
    const link = readLink(url);
    if (link) send({ type: 'link', link, at: now() });
  }

  async function matchCopied(text: unknown): Promise<void> {
    const done = trace('clipboard');
    const { link, reason } = readText(text, { settings, isOurs });
    if (link === undefined) return done('none', reason);
    if (!state.isAllowed || !(await install.mayPaste())) return done('none', 'not a first run');
    done('found');
    const known = state.newest;
    const outcome = await ask({ pastedLink: link }, settings.timeoutMs);
    logFailure(log, 'copiedLink', outcome);
    // The search may have found the link in the meantime.
    if (outcome.target && (await install.mayPaste()))
      send({ type: 'pasted', target: outcome.target, ends: now() + settings.timeoutMs, known });
  }

  return {
    start() {
      // This comes first: whatever throws, hangs or is forgotten elsewhere, the deadline ends the wait.
      attempted.callOffDeadline = clock.after(settings.timeoutMs, meetDeadline);
      attempted.since = now();
      if (settings.problem) log.error('config', settings.problem);
      try {
        // iOS drops a link that comes before anyone listens.
        ports.onLink(receive);
      } catch (error) {
        log.error('links', reasonOf(error));
      }
      linkState.watch({
        claimed: () => send({ type: 'claimed' }),
        taken: () => send({ type: 'taken' }),
      });
      enter(state.search);
    },

    receive,

    /** The person has pasted a text. Resolves once the service has answered. */
    matchCopied,

    /** Must be called once after the start, and at every change of consent. */
    setConsent(consent: Consent) {
      if (state.search.phase === 'held') attempted.since = now();
      if (consent === 'denied') install.forget();
      send({ type: 'consent', isAllowed: isAllowed(consent) });
      // The record is read together with the launch link: a launch waits only for the slower of the two.
      if (state.isAllowed) void install.open();
    },

    comeBack() {
      readNewActivity();
      retry();
    },

    readNewActivity,

    /** Nothing that is still under way has an effect from now on: an inbox that isn't empty takes events and sends none. */
    stop() {
      linkState.watch(undefined);
      inbox.length = 1;
    },
  };
}
