import { isOnDomains } from '../core/linkDomains';
import { linkFromTarget } from '../core/linkFromTarget';
import { reasonOf } from '../core/reasonOf';
import { parseLink, type ParsedLink } from '../core/parseLink';
import {
  initialSessionState,
  isSearching,
  reduceSession,
  type Search,
  type SessionEvent,
  type SessionState,
  type Unopened,
} from '../core/sessionState';
import type { Consent } from '../types';
import type { LinkState } from './linkState';
import { createQuestions } from './questions';
import { createReturns } from './returns';
import type { SessionParts } from './SessionParts';

/** After this a launch goes on without the launch link; if it comes later, it is still opened. */
const LAUNCH_LINK_MS = 500;

/** Whether the attempt of this install is over, which has to be stored. */
const isRunOver = ({ isAllowed, search, direct }: SessionState) => isAllowed && search.phase === 'used' && !direct;

/** Whether somebody has taken the link that launched the app, so a reload must not open it again. */
const isLaunchTaken = ({ isAllowed, told, direct, newest, launchUrl }: SessionState) =>
  isAllowed && told === null && !direct && newest?.url === launchUrl;

/**
 * Finds the link after mount, and every link after that. There is one session per app start, and it outlives the
 * component. `reduceSession` makes the decisions; here each difference between two states has its effect.
 */
export function createLinkSession(parts: SessionParts, linkState: LinkState) {
  const { ports, settings, install, trace } = parts;
  const { clock, log } = ports;
  const mayAsk = (consent: Consent) => consent === 'granted' && settings.problem === null;
  let state = initialSessionState(mayAsk(settings.consent));
  const inbox: SessionEvent[] = [];
  /** Those who wait for the end of the search. */
  const waiting: (() => void)[] = [];
  // Whatever throws, hangs or is forgotten elsewhere, the deadline ends the wait.
  const callOffDeadline = clock.after(settings.timeoutMs, meetDeadline);
  const questions = createQuestions(parts, () => state, rest);
  const returns = createReturns(parts, questions, () => state, send);

  const fail = (error: unknown) => log.error('search', reasonOf(error));

  /** Resolves when the search has ended, or pauses. */
  function rest(): Promise<void> {
    return new Promise((resume) => (isSearching(state.search) ? waiting.push(resume) : resume()));
  }

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

  function enter(search: Search) {
    switch (search.phase) {
      case 'launching': {
        const callOff = clock.after(Math.min(LAUNCH_LINK_MS, settings.timeoutMs), () =>
          send({ type: 'launchLink', link: null, at: 0, known: undefined })
        );
        return follow(search, questions.launching().finally(callOff));
      }
      case 'reading':
        return follow(search, questions.reading(search));
      case 'gathering':
        return follow(search, questions.gathering(search));
      case 'matching':
        returns.begin();
        return follow(search, questions.matching(search));
      case 'resolving':
        return follow(search, questions.resolve(search, search.target, 'deferred', search.ends));
      case 'unanswered':
        void install.noteUnanswered(search.body);
        return returns.end(search);
      case 'postponed':
        trace('match')('postponed');
        return log.error('match', `the app was too busy to ask${__DEV__ ? '. The next launch will' : ''}`);
      case 'late':
        // If the app is killed by then, the next launch asks for the click id.
        void install.noteUnanswered(search.next.phase === 'used' ? { isSpent: true } : {});
        return follow(search, questions.late(search));
    }
  }

  function hand(unopened: Unopened | null) {
    if (unopened?.phase === 'told') void install.noteUsed(unopened.link);
    else linkState.offer(unopened);
    if (unopened?.phase === 'erasing') void install.shelveUnopened().then(() => send({ type: 'erased', by: unopened }));
    if (unopened?.phase === 'offered') trace('publish')('deferred', 'found by an earlier launch');
  }

  /** Acts on what has changed: a phase that is entered does its work, and a changed `told` is published. */
  function act(before: SessionState) {
    const { told, search, direct, unopened, newest, isAllowed } = state;
    // A link is stored before the app is told.
    if (unopened !== before.unopened) hand(unopened);
    // Whoever takes a link has cleared it by then.
    if (told !== before.told && told !== linkState.get()) {
      callOffDeadline();
      linkState.publish(told);
      trace('publish')(told ? told.type : 'none');
    }
    if (direct && direct !== before.direct) follow(direct, questions.resolve(direct, direct, direct.type));
    if (search !== before.search) enter(search);
    if (isRunOver(state) && !isRunOver(before)) void install.noteUsed();
    if (!__DEV__ && isLaunchTaken(state) && !isLaunchTaken(before)) void install.noteLaunch(state.launchUrl as string);
    const isGone = before.unopened && isAllowed === before.isAllowed;
    // What the person opens is newer than what an earlier launch found, even if nobody has read that yet.
    const isObsolete = isAllowed && newest && (newest !== before.newest || !before.isAllowed);
    // It has brought this install all the same.
    if (isObsolete && before.search.phase === 'resolving')
      void install.noteUsed(linkFromTarget(before.search.target, 'deferred'));
    if (!unopened && (isGone || isObsolete)) void install.shelveUnopened();
    if (!isSearching(search)) waiting.splice(0).forEach((resume) => resume());
  }

  function meetDeadline() {
    const { phase } = state.search;
    const isLast = settings.lateLinkMs === settings.timeoutMs;
    if (state.told === undefined && (phase === 'gathering' || phase === 'matching')) {
      questions.noteReported();
      const hope = __DEV__ && !isLast ? `. A link that arrives within ${settings.lateLinkMs} ms is still opened` : '';
      log.error('match', `no answer within ${settings.timeoutMs} ms${hope}`);
    }
    send({ type: 'deadline', isLast });
  }

  /** A link arrives while the app runs. Returns whether it is one of the app. */
  function receive(link: ParsedLink | null, isOwn?: boolean): boolean {
    if (!link || !questions.isOurs(link.url)) return false;
    send({ type: 'link', link, at: clock.elapsed(), isOwn });
    return true;
  }

  return {
    start() {
      questions.begin();
      if (settings.problem) log.error('config', settings.problem);
      try {
        // iOS drops a link that comes before anyone listens.
        ports.onLink((url) => receive(parseLink(url)));
      } catch (error) {
        log.error('links', reasonOf(error));
      }
      linkState.watch(send);
      enter(state.search);
    },

    /** The app itself hands over a URL: one of somebody else's address is no link of the app. */
    open(url: unknown): boolean {
      const link = parseLink(url);
      const isWeb = link?.type === 'verified';
      if (__DEV__ && isWeb && !settings.linkDomains)
        log.advise(
          'Without config.linkDomains, openLink() takes every http(s) address: anybody who prints a QR code or sends a ' +
            'message can open a screen of your app. Set it to your link hosts.'
        );
      return (!isWeb || isOnDomains(link.host, settings.linkDomains)) && receive(link, true);
    },

    receive,

    /** For tests, which make things happen by themselves. */
    send,
    state: () => state,

    rest,

    /** The person has pasted a text. Resolves once the service has answered. */
    async matchClipboard(text: unknown) {
      const event = await questions.matchClipboard(text);
      if (event) send(event);
    },

    /** Must be called once after the start, and at every change of consent. */
    setConsent(consent: Consent) {
      if (state.search.phase === 'held') questions.begin();
      if (consent === 'denied') {
        install.forget();
        linkState.forget();
      }
      send({ type: 'consent', isAllowed: mayAsk(consent) });
      // The record is read together with the launch link: a launch waits only for the slower of the two.
      if (state.isAllowed) void install.open();
    },

    comeBack() {
      returns.readNewActivity();
      returns.retry();
    },

    readNewActivity: returns.readNewActivity,

    /** Nothing still under way has an effect from now on: an inbox that isn't empty takes events and sends none. */
    stop() {
      linkState.watch(undefined);
      inbox.length = 1;
    },
  };
}

export type LinkSession = ReturnType<typeof createLinkSession>;
