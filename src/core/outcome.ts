import type { HttpReply } from '../ports';
import { retryAfter } from './backoff';

interface Failure {
  /** refused: the service has answered, asking again won't help; unavailable: no answer of its own, it may. */
  kind: 'refused' | 'unavailable';
  reason: string;
}

export type LinkOutcome =
  | { kind: 'found'; link: string; reason?: undefined }
  | { kind: 'none'; link?: undefined; reason?: undefined }
  | (Failure & { link?: undefined });

export type SendOutcome =
  | { kind: 'accepted'; reason?: undefined }
  | { kind: 'tooLarge' | 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterMs: number | null };

/** Above any answer of ours by far: a body of this size is somebody else's page. */
const MAX_BODY_LENGTH = 64 * 1024;

/** The body of a 2xx, if it is the service's own; an empty one reads as `null`. */
function classify({ status, text }: HttpReply): Failure | { kind: 'answered'; body: unknown } {
  if (status === 0) return { kind: 'unavailable', reason: `the service can't be reached (${text})` };
  const reason = `HTTP ${status}`;
  if (status === 408 || status === 425 || status === 429 || status >= 500) return { kind: 'unavailable', reason };
  if (status === 401 || status === 403) {
    return { kind: 'refused', reason: `the service does not accept config.API_KEY or config.appID (${reason})` };
  }
  if (status < 200 || status > 299) return { kind: 'refused', reason };
  try {
    if (text.length <= MAX_BODY_LENGTH) return { kind: 'answered', body: text.trim() ? JSON.parse(text) : null };
  } catch {
    // Told below.
  }
  // The service speaks JSON: this is a captive portal, or a config.baseUrl that is not the service's.
  return { kind: 'unavailable', reason: 'the answer is not JSON (is config.baseUrl the service?)' };
}

export function linkOutcome(reply: HttpReply): LinkOutcome {
  if (reply.status === 204 || reply.status === 404) return { kind: 'none' };
  const outcome = classify(reply);
  if (outcome.kind !== 'answered') return outcome;
  const { body } = outcome;
  const link = typeof body === 'object' && body !== null && 'link' in body ? body.link : null;
  if (link === null || link === '') return { kind: 'none' };
  return typeof link === 'string'
    ? { kind: 'found', link }
    : { kind: 'refused', reason: 'the link in the answer is not a string' };
}

export function sendOutcome(reply: HttpReply, now: number): SendOutcome {
  const outcome = classify(reply);
  if (outcome.kind === 'answered') return { kind: 'accepted' };
  const { kind, reason } = outcome;
  // Only a 4xx is a verdict on the events; a redirect that leads nowhere is none.
  return kind === 'refused' && reply.status >= 400
    ? reply.status === 413
      ? { kind: 'tooLarge', reason: `${reason}, too large` }
      : { kind, reason }
    : { kind: 'unavailable', reason, retryAfterMs: retryAfter(reply.retryAfter, now) };
}
