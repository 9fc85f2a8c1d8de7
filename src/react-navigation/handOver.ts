import { isProvided, linkState, ports } from '../runtime';
import type { Link } from '../types';
import { urlOf } from './urlOf';

/** A container that is mounted. */
export interface Container {
  accepts(link: Link): boolean;
  /** Sends the link to the container, and tells whether it was ready. */
  send(link: Link): boolean;
}

/** A render that waits for its initial URL. Its container is mounted, or React has thrown the render away. */
interface Request {
  accepts(link: Link): boolean;
  answer(url: string | null): void;
}

/**
 * What has become of the link that was given out as an initial URL:
 *
 *     none ── given to a render ──▶ offered ── a container renders it ──▶ rendered ── another render asks ──▶ doubtful
 *
 * It is taken when a container is ready and it is `rendered`. While it is `offered`, a container that is ready has
 * started with a state of its own, and is sent the link. When it is `doubtful`, one of two has happened. With several
 * containers, the one that has rendered it shows it; with one, React has thrown that render away.
 */
interface Offer {
  phase: 'offered' | 'rendered' | 'doubtful';
  link: Link;
}

/** A provider starts in the same commit as the container. After this time, there is no provider around it. */
const PROVIDER_MS = 1000;
/** A container never says when it is ready (its screens are there, linking is enabled), so we try it again. */
const TRY_AGAIN_MS = 100;
/** Each pause is twice as long as the one before it, up to this. */
const MAX_TRY_AGAIN_MS = 1000;

const containers = new Set<Container>();
let requests: Request[] = [];
let offer: Offer | undefined;
let callOff: (() => void) | undefined;

function answer(answered: Request[], link: Link | null) {
  answered.forEach((request) => request.answer(link && request.accepts(link) ? urlOf(link) : null));
}

/** Hands the waiting link to a container, unless one already shows it. */
function settle(tryAgainMs = TRY_AGAIN_MS, isTimeUp = false) {
  callOff?.();
  const link = linkState.get();
  if (link !== offer?.link) offer = undefined;
  if (link === null) return answer(requests.splice(0), null);
  if (!link || containers.size === 0) return;

  const able = [...containers].filter((container) => container.accepts(link));
  if (able.length === 0 || able.some((container) => container.send(link))) return answer(requests.splice(0), null);

  // With one container, all waiting renders may get the link, as at most one of them is alive. With several, one of
  // them gets it, and the next one if no container has rendered it.
  const isTurn = offer?.phase !== 'offered' || isTimeUp;
  const asked = able.length === 1 ? requests.splice(0) : isTurn ? requests.splice(-1) : [];
  if (asked.length > 0) offer = { phase: 'offered', link };
  answer(asked, link);
  callOff = ports.clock.after(tryAgainMs, () => settle(Math.min(2 * tryAgainMs, MAX_TRY_AGAIN_MS), true));
}

/** What a container starts with. It is called in render, so it must not take the link: React may call it again. */
export function initialUrl(accepts: (link: Link) => boolean): string | null | Promise<string | null> {
  const link = linkState.get();
  if (link === null || (link && !accepts(link))) return null;
  if (link !== offer?.link) offer = undefined;
  if (link && !offer && requests.length === 0) {
    offer = { phase: 'offered', link };
    return urlOf(link);
  }
  if (offer?.phase === 'rendered') offer = { phase: 'doubtful', link: offer.link };
  return new Promise((answer) => {
    const request = { accepts, answer };
    requests.push(request);
    ports.clock.after(PROVIDER_MS, () => {
      if (isProvided() || !requests.includes(request)) return;
      if (__DEV__)
        ports.log.advise('NavigationContainer waits for a link, but no LinkProvider is around it: put one there.');
      requests = requests.filter((other) => other !== request);
      answer(null);
    });
  });
}

/** The link that was given out as this initial URL. */
export const offeredFor = (url: string) => (offer && urlOf(offer.link) === url ? offer.link : undefined);

/** A container renders the link, in a render that React may yet throw away. */
export function noteRendered(link: Link) {
  if (link !== offer?.link) return;
  offer = { phase: 'rendered', link };
  // The render is usually committed by then; if not, the container is tried again.
  void Promise.resolve().then(() => settle());
}

/** Whether a container already shows the link; asked by one that is ready. */
export const isDisplayed = () => offer?.phase === 'rendered' || (offer?.phase === 'doubtful' && containers.size > 1);

/** Notes a mounted container; the returned function notes that it is gone. */
export function join(container: Container): () => void {
  containers.add(container);
  const stop = linkState.subscribe(() => settle());
  // Containers that mount in one commit join one after the other. Only after that it is known which of them wait.
  if (requests.length === 0) settle();
  else void Promise.resolve().then(() => settle());
  return () => {
    containers.delete(container);
    stop();
    if (containers.size === 0) callOff?.();
  };
}

/** For tests: nothing is mounted, nobody waits. */
export function resetHandOver() {
  callOff?.();
  containers.clear();
  requests = [];
  offer = undefined;
}
