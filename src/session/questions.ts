import { docsUrl } from '../core/docsUrl';
import { logFailure, type LinkOutcome } from '../core/outcome';
import { parseLink, type LinkTarget, type ParsedLink } from '../core/parseLink';
import { reasonOf } from '../core/reasonOf';
import type { Phase, Search, SessionEvent, SessionState } from '../core/sessionState';
import { within } from '../core/within';
import type { LinkType } from '../types';
import { gatherMatch, readText } from './gatherMatch';
import { resolveLink } from './resolveLink';
import type { SessionParts } from './SessionParts';

/** After this nobody would know why the app goes elsewhere. */
const LATE_LAUNCH_LINK_MS = 30_000;
/** Time that is left for the request, however long a person looks at the paste prompt. */
const REQUEST_MS = 2000;
/** The time that the install referrer gets, even if the app was busy for the whole budget. */
const BUSY_REFERRER_MS = 1000;
/** No phone's network answers faster. */
const MIN_REQUEST_MS = 100;

/** All but the time for the request, but at least half of `ms`. */
const shareOf = (ms: number) => Math.max(ms / 2, ms - REQUEST_MS);

/** What the session asks the phone and the service, named after the phase that asks. Each question ends in an event. */
export function createQuestions(parts: SessionParts, state: () => SessionState, rest: () => Promise<void>) {
  const { ports, settings, service, install, trace } = parts;
  const { clock, log } = ports;
  const asked: {
    /** When the search began: at the mount, or when consent was given after it. */
    since: number;
    /** Whether the attempt under way was reported as failed at the deadline. */
    isReported?: boolean;
    /** What the system last gave as launch link, that link if it is the app's, and whether a reload gave it again. */
    launch?: { url: unknown; link: ParsedLink | null; isReload: Promise<boolean | undefined> | false | null };
  } = { since: 0 };

  const now = () => clock.elapsed();
  const hasTime = ({ ends }: { ends: number }) => ends - now() >= MIN_REQUEST_MS;
  const budgetLeft = () => Math.max(0, asked.since + settings.timeoutMs - now());

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

  async function launching(): Promise<SessionEvent> {
    const done = trace('initialLink');
    const { newest: known } = state();
    const { ok, value: url, reason } = await within(clock, LATE_LAUNCH_LINK_MS, ports.initialLink);
    const before = asked.launch;
    // Android gives the same link at every return to the app.
    const isNew = ok && before?.url !== url;
    if (isNew) {
      const parsed = parseLink(url);
      const ours = parsed && isOurs(parsed.url) ? parsed : null;
      // In development, the link is opened again after each reload.
      asked.launch = { url, link: ours, isReload: !__DEV__ && !before && ours && install.isReload(ours.url) };
    }
    const launch = ok ? asked.launch : undefined;
    const link = launch?.link ?? null;
    const isReload = await launch?.isReload;
    if (!ok) done('failed', reason);
    else if (!before || (isNew && link)) done(isReload ? 'reload' : link ? 'found' : 'none');
    return { type: 'launchLink', link, at: now(), known: ok ? known : undefined, isReload };
  }

  async function reading(search: Search): Promise<SessionEvent> {
    const done = trace('firstRun');
    const verdict = await install.open();
    done(verdict.run, verdict.reason);
    return { ...verdict, type: 'record', by: search, ends: asked.since + settings.lateLinkMs };
  }

  async function ask(body: object, ms: number): Promise<LinkOutcome> {
    const done = trace('match');
    const outcome = await service.askForLink('match-link', body, ms);
    done(outcome.kind, outcome.reason);
    return outcome;
  }

  /** The link, or how the match may be asked about again. */
  const endOf = ({ kind, target, retryAfterMs }: LinkOutcome) => ({
    target: target ?? null,
    mayRetry: settings.retryUnansweredMatch && kind === 'unavailable',
    retryAfterMs,
  });

  async function matching(search: Phase<'matching'>): Promise<SessionEvent> {
    const left = search.ends - now();
    const outcome = await ask(search.body, search.tries ? Math.min(left, settings.timeoutMs) : left);
    if (!asked.isReported) logFailure(log, 'match', outcome);
    // Most installs follow no link, so it is no warning. A fake service gives no reason: tests stay quiet.
    if (__DEV__ && outcome.kind === 'none' && outcome.reason)
      log.advise(`No link matched (${outcome.reason}). If you expected one, see ${docsUrl('debugging')}`, 'info');
    // A retry is an attempt of its own.
    asked.isReported = false;
    return { type: 'matched', by: search, ...endOf(outcome) };
  }

  async function gathering(search: Phase<'gathering'>): Promise<SessionEvent> {
    const left = search.ends - now();
    const { body, late } = await gatherMatch({
      ...parts,
      ...search,
      referrerMs: Math.max(shareOf(budgetLeft()), Math.min(BUSY_REFERRER_MS, shareOf(left))),
      promptMs: shareOf(left),
      lateMs: left,
      // A paste prompt in the middle of a later visit would come out of nowhere.
      mayPrompt: () => !search.isRetry && state().search === search,
      isOurs,
    });
    if (!body) trace('match')('none', 'nothing to match with');
    return { type: 'gathered', by: search, body, hasTime: hasTime(search), late };
  }

  async function late(search: Phase<'late'>): Promise<SessionEvent> {
    const id = await search.clickId;
    return { type: 'clickId', by: search, id: hasTime(search) ? id : null };
  }

  async function resolve(
    by: Search | ParsedLink,
    target: LinkTarget,
    type: LinkType,
    ends = Infinity
  ): Promise<SessionEvent> {
    const link = await resolveLink(target, type, parts, Math.min(settings.timeoutMs, ends - now()));
    return { type: 'resolved', by, link };
  }

  /** The person has pasted a text. */
  async function matchClipboard(text: unknown): Promise<SessionEvent | undefined> {
    const done = trace('clipboard');
    const { link, reason } = readText(text, { settings, isOurs });
    const isTimely = link !== undefined && state().isAllowed && (await install.mayMatchClipboard());
    if (!isTimely) {
      done('none', link === undefined ? reason : 'not a first run');
      return undefined;
    }
    done('found');
    const { newest: known } = state();
    const outcome = await ask({ pastedLink: link }, settings.timeoutMs);
    logFailure(log, 'clipboard', outcome);
    const end = endOf(outcome);
    if (end.mayRetry) await rest();
    // The search may have found the link in the meantime.
    return (end.target || end.mayRetry) && (await install.mayMatchClipboard())
      ? { type: 'clipboardLink', pastedLink: link, ...end, ends: now() + settings.lateLinkMs, known }
      : undefined;
  }

  return {
    isOurs,
    hasTime,
    launching,
    reading,
    gathering,
    matching,
    late,
    resolve,
    matchClipboard,
    /** The search begins. */
    begin() {
      asked.since = now();
    },
    /** The attempt is reported as failed before its answer is there. */
    noteReported() {
      asked.isReported = true;
    },
  };
}
