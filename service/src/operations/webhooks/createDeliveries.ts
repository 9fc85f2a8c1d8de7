import { PAUSES, type Delivery, type Webhook } from '../../storage/schema/tables.ts';
import { createGate } from '../../flow/createGate.ts';
import { createGroupCommit } from '../../flow/createGroupCommit.ts';
import type { Queries } from '../../storage/base/Database.ts';
import {
  claimDeliveries,
  countWaiting,
  findDelivery,
  findWebhook,
  listServedWebhooks,
  noteAttempts,
  noteFailing,
  pauseWebhook,
  type Served,
  type Tried,
} from '../../storage/company/webhooks.ts';
import { describeFault } from '../../values/faults.ts';
import type { Log } from '../../values/Log.ts';
import { createSigner } from '../../values/createSigner.ts';
import type { Secrets } from '../secrets.ts';
import type { SendOutcome, SendWebhook } from './SendWebhook.ts';
import { readSigningSecrets } from './webhooks.ts';
import { writeBody } from './writeBody.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../values/durations.ts';
import { readRetryAfter } from '../../values/readRetryAfter.ts';

/** How long after each failed attempt the next one begins, as Standard Webhooks recommends. */
export const RETRY_DELAYS_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** Retries come up to this share later, so an endpoint that comes back doesn't get everything in one burst. */
const JITTER = 0.1;

/** Nobody sensible asks for a longer pause. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/** How many requests one endpoint gets at a time. */
const AT_ONCE = 10;

/** How many queries about endpoints run at a time, each for another app: requests need the database, too. */
const LOOKED_AT_ONCE = 2;

const CLAIMED = 3 * AT_ONCE;

/** Longer than the claimed deliveries take. If the instance dies, another one tries again after this time. */
const LEASE_MS = MINUTE_MS;

const MAX_FAILING_MS = 3 * DAY_MS;

export const MAX_WAITING = 100_000;

export const PAUSE_REASONS: Readonly<Record<NonNullable<Webhook['pausedBecause']>, string>> = {
  owner: 'It was paused by hand.',
  failing: 'Every delivery failed for three days.',
  behind: `${MAX_WAITING} deliveries were waiting.`,
  gone: 'It answered 410, so it no longer wants webhooks.',
};

/** How often we count what waits for an endpoint, and check whether it fell behind. */
const COUNT_EVERY_MS = MINUTE_MS;

const GONE = 410;

export interface WebhookMetrics {
  countWebhookFailure: (app: string) => void;
  setWebhooksWaiting: (app: string, count: number) => void;
  setWebhooksPaused: (app: string, because: string, count: number) => void;
}

interface DeliveriesOptions {
  queries: Queries;
  metrics?: WebhookMetrics | undefined;
  clock: () => number;
  secrets: Secrets;
  send: SendWebhook;
  log: Log;
  /** Called after each webhook; waits while requests keep the process busy. @default never waits */
  giveWay?: (() => Promise<void>) | undefined;
  /** From 0 to 1. @default Math.random */
  random?: (() => number) | undefined;
}

/** Does the work for at most `lanes` items at a time. Results are in the order in which the work ended. */
async function inLanes<Item, Result>(items: readonly Item[], lanes: number, work: (item: Item) => Promise<Result>) {
  const left = items.values();
  const results: Result[] = [];
  const lane = async () => {
    for (const item of left) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

const keyOf = ({ appId, id }: Pick<Webhook, 'appId' | 'id'>) => `${appId} ${id}`;

const isSuccess = (outcome: SendOutcome) =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

/** Sends what waits in the outbox. Each endpoint is served on its own, so a slow one delays nobody else. */
export function createDeliveries({
  queries,
  clock,
  secrets,
  send,
  log,
  metrics,
  giveWay = async () => {},
  random = Math.random,
}: DeliveriesOptions) {
  const gate = createGate(LOOKED_AT_ONCE, 1, LEASE_MS);
  const underWay = new Map<string, Promise<void>>();
  const counted = new Map<string, { at: number; waiting: number }>();
  let reported = new Set<string>();
  const noteAttempt = createGroupCommit((attempts: Tried[]) => noteAttempts(queries, attempts), {
    ownerOf: ({ appId }) => appId,
  });

  async function readSigners(webhook: Webhook, now: Date) {
    const signing = await readSigningSecrets(queries, secrets, webhook, now);
    return signing && Promise.all(signing.map(createSigner));
  }
  type Signers = Awaited<ReturnType<typeof readSigners>>;

  async function sendOne(webhook: Webhook, signers: Signers, delivery: Delivery, signal: AbortSignal) {
    if (!signers) {
      return {
        kind: 'failed',
        reason: 'The signing secret can’t be read: SECRETS_KEY is missing or has changed.',
      } as const;
    }
    const body = writeBody(webhook.format, delivery);
    const message = { id: delivery.id, timestamp: Math.floor(clock() / SECOND_MS), body };
    const signatures = await Promise.all(signers.map((sign) => sign(message)));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'deferred-link-service',
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': signatures.join(' '),
    };
    return send({ appId: webhook.appId, url: webhook.url, headers, body }, signal);
  }

  function nextAttempt(attempts: number, outcome: SendOutcome, now: number): Date | null {
    const delay = RETRY_DELAYS_MS[attempts - 1];
    if (delay === undefined) return null;
    const wanted = outcome.kind === 'answered' ? readRetryAfter(outcome.retryAfter, now) : null;
    return new Date(now + Math.max(delay, Math.min(wanted ?? 0, MAX_RETRY_AFTER_MS)) * (1 + random() * JITTER));
  }

  async function noteOutcome(webhook: Webhook, delivery: Delivery, leaseEnds: Date, outcome: SendOutcome) {
    const now = clock();
    const isDone = isSuccess(outcome);
    await noteAttempt({
      appId: webhook.appId,
      id: delivery.id,
      leaseEnds,
      triedAt: new Date(now),
      dueAt: isDone ? null : nextAttempt(delivery.attempts, outcome, now),
      deliveredAt: isDone ? new Date(now) : null,
      status: outcome.kind === 'answered' ? outcome.status : null,
      // PostgreSQL keeps neither the character NUL nor half of a surrogate pair, which is left of one that was cut.
      answer: (outcome.kind === 'answered' ? outcome.text : outcome.reason).replace(/[\0\p{Surrogate}]/gu, '') || null,
    });
    if (!isDone) metrics?.countWebhookFailure(webhook.appId);
    if (outcome.kind === 'answered' && outcome.status === GONE) await pause(webhook, 'gone');
  }

  async function pause(webhook: Webhook, because: 'failing' | 'behind' | 'gone'): Promise<void> {
    if (!(await pauseWebhook(queries, webhook, because, new Date(clock())))) return;
    log('warn', 'A webhook endpoint was paused', { app: webhook.appId, webhook: webhook.id, because });
  }

  async function deliver(webhook: Webhook, signal: AbortSignal, only?: string): Promise<number> {
    const { claimed, leaseEnds } = await gate(async () => {
      const now = new Date(clock());
      const leaseEnds = new Date(now.getTime() + LEASE_MS);
      return { claimed: await claimDeliveries(queries, webhook, { now, leaseEnds, most: CLAIMED, only }), leaseEnds };
    }, webhook.appId);
    if (claimed.length === 0) return 0;
    const now = clock();
    const signers = await readSigners(webhook, new Date(now));
    const outcomes = await inLanes(claimed, AT_ONCE, async (delivery) => {
      const outcome = await sendOne(webhook, signers, delivery, signal);
      // A stop is no fault of the receiver: the lease ends, and the delivery is due again.
      if (!signal.aborted) await noteOutcome(webhook, delivery, leaseEnds, outcome);
      await giveWay();
      return outcome;
    });
    if (signal.aborted) return claimed.length;
    if (outcomes.some(isSuccess)) await noteFailing(queries, webhook, null);
    else {
      const since = await noteFailing(queries, webhook, new Date(now));
      if (since && clock() - since.getTime() >= MAX_FAILING_MS) await pause(webhook, 'failing');
    }
    return claimed.length;
  }

  async function count(webhook: Webhook): Promise<void> {
    const at = clock();
    if (Math.abs(at - (counted.get(keyOf(webhook))?.at ?? -Infinity)) < COUNT_EVERY_MS) return;
    const waiting = await gate(() => countWaiting(queries, webhook, MAX_WAITING), webhook.appId);
    counted.set(keyOf(webhook), { at, waiting });
    if (waiting >= MAX_WAITING) await pause(webhook, 'behind');
  }

  /** Reports what waited at the last count, and paused endpoints; zeros for an app that no longer has any endpoint. */
  function report(webhooks: readonly Webhook[]): void {
    const keys = new Set(webhooks.map(keyOf));
    for (const key of counted.keys()) if (!keys.has(key)) counted.delete(key);
    const apps = new Set(webhooks.map(({ appId }) => appId));
    for (const app of new Set([...apps, ...reported])) {
      const own = webhooks.filter(({ appId }) => appId === app);
      const waiting = own.reduce((sum, webhook) => sum + (counted.get(keyOf(webhook))?.waiting ?? 0), 0);
      metrics?.setWebhooksWaiting(app, waiting);
      for (const because of PAUSES) {
        metrics?.setWebhooksPaused(app, because, own.filter((each) => each.pausedBecause === because).length);
      }
    }
    reported = apps;
  }

  /** Delivers everything that is due for an endpoint, some at a time. */
  async function serve(webhook: Served, signal: AbortSignal): Promise<void> {
    try {
      await count(webhook);
      if (webhook.pausedAt !== null || !webhook.isDue) return;
      while (!signal.aborted) {
        // Its address may have changed by now, or it was paused.
        const current = await gate(() => findWebhook(queries, webhook.appId, webhook.id), webhook.appId);
        if (current?.pausedAt !== null || (await deliver(current, signal)) === 0) return;
      }
    } catch (error) {
      if (!signal.aborted) log('error', 'Webhooks could not be delivered', describeFault(error));
    }
  }

  /** Waits for the endpoints that are being served. */
  const settle = () => Promise.all(underWay.values()).then(() => {});

  return {
    /** Begins to serve each endpoint for which something waits, unless it is being served. Waits for none of them. */
    run: async (signal: AbortSignal): Promise<void> => {
      const webhooks = await listServedWebhooks(queries, new Date(clock()));
      for (const webhook of webhooks) if (!webhook.hasWaiting) counted.delete(keyOf(webhook));
      report(webhooks);
      for (const webhook of webhooks) {
        const key = keyOf(webhook);
        if (!webhook.hasWaiting || underWay.has(key)) continue;
        const served = serve(webhook, signal).finally(() => underWay.delete(key));
        underWay.set(key, served);
      }
    },
    settle,
    /** Sends one delivery now, and returns it with its answer. */
    deliverNow: async (webhook: Webhook, id: string): Promise<Delivery | null> => {
      await deliver(webhook, new AbortController().signal, id);
      return findDelivery(queries, webhook.appId, id);
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;
