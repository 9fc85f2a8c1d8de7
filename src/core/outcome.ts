import type { ErrorName, HttpReply, Log } from '../ports';
import { attempt, jsonOf } from './attempt';
import { reasonOf } from './reasonOf';
import { retryAfter } from './backoff';
import type { Link } from '../types';
import { parseTarget, type LinkTarget } from './parseLink';

interface Failure {
  /** refused: the service has answered, and asking again won't help. unavailable: it has not answered; ask again. */
  kind: 'refused' | 'unavailable';
  reason: string;
  /** How long the service asks us to wait. */
  retryAfterMs?: number | null;
}

export type LinkOutcome =
  /** The reason says what was left out. */
  | { kind: 'found'; target: LinkTarget; reason?: string | undefined; retryAfterMs?: undefined }
  /** The reason is the service's own code, such as `ambiguous_match`. */
  | { kind: 'none'; target?: undefined; reason?: string | undefined; retryAfterMs?: undefined }
  | { kind: 'unusable'; target?: undefined; reason?: undefined; retryAfterMs?: undefined }
  | (Failure & { target?: undefined });

export type SendOutcome =
  | { kind: 'accepted'; reason?: undefined }
  | { kind: 'tooLarge' | 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterMs: number | null };

/** The reason of any other outcome is a remark; without a reason, consent was withdrawn. */
export function logFailure(log: Log, what: ErrorName, { kind, reason }: LinkOutcome) {
  if (reason && (kind === 'refused' || kind === 'unavailable')) log.error(what, reason);
}

/** Far more than the service ever answers: a longer body is somebody else's page. */
const MAX_BODY_LENGTH = 64 * 1024;
/** In characters: enough for facts about a link, too little for a document. */
const MAX_DATA_LENGTH = 8 * 1024;
/** A message has to fit into one line of a log. */
const MAX_MESSAGE_LENGTH = 200;

/** Only what the service has sent: a prototype that somebody has changed makes no link. */
const fieldOf = (value: unknown, name: string): unknown => Object.getOwnPropertyDescriptor(Object(value), name)?.value;

/** The parsed body: `null` if empty, `undefined` if too long or not JSON. A byte order mark counts as a blank. */
const readBody = (text: string): unknown =>
  attempt(() => JSON.parse(text.length > MAX_BODY_LENGTH ? '' : text.trim() || 'null') as unknown);

/** The message of an error in the service's own shape, without URLs, which may hold anything. For development. */
function messageOf(body: unknown): string {
  const message = fieldOf(fieldOf(body, 'error'), 'message');
  if (typeof message !== 'string') return '';
  // It is cut first: over a message of 60 kB the expression would take seconds.
  return `: ${reasonOf(message.slice(0, MAX_MESSAGE_LENGTH)).replace(/\w+:\/\/\S+/g, '…')}`;
}

const codeOf = (body: unknown) => fieldOf(fieldOf(body, 'error'), 'code');

/** A captive portal or a proxy answered, or config.baseUrl leads to another server, or to another path of ours. */
const IS_IT_OURS = ' (does config.baseUrl lead to the service?)';
const NOT_JSON = 'the answer is not JSON' + (__DEV__ ? IS_IT_OURS : '');

/** Why there was no answer at all; in development with the address, without credentials, and the usual causes. */
export const unreachable = (baseUrl: string, reason: string): string =>
  __DEV__
    ? `the service can't be reached at ${baseUrl.replace(/^\w+:[\\/]*|[^\\/]*@/g, '')} (${reason}). It is down, ` +
      'config.baseUrl names the wrong host, or the phone blocks http (cleartext on Android, ATS on iOS)'
    : `the service can't be reached (${reason})`;

/** Any JSON, or no body, is the service's own answer. Anything else is somebody else's page, whatever its status. */
function classify({
  status,
  text,
}: HttpReply): (Failure | { kind: 'answered'; reason?: undefined }) & { body?: unknown } {
  if (status === 0) return { kind: 'unavailable', reason: text };
  const body = readBody(text);
  const isOk = status >= 200 && status <= 299;
  if (body === undefined) return { kind: 'unavailable', reason: isOk ? NOT_JSON : `HTTP ${status}, ${NOT_JSON}` };
  if (isOk) return { kind: 'answered', body };
  const reason = `HTTP ${status}${__DEV__ && status < 500 ? messageOf(body) : ''}`;
  // What our own service answers where it has no such path. Others answer 404 for "no link".
  const isElsewhere = status === 405 || (status === 404 && codeOf(body) === 'not_found');
  if (isElsewhere || [408, 425, 429].includes(status) || status >= 500)
    return { kind: 'unavailable', reason: __DEV__ && isElsewhere ? reason + IS_IT_OURS : reason };
  return __DEV__ && (status === 401 || status === 403)
    ? { kind: 'refused', reason: `the service does not accept config.API_KEY or config.appID (${reason})` }
    : { kind: 'refused', reason, body };
}

function matchOf(body: unknown): Link['match'] {
  const match = fieldOf(body, 'match');
  const [by, confidence] = [fieldOf(match, 'by'), fieldOf(match, 'confidence')];
  const isKnown = by === 'clickId' || by === 'clipboard' || by === 'fingerprint';
  return isKnown && typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? { by, confidence } : null;
}

/** Whether it is an object that isn't too large, or nested too deeply for the engine. */
const isData = (data: unknown): data is Link['data'] =>
  typeof data === 'object' && !Array.isArray(data) && (jsonOf(data)?.length ?? Infinity) <= MAX_DATA_LENGTH;

/** For the author of a service, in development. */
const EXPECTED_SHAPE =
  'the answer has an unexpected shape: with a link, answer { "link": "https://…" } or { "link": "/path" }; without ' +
  'one, { } or the status 404';

const isOfOtherShape = (body: unknown) =>
  !/^(null|""|\{\})/.test(String(jsonOf(body))) &&
  !Object.keys(Object(body) as object).some((name) => name === 'link' || name === 'url');

export function linkOutcome(reply: HttpReply): LinkOutcome {
  const { kind, reason, body } = classify(reply);
  if (kind === 'refused' && reply.status === 404) {
    const code = codeOf(body);
    return { kind: 'none', reason: typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : undefined };
  }
  if (kind !== 'answered') return { kind, reason, retryAfterMs: retryAfter(reply.retryAfter) };
  // Services that others write put the link in different places.
  const given = typeof body === 'string' ? body : (fieldOf(body, 'link') ?? fieldOf(body, 'url'));
  const inner = fieldOf(given, 'url');
  const link = inner === undefined ? given : inner;
  if (link === undefined || link === null || link === '')
    return __DEV__ && isOfOtherShape(body) ? { kind: 'none', reason: EXPECTED_SHAPE } : { kind: 'none' };
  const target = parseTarget(link);
  if (!target) return { kind: 'unusable' };
  const data = fieldOf(body, 'data') ?? null;
  const isGood = isData(data);
  return {
    kind: 'found',
    target: { ...target, match: matchOf(body), data: isGood ? data : null },
    reason: isGood ? undefined : 'its data is not an object of at most 8 KiB',
  };
}

export function sendOutcome(reply: HttpReply): SendOutcome {
  const outcome = classify(reply);
  if (outcome.kind === 'answered') return { kind: 'accepted' };
  const { kind, reason } = outcome;
  if (kind === 'refused' && reply.status === 413) return { kind: 'tooLarge', reason: `${reason}, too large` };
  // Only these are a verdict on the events. The rest is about the key, the address or a proxy, which an operator mends.
  return kind === 'refused' && (reply.status === 400 || reply.status === 422)
    ? { kind, reason }
    : { kind: 'unavailable', reason, retryAfterMs: retryAfter(reply.retryAfter) };
}
