import { lookFor } from '../core/lookFor';
import { parseLink, parseTarget, type LinkTarget, type ParsedLink } from '../core/parseLink';
import { reasonOf } from '../core/reasonOf';
import type { Settings } from '../core/resolveConfig';
import type { Trace } from '../core/trace';
import { within } from '../core/within';
import type { KeyValueStore, Ports } from '../ports';
import type { LinkService } from '../service/linkService';
import type { Consent, LinkType } from '../types';
import { createFirstRun } from './firstRun';
import { gatherMatch } from './gatherMatch';
import type { FoundLink, LinkState } from './linkState';
import { resolveLink } from './resolveLink';

export interface LinkSession {
  start(): void;
  /** The app is in the foreground again. */
  resume(): void;
  /** To be called once after the start, and whenever it has changed. */
  setConsent(consent: Consent): void;
}

/** Past this a launch goes on without it; a link that comes later is still opened. */
const INITIAL_LINK_MS = 500;
/** Past this nobody would know why the app goes elsewhere. */
const LATE_LINK_MS = 30_000;
/** A disk that takes longer, or half of the budget, is taken for broken; the next launch asks again. */
const FLAG_MS = 2000;
/** Time kept for the request however long a person looks at the paste prompt. */
const REQUEST_MS = 2000;
/** iOS and some Android launchers deliver the launch link a second time, as an event. */
const LAUNCH_ECHO_MS = 2000;

interface SessionParts {
  ports: Ports;
  settings: Settings;
  service: LinkService;
  store: KeyValueStore;
  trace: Trace;
}

/** From mount to link, and every link after it. It outlives the component: one per app start. */
export function createLinkSession(parts: SessionParts, state: LinkState): LinkSession {
  const { ports, settings, service, trace } = parts;
  const { clock, log } = ports;
  const firstRun = createFirstRun(ports, parts.store, settings.retryUnansweredMatch, trace);
  /** Counts the links that have arrived: only the newest may be published. */
  let arrivals = 0;
  /** Counts the changes of consent: what was begun under an older one is void. */
  let consents = 0;
  let consent = settings.consent;
  let launchUrl: string | null = null;
  let body: object | undefined;
  let isOpen = false;
  /** Whether the attempt of this install has ended, also where a withdrawn consent has removed the flag. */
  let isUsed = false;
  let matching: Promise<void> | undefined;
  let deadline = 0;

  const isAllowed = () => consent === 'granted' && settings.problem === null;
  const isLooking = () => state.get() === undefined;
  const timeLeft = () => (isLooking() ? Math.max(0, deadline - clock.elapsed()) : settings.timeoutMs);
  const readRun = () => firstRun.read(Math.min(FLAG_MS, settings.timeoutMs / 2, timeLeft()));
  // Without consent there is no time to ask.
  const resolve = (link: LinkTarget, type: LinkType) => resolveLink(link, type, isAllowed() ? timeLeft() : 0, parts);

  function publish(link: FoundLink | null) {
    trace('publish')(link ? link.type : 'none');
    state.publish(link);
  }

  async function open(link: ParsedLink) {
    const mine = ++arrivals;
    isOpen = false;
    const found = await resolve(link, link.type);
    if (mine !== arrivals) return;
    publish(found);
    if (isAllowed()) firstRun.close();
  }

  function onLink(url: unknown) {
    const link = parseLink(url);
    if (link && link.url !== launchUrl) void open(link);
  }

  async function openInitialLink() {
    const link = await lookFor(trace('initialLink'), clock, LATE_LINK_MS, ports.initialLink, parseLink);
    // A link that came as an event meanwhile is newer.
    if (!link || arrivals > 0) return;
    launchUrl = link.url;
    clock.after(LAUNCH_ECHO_MS, () => (launchUrl = null));
    void open(link);
  }

  async function findDeferredLink(isRetry: boolean) {
    const begun = arrivals + consents;
    const isVoid = () => begun !== arrivals + consents;
    const left = timeLeft();
    const gathered =
      body ??
      (await gatherMatch({
        ...parts,
        timeoutMs: Math.max(left / 2, left - REQUEST_MS),
        // A paste prompt in the middle of a later visit would come out of nowhere.
        mayPrompt: () => !isRetry && !isVoid(),
      }));
    if (isVoid()) return;
    body = gathered;

    const done = trace('match');
    const outcome = await service.match(body, timeLeft());
    const link = parseTarget(outcome.link);
    done(outcome.kind === 'found' && !link ? 'unusable' : outcome.kind, outcome.reason);
    if (outcome.kind !== 'none' && outcome.reason) log.error(`No deferred link could be matched: ${outcome.reason}.`);
    const found = link && !isVoid() ? await resolve(link, 'deferred') : null;
    if (isVoid()) return;

    if (found || isLooking()) publish(found);
    isOpen = settings.retryUnansweredMatch && outcome.kind === 'unavailable';
    isUsed = !isOpen;
    if (isOpen) firstRun.keepOpen();
    else firstRun.close();
  }

  function match(isRetry: boolean): Promise<void> {
    if (matching) return matching;
    const mine = findDeferredLink(isRetry).finally(() => {
      if (matching === mine) matching = undefined;
    });
    matching = mine;
    return mine;
  }

  /** Looks for a deferred link if this run may; ends with the session done, or a link under way. */
  async function lookForDeferredLink() {
    const run = isAllowed() ? await readRun() : null;
    isUsed ||= run === 'used' || arrivals > 0;
    if (isUsed && isAllowed()) firstRun.close();
    if (arrivals > 0) return;
    if (run === 'first' && !isUsed && isAllowed()) return match(false);
    if (isLooking()) publish(null);
    isOpen = run === 'open' && !isUsed;
    if (isOpen && isAllowed()) void match(true);
  }

  async function run() {
    // Read together: a launch waits for the slower of the two.
    if (isAllowed()) void readRun();
    await within(clock, Math.min(INITIAL_LINK_MS, settings.timeoutMs), openInitialLink);
    await lookForDeferredLink();
  }

  return {
    start() {
      deadline = clock.elapsed() + settings.timeoutMs;
      if (settings.problem) log.error(`No deferred link can be matched and no event sent: ${settings.problem}.`);
      try {
        // First of all: iOS drops a link that comes before anyone listens.
        ports.onLink(onLink);
      } catch (error) {
        log.error(`Links that arrive while the app runs can't be received: ${reasonOf(error)}.`);
      }
      void run();
    },
    resume() {
      if (isOpen && isAllowed() && firstRun.isOpen()) void match(true);
    },
    setConsent(next) {
      consent = next;
      consents++;
      if (next === 'granted') {
        if (!isLooking()) void lookForDeferredLink();
        return;
      }
      if (next === 'denied') firstRun.forget();
      // Without a match under way the launch link is still being read, and the run itself goes on.
      if (matching && isLooking() && arrivals === 0) publish(null);
      matching = body = undefined;
    },
  };
}
