import type { Link } from '../types';
import { linkFromTarget } from './linkFromTarget';
import type { LinkTarget, ParsedLink } from './parseLink';

/** Whether this install may be matched, and why; and what an earlier launch left for this one. */
export interface Verdict {
  /** `unanswered`: an earlier launch got no answer. `used`: the attempt has been made, or must not be made. */
  run: 'first' | 'unanswered' | 'used';
  reason?: string;
  /** The copied link of the attempt without an answer. */
  pastedLink?: string | undefined;
  /** The fingerprint was answered: only a click id or a copied link is asked about again. */
  isSpent?: boolean | undefined;
  unopened?: Link | undefined;
}

type LateClickId = Promise<string | null> | undefined;

/**
 * The search for the deferred link.
 *
 *   launching  ─ no launch link, or none in time ─▶ reading, or held without consent
 *   reading    ─ first ─▶ gathering     ─ unanswered ─▶ gathering, with the app told to go on  ─ used ─▶ used
 *   gathering  ─ body ─▶ matching       ─ no time left to ask ─▶ postponed ─ nothing to ask with ─▶ used
 *   matching   ─ a link ─▶ resolving    ─ no answer, if it may be tried again ─▶ unanswered
 *                                       ─ else ─▶ used; either of them later, while the click id is due ─▶ late
 *   late       ─ the click id ─▶ matching       ─ there is none ─▶ where the match led
 *   resolving  ─ resolved ─▶ used, with the app told of the link once the record holds it as unopened
 *   unanswered ─ a pause is over, or the app returns ─▶ matching
 *   held       ─ consent ─▶ reading
 *
 *   any but launching and used ─ consent withdrawn ─▶ held
 *   any ─ a link is opened, or a job fails unexpectedly ─▶ used
 *   any ─ the service knows a link that was pasted ─▶ resolving
 *   used, postponed, unanswered ─ a link that was pasted got no answer ─▶ unanswered
 *
 * The phase is compared by identity: an answer carries the very phase that asked for it, and is void once that
 * phase is over.
 */
export type Search =
  | { phase: 'launching' }
  | { phase: 'reading' }
  /** `pastedLink`: what an earlier launch found on the clipboard; a retry doesn't ask for it again. */
  | ({ phase: 'gathering'; isRetry: boolean; ends: number } & Pick<Verdict, 'pastedLink' | 'isSpent'>)
  /** `clickId`: Google Play has not answered, and may do so until `ends`. `tries`: how often it was asked again. */
  | { phase: 'matching'; body: object; ends: number; tries: number; clickId?: LateClickId }
  | { phase: 'resolving'; target: LinkTarget; ends: number }
  /** `retryAfterMs`: how long the service has asked us to wait. */
  | { phase: 'unanswered'; body: object; ends: number; tries: number; retryAfterMs?: number | null | undefined }
  | { phase: 'late'; next: Search; ends: number; clickId: Promise<string | null> }
  | { phase: 'postponed' }
  | { phase: 'held' }
  | { phase: 'used' };

/** Whether the search goes on without anybody's help. */
export const isSearching = ({ phase }: Search) => !/unanswered|postponed|held|used/.test(phase);

export type Phase<Name extends Search['phase']> = Search & { phase: Name };

/**
 * The deferred link that nobody has taken.
 *
 *   told    the app knows it, and storage holds it
 *   stored  an earlier launch found it. Only somebody who can hand it over gets it, and has to claim it:
 *           stored ─ claimed ─▶ erasing ─ erased, or given up ─▶ offered
 *
 * So a link that crashes the app does so once. In every phase it ends when it is taken, or when a newer link arrives.
 */
export interface Unopened {
  phase: 'told' | 'stored' | 'erasing' | 'offered';
  link: Link;
}

export interface SessionState {
  /** What the app was told last: `undefined` while it has to wait, `null` for no link. */
  told: Link | null | undefined;
  search: Search;
  /** The newest link from the system, while the service is asked what it stands for. */
  direct: ParsedLink | null;
  /** Whether consent and configuration let anything be read, sent or stored. */
  isAllowed: boolean;
  /** The newest link that the system has handed over, and when. */
  newest: { url: string; at: number } | null;
  /** The system's newest URL, which an app may have set as its intent, until the system says that it holds none. */
  intentUrl: string | null;
  /** The link that has made the newest activity: the system hands it over as often as it is asked. */
  launchUrl: string | null;
  unopened: Unopened | null;
}

/**
 * `at`: when it happened. `ends`: when to give up the search that begins here. `known`: the newest link when the system
 * was asked; `undefined` if it gave no answer.
 */
export type SessionEvent =
  | {
      type: 'launchLink';
      link: ParsedLink | null;
      at: number;
      known: SessionState['newest'] | undefined;
      /** Somebody took it before JavaScript was loaded again. */
      isReload?: boolean | null | undefined;
    }
  /** `isOwn`: the app itself has handed it over, so the system holds no such link. */
  | { type: 'link'; link: ParsedLink; at: number; isOwn?: boolean | undefined }
  | (Verdict & { type: 'record'; by: Search; ends: number })
  | { type: 'gathered'; by: Phase<'gathering'>; body: object | null; hasTime: boolean; late?: LateClickId }
  | { type: 'clickId'; by: Phase<'late'>; id: string | null }
  | {
      type: 'matched';
      by: Phase<'matching'>;
      target: LinkTarget | null;
      mayRetry: boolean;
      retryAfterMs?: Phase<'unanswered'>['retryAfterMs'];
    }
  /** The service knows a link that was pasted, or has not answered. */
  | {
      type: 'clipboardLink';
      pastedLink: string;
      target: LinkTarget | null;
      ends: number;
      retryAfterMs?: Phase<'unanswered'>['retryAfterMs'];
      known: SessionState['newest'];
    }
  | { type: 'resolved'; by: Search | ParsedLink; link: Link }
  | { type: 'failed'; by: Search | ParsedLink }
  /** `isLast`: the search ends with the wait. */
  | { type: 'deadline'; isLast: boolean }
  | { type: 'returned'; by: Search; ends: number; tries: number }
  | { type: 'claimed' }
  | { type: 'erased'; by: Unopened }
  | { type: 'taken' }
  | { type: 'consent'; isAllowed: boolean };

/** Systems deliver a tap twice: as launch link and as event, or as two events (expo/expo#2128, react-native#39695). */
const ECHO_MS = 2000;

/** Goes on to `search`. If the app still waits, it goes on without a link. */
function settle(state: SessionState, search: Search): SessionState {
  return { ...state, search, told: state.told ?? null };
}

/** There is no launch link, or it is late: begins the search for the deferred link. */
function look(state: SessionState): SessionState {
  return state.isAllowed ? { ...state, search: { phase: 'reading' } } : settle(state, { phase: 'held' });
}

/** What the person has just opened wins over everything older. */
function arrive(before: SessionState, link: ParsedLink, at: number, isOwn?: boolean): SessionState {
  const { url } = link;
  const state = { ...before, intentUrl: isOwn ? before.intentUrl : url };
  if (url === state.newest?.url && at - state.newest.at < ECHO_MS) return state;
  return { ...state, direct: link, newest: { url, at }, search: { phase: 'used' }, unopened: null };
}

/** The system has said which link, if any, has made the newest activity. */
function launchBy(state: SessionState, event: SessionEvent & { type: 'launchLink' }): SessionState {
  const { link, at, known, isReload } = event;
  const { newest, launchUrl, intentUrl, search } = state;
  // A link that came as an event meanwhile is newer, and wins.
  const isNewest = newest === known;
  // An address that is known already is that of the old link, which the system still holds.
  if (link && isNewest && (link.url === intentUrl || link.url === launchUrl)) return state;
  const next = link
    ? { ...state, launchUrl: link.url }
    : // No link of ours has made the newest activity, so the system holds none: one that comes now was tapped anew.
      isNewest
      ? { ...state, launchUrl: null, intentUrl: null }
      : state;
  if (link && !isReload) return isNewest ? arrive(next, link, at) : next;
  return search.phase === 'launching' ? look(next) : next;
}

/** Goes on to `next`, once the click id that is due has come or can't come any more. */
const lateOr = (next: Search, ends: number, clickId: LateClickId): Search =>
  clickId ? { phase: 'late', next, ends, clickId } : next;

/** The deferred link is found: the app is told. */
const tell = (state: SessionState, link: Link): SessionState => ({
  ...state,
  search: { phase: 'used' },
  // Only a link that was pasted is found while another one is resolved, and is newer.
  direct: null,
  told: link,
  unopened: { phase: 'told', link },
});

function changeConsent(state: SessionState, isAllowed: boolean): SessionState {
  const { unopened } = state;
  // What the app knows, it knows. All else is withdrawn.
  const next = { ...state, isAllowed, unopened: isAllowed || unopened?.phase === 'told' ? unopened : null };
  const { phase } = state.search;
  if (isAllowed) return phase === 'held' ? look(next) : next;
  return phase === 'launching' || phase === 'used' ? next : settle(next, { phase: 'held' });
}

/** A job has failed: tells a link that was being resolved as it arrived, or goes on without one. */
function giveUp(state: SessionState, by: Search | ParsedLink): SessionState {
  const { direct, search } = state;
  if (direct && direct === by) return { ...state, direct: null, told: linkFromTarget(direct, direct.type) };
  return search.phase === 'resolving'
    ? tell(state, linkFromTarget(search.target, 'deferred'))
    : settle(state, { phase: 'used' });
}

export const initialSessionState = (isAllowed: boolean): SessionState => ({
  told: undefined,
  search: { phase: 'launching' },
  direct: null,
  isAllowed,
  newest: null,
  intentUrl: null,
  launchUrl: null,
  unopened: null,
});

/** Makes all decisions of the session. It reads no clock and has no effects. */
export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  const { search, direct, unopened, newest } = state;
  if ('by' in event && event.by !== search && event.by !== direct && event.by !== unopened) return state;
  switch (event.type) {
    case 'launchLink':
      return launchBy(state, event);
    case 'link':
      return arrive(state, event.link, event.at, event.isOwn);
    case 'record': {
      const { run, ends, pastedLink, isSpent, unopened: link } = event;
      if (run === 'used')
        return { ...settle(state, { phase: 'used' }), unopened: link ? { phase: 'stored', link } : null };
      const isRetry = run === 'unanswered';
      const next: Search = { phase: 'gathering', isRetry, ends, pastedLink, isSpent };
      return isRetry ? settle(state, next) : { ...state, search: next };
    }
    case 'gathered': {
      const { by, body, hasTime, late } = event;
      const { ends } = by;
      if (!body) return settle(state, lateOr({ phase: 'used' }, ends, late));
      return hasTime
        ? { ...state, search: { phase: 'matching', body, ends, tries: 0, clickId: late } }
        : settle(state, { phase: 'postponed' });
    }
    case 'matched': {
      const { by, target, mayRetry, retryAfterMs } = event;
      const { body, ends, tries, clickId } = by;
      if (target) return { ...state, search: { phase: 'resolving', target, ends } };
      const next: Search = mayRetry ? { phase: 'unanswered', body, ends, tries, retryAfterMs } : { phase: 'used' };
      return settle(state, lateOr(next, ends, clickId));
    }
    case 'clipboardLink': {
      const { pastedLink, target, ends, retryAfterMs, known } = event;
      // A link that was opened meanwhile is newer.
      if (!state.isAllowed || known !== newest) return state;
      if (target) return { ...state, search: { phase: 'resolving', target, ends } };
      if (isSearching(search)) return state;
      const { body } = search as Partial<Phase<'unanswered'>>;
      return { ...state, search: { phase: 'unanswered', body: { ...body, pastedLink }, ends, tries: 0, retryAfterMs } };
    }
    case 'clickId': {
      const { by, id } = event;
      return {
        ...state,
        search: id === null ? by.next : { phase: 'matching', body: { clickId: id }, ends: by.ends, tries: 0 },
      };
    }
    case 'claimed':
      return unopened?.phase === 'stored' ? { ...state, unopened: { ...unopened, phase: 'erasing' } } : state;
    case 'erased':
      return { ...state, unopened: { ...event.by, phase: 'offered' } };
    case 'taken':
      return { ...state, told: null, unopened: null };
    case 'resolved':
      return event.by === direct ? { ...state, direct: null, told: event.link } : tell(state, event.link);
    case 'failed':
      return giveUp(state, event.by);
    case 'deadline':
      if (state.told !== undefined) return state;
      return event.isLast && search.phase === 'resolving' ? giveUp(state, search) : settle(state, search);
    case 'returned':
      return search.phase === 'unanswered'
        ? { ...state, search: { phase: 'matching', body: search.body, ends: event.ends, tries: event.tries } }
        : state;
    case 'consent':
      return changeConsent(state, event.isAllowed);
  }
}
