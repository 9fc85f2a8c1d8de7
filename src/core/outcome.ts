import type { HttpReply } from '../ports';
import { retryAfter } from './backoff';
import { parseTarget } from './parseLink';
import { reasonOf } from './reasonOf';

interface Failure {
  /** refused: the service has answered, asking again won't help; unavailable: no answer of its own, it may. */
  kind: 'refused' | 'unavailable';
  reason: string;
}

export type LinkOutcome =
  | { kind: 'found'; link: string; reason?: undefined }
  /** The reason is the service's own code, such as `ambiguous_match`, or what is odd about its answer. */
  | { kind: 'none'; link?: undefined; reason?: string }
  | (Failure & { link?: undefined });

export type SendOutcome =
  | { kind: 'accepted'; reason?: undefined }
  | { kind: 'tooLarge' | 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterMs: number | null };

/** Above any answer of ours by far: a body of this size is somebody else's page. */
const MAX_BODY_LENGTH = 64 * 1024;
/** A message is for one line of a log. */
const MAX_MESSAGE_LENGTH = 200;
const NO_LINK = 'the answer holds no link';

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** What the service has answered, if it is JSON; `null` where there is no body. */
function readJson(text: string): { body: unknown } | undefined {
  try {
    if (text.length <= MAX_BODY_LENGTH) return { body: text.trim() ? JSON.parse(text) : null };
  } catch {
    // A captive portal, or a config.baseUrl that is not the service's.
  }
  return undefined;
}

/** The message in the service's own error shape; without its URLs, which may be anybody's. */
function messageOf(text: string): string {
  const message = fieldOf(fieldOf(readJson(text)?.body, 'error'), 'message');
  if (typeof message !== 'string') return '';
  return `: ${reasonOf(message)
    .replace(/\w+:\/\/\S+/g, '…')
    .slice(0, MAX_MESSAGE_LENGTH)}`;
}

/** The body of a 2xx, if it is the service's own. */
function classify({ status, text }: HttpReply): Failure | { kind: 'answered'; body: unknown } {
  if (status === 0) return { kind: 'unavailable', reason: `the service can't be reached (${text})` };
  const reason = `HTTP ${status}${status >= 400 && status < 500 ? messageOf(text) : ''}`;
  if (status === 408 || status === 425 || status === 429 || status >= 500) return { kind: 'unavailable', reason };
  if (status === 401 || status === 403) {
    return { kind: 'refused', reason: `the service does not accept config.API_KEY or config.appID (${reason})` };
  }
  if (status < 200 || status > 299) return { kind: 'refused', reason };
  const answer = readJson(text);
  return answer
    ? { kind: 'answered', ...answer }
    : { kind: 'unavailable', reason: 'the answer is not JSON (is config.baseUrl the service?)' };
}

/** A 404 of the service says that nothing matches; that of anybody else says that it isn't the service. */
function notFound(text: string): LinkOutcome {
  const answer = readJson(text);
  if (!answer) return { kind: 'unavailable', reason: 'HTTP 404, and not by the service (is config.baseUrl right?)' };
  const code = fieldOf(fieldOf(answer.body, 'error'), 'code');
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? { kind: 'none', reason: code } : { kind: 'none' };
}

/** The link in an answer, wherever a service of one's own puts it; `null` and blank: none. */
function linkIn(body: unknown): unknown {
  // Alone it may be any text, such as "OK".
  if (typeof body === 'string') return parseTarget(body) ? body : undefined;
  const given = fieldOf(body, 'link') ?? fieldOf(body, 'url');
  const inner = fieldOf(given, 'url');
  return inner === undefined ? given : inner;
}

/** Whether an answer without a link is one that says so. */
function isPlainNone(body: unknown): boolean {
  return (
    body === null ||
    body === '' ||
    JSON.stringify(body) === '{}' ||
    ['link', 'url'].some((name) => fieldOf(body, name) === null)
  );
}

export function linkOutcome(reply: HttpReply): LinkOutcome {
  if (reply.status === 204) return { kind: 'none' };
  if (reply.status === 404) return notFound(reply.text);
  const outcome = classify(reply);
  if (outcome.kind !== 'answered') return outcome;
  const { body } = outcome;
  const link = linkIn(body);
  if (link === undefined && !isPlainNone(body)) return { kind: 'none', reason: NO_LINK };
  if (link === undefined || link === null || link === '') return { kind: 'none' };
  return typeof link === 'string'
    ? { kind: 'found', link }
    : { kind: 'refused', reason: 'the link in the answer is not a string' };
}

/** What to say in development to whoever wrote the service that has answered so. */
export function answerAdvice(outcome: LinkOutcome): string | null {
  if (!__DEV__) return null;
  return outcome.kind === 'none' && outcome.reason === NO_LINK
    ? 'The service has answered without a link, and not as expected: with a link it answers { "link": "https://…" } ' +
        'or { "link": "/path" }, without one { } or the status 404 (docs/protocol.md).'
    : null;
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
