import { bodyLimit } from 'hono/body-limit';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Gate } from '../../flow/createGate.ts';
import { createRateLimiter, type Admission, type Admit, type Charge } from '../../flow/createRateLimiter.ts';
import type { App } from '../../storage/schema/tables.ts';
import { NETWORKS_SHARING, WIDE_NETWORKS_SHARING, type RateLimit } from '../../values/rateLimits.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import { problemBody } from '../wire/problems.ts';
import { answerLater } from './answerProblems.ts';
import { networkCharges } from './networkCharges.ts';
import { SECOND_MS } from '../../values/durations.ts';

/** A full batch of events with ordinary data is a tenth of this. */
const MAX_BODY_BYTES = 256 * 1024;

export function limitBody(maxBytes = MAX_BODY_BYTES) {
  const refuseBody = (c: Context) =>
    c.json(problemBody('body_too_large', `A body may have at most ${maxBytes} bytes.`), 413);
  const limitStream = bodyLimit({ maxSize: maxBytes, onError: refuseBody });
  return createMiddleware<ServiceEnv>((c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const length = c.req.header('content-length');
    // Only a body of unknown length is counted while it arrives: streaming costs more than all the rest.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return limitStream(c, next);
    return Number(length) > maxBytes ? Promise.resolve(refuseBody(c)) : next();
  });
}

function refuse(c: Context, { retryAfterSeconds }: Admission & { kind: 'limited' }) {
  const problem = problemBody('too_many_requests', `Try again in ${retryAfterSeconds} s.`);
  return answerLater(c, 429, problem, retryAfterSeconds);
}

/** Reading this much costs about as much as the rest of a request. */
const BYTES_OF_TOKEN = 16 * 1024;

/** Larger bodies are an owner's files, sent now and then, so they cost no more. */
const MAX_TOKENS = Math.ceil(MAX_BODY_BYTES / BYTES_OF_TOKEN);

/** What a request costs its network: one for each 16 KiB of its body. A body of unknown length costs the most. */
function tokensOf(c: Context): number {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return 1;
  if (c.req.header('transfer-encoding') !== undefined) return MAX_TOKENS;
  const tokens = Math.ceil(Number(c.req.header('content-length') ?? 0) / BYTES_OF_TOKEN);
  return Math.min(MAX_TOKENS, Math.max(1, tokens));
}

function limit(admit: Admit, chargesOf: (c: Context<ServiceEnv>) => Charge[]) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const admission = admit(...chargesOf(c));
    return admission.kind === 'admitted' ? next() : refuse(c, admission);
  });
}

/**
 * Limits by the network that the request comes from, and by nothing that the caller can choose. It comes before the key
 * is checked, so guessing keys is limited too. A whole /24 or /48 may send `wideTimes` as much as one network.
 */
export function limitNetworks(rateLimit: RateLimit, wideTimes: number, clock: () => number) {
  return limit(createRateLimiter(rateLimit, clock), (c) => {
    const tokens = tokensOf(c);
    return networkCharges(c, tokens, tokens / wideTimes);
  });
}

/** Limits by the app whose key was checked, so one app can't use up the whole service. */
export function limitApps(rateLimit: RateLimit, clock: () => number) {
  return limit(createRateLimiter(rateLimit, clock), (c) => [[c.get('app').id, 1]]);
}

/** Limits by the app, and lets no network use more than a share of the app's limit. */
export function limitNewLinks(rateLimit: RateLimit, clock: () => number) {
  return limit(createRateLimiter(rateLimit, clock), (c) => {
    const { id } = c.get('app');
    return [[id, 1], ...networkCharges(c, NETWORKS_SHARING, WIDE_NETWORKS_SHARING, `${id} `)];
  });
}

/** Reads the whole body before the request takes a place at a gate, so a slow sender keeps nobody waiting. */
export function holdBody() {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    await c.req.text();
    return next();
  });
}

/** The app that a request is about. An admin's key belongs to no app, but the path may name one. */
const appOf = (c: Context<ServiceEnv>) =>
  ((c.get('app') ?? c.get('ownApp')) as App | null | undefined)?.id ?? c.req.param('id');

/** The hosts of the request's app: apps with the same hosts create links one after the other. */
export const hostsOf = (c: Context<ServiceEnv>) => c.get('app').linkHosts.join(' ');

/**
 * Limits how many requests of one kind run at a time. Callers, which are apps by default, take turns: see createGate.
 * `onEnter` gets the seconds that each request waited.
 */
export function limitConcurrency(
  onEnter: (seconds: number) => void,
  gate: Gate,
  callerOf: (c: Context<ServiceEnv>) => string | undefined = appOf
) {
  return createMiddleware<ServiceEnv>((c, next) => {
    const arrivedAt = performance.now();
    const enter = () => {
      onEnter((performance.now() - arrivedAt) / SECOND_MS);
      return next();
    };
    return gate(enter, callerOf(c));
  });
}
