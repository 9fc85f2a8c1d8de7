import type { HttpReply } from '../ports';
import { retryAfter } from './backoff';

export type LinkOutcome =
  | { kind: 'found'; link: string }
  | { kind: 'none' }
  /** The service has answered: asking again won't help. */
  | { kind: 'refused'; reason: string }
  /** No answer of the service's own: asking again may help. */
  | { kind: 'unavailable'; reason: string };

export type SendOutcome =
  | { kind: 'accepted' }
  | { kind: 'tooLarge' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterMs: number | null };

/** Above any answer of ours by far: a body of this size is somebody else's page. */
const MAX_BODY_LENGTH = 64 * 1024;

/** `undefined`: not JSON. An empty body reads as `null`. */
function parseBody(text: string): unknown {
  try {
    return text.length > MAX_BODY_LENGTH ? undefined : text.trim() ? JSON.parse(text) : null;
  } catch {
    return undefined;
  }
}

/** `null` for a 2xx with a body of the service's own. */
function failure({ status, text }: HttpReply): { kind: 'refused' | 'unavailable'; reason: string } | null {
  if (status === 0) return { kind: 'unavailable', reason: text };
  if (status === 401 || status === 403) {
    return { kind: 'refused', reason: `the service does not accept config.API_KEY or config.appID (HTTP ${status})` };
  }
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { kind: 'unavailable', reason: `HTTP ${status}` };
  }
  if (status < 200 || status > 299) return { kind: 'refused', reason: `HTTP ${status}` };
  return parseBody(text) === undefined
    ? // The service speaks JSON: this is a captive portal, or a config.baseUrl that is not the service's.
      { kind: 'unavailable', reason: 'the answer is not JSON (is config.baseUrl the service?)' }
    : null;
}

export function linkOutcome(reply: HttpReply): LinkOutcome {
  if (reply.status === 204 || reply.status === 404) return { kind: 'none' };
  const failed = failure(reply);
  if (failed) return failed;
  const body = parseBody(reply.text);
  const link = typeof body === 'object' && body !== null && 'link' in body ? body.link : null;
  if (link === null || link === '') return { kind: 'none' };
  return typeof link === 'string'
    ? { kind: 'found', link }
    : { kind: 'refused', reason: 'the link in the answer is not a string' };
}

export function sendOutcome(reply: HttpReply, now: number): SendOutcome {
  if (reply.status === 413) return { kind: 'tooLarge' };
  const failed = failure(reply);
  if (!failed) return { kind: 'accepted' };
  const { kind, reason } = failed;
  // Only a 4xx is a verdict on the events; a redirect that leads nowhere is none.
  return kind === 'refused' && reply.status >= 400
    ? { kind, reason }
    : { kind: 'unavailable', reason, retryAfterMs: retryAfter(reply.retryAfter, now) };
}
