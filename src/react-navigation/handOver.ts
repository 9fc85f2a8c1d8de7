import { app, linkState, ports } from '../app';
import type { Link } from '../types';
import { urlOf } from './urlOf';

export interface Container {
  /** Sends the link to the container; returns whether the container was ready. */
  send(link: Link): boolean;
}

/** A render that waits for its initial URL. Its container is mounted, or React threw the render away. */
interface Request {
  accepts(link: Link): boolean;
  answer(url: string | null): void;
}

/** A provider starts in the same commit as the container. After this time, there is no provider around it. */
const PROVIDER_MS = 1000;
/** A container never says when it is ready (its screens are there, linking is enabled), so we try it again. */
const TRY_AGAIN_MS = 100;
/** Each pause is twice as long as the one before it, up to this. */
const MAX_TRY_AGAIN_MS = 1000;

/** React Navigation allows one container at a time, so at most one of the renders that wait is alive. */
let current: Container | undefined;
const requests = new Set<Request>();
/** The link that was given out as an initial URL last, and whether the newest render that asked has rendered it. */
let offer: { link: Link; isRendered: boolean } | undefined;
let callOff: (() => void) | undefined;

function offerTo(accepts: Request['accepts'], link: Link | null): string | null {
  if (!link || !accepts(link)) return null;
  offer = { link, isRendered: false };
  return urlOf(link);
}

function answerAll(link: Link | null) {
  requests.forEach(({ accepts, answer }) => answer(offerTo(accepts, link)));
  requests.clear();
}

/** Hands the waiting link to the container, unless it already shows it. */
function settle(tryAgainMs = TRY_AGAIN_MS) {
  callOff?.();
  const link = linkState.forTaker();
  if (!current || link === undefined) return;
  if (!link || current.send(link)) return answerAll(null);
  answerAll(linkState.get() ?? null);
  callOff = ports.clock.after(tryAgainMs, () => settle(Math.min(2 * tryAgainMs, MAX_TRY_AGAIN_MS)));
}

/** What a container starts with. It is called in render, so it must not take the link: React may call it again. */
export function initialUrl(accepts: Request['accepts']): string | null | Promise<string | null> {
  const link = linkState.get();
  if (link !== undefined) return offerTo(accepts, link);
  return new Promise((answer) => {
    const request = { accepts, answer };
    requests.add(request);
    ports.clock.after(PROVIDER_MS, () => {
      if (app.current() || !requests.delete(request)) return;
      if (__DEV__)
        ports.log.advise(
          'NavigationContainer is waiting for a link, but there is no LinkProvider around it: wrap it in one.'
        );
      answer(null);
    });
  });
}

export const offeredFor = (url: string) => (offer && urlOf(offer.link) === url ? offer.link : undefined);

/** A container renders the link, in a render that React may yet throw away. */
export function noteRendered(link: Link) {
  if (link !== offer?.link) return;
  offer.isRendered = true;
  // The render is usually committed by then; if not, the container is tried again.
  void Promise.resolve().then(() => settle());
}

/** Whether the container already shows this link; asked once it is ready. */
export const isDisplayed = (link: Link) => link === offer?.link && offer.isRendered;

/** Notes the mounted container; the returned function notes that it is gone. */
export function join(container: Container): () => void {
  current = container;
  const stop = linkState.subscribe(() => settle());
  return () => {
    stop();
    if (current !== container) return;
    current = undefined;
    callOff?.();
  };
}

/** For tests: nothing is mounted, nobody waits. */
export function resetHandOver() {
  callOff?.();
  current = undefined;
  requests.clear();
  offer = undefined;
}
