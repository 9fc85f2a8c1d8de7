import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { iphone } from '../support/phones.ts';

export interface Ask {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** Sends one request and never repeats it; fails where no whole answer comes. */
export type Send = (ask: Ask) => Promise<Answer>;

export interface Target {
  host: string;
  code: string;
  appId: string;
  key: string;
}

/** Enough company for a group commit, and little enough for two slow cores. */
const PEOPLE = 8;
const SENDERS = 4;
const EVENTS_IN_BATCH = 5;

/** As an app that was told to come back. */
const PAUSE_MS = 50;

/** Whoever still has no answer when the load has been over for so long gets none. */
const LAST_ANSWER_WITHIN_MS = 10_000;

/** Enough to see what goes wrong. */
const MAX_KINDS_SHOWN = 5;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the service said it has. */
export interface Acknowledged {
  clicks: Set<string>;
  /** Each click, and the installs that were told that it is theirs. */
  claims: Map<string, string[]>;
  events: Set<string>;
  /** Clicks for which all who asked were told that there is none. */
  orphans: Set<string>;
  /** Batches that had been stored although the answer was an error. */
  repeated: number;
}

export interface LoadResult extends Acknowledged {
  requests: number;
  /** Answered with 503, the service's own error and a time to come back. */
  refused: string[];
  /** Anything else: no answer, a broken one, another status. */
  failed: string[];
  longestMs: number;
}

function isRefusal({ status, retryAfter, body }: Answer): boolean {
  if (status !== 503 || retryAfter === undefined) return false;
  const { error } = JSON.parse(body) as { error?: { code?: unknown; message?: unknown } };
  return typeof error?.code === 'string' && typeof error.message === 'string';
}

/**
 * People who open the landing page, two installs that race for each click, and phones that send events, all of whom
 * come back as the library does until they are answered.
 */
export function sendLoad(send: Send, { host, code, appId, key }: Target) {
  const result: LoadResult = {
    requests: 0,
    refused: [],
    failed: [],
    longestMs: 0,
    clicks: new Set(),
    claims: new Map(),
    events: new Set(),
    orphans: new Set(),
    repeated: 0,
  };
  let isOver = false;
  let lastChance = Infinity;
  let visitors = 0;

  /** The answer, or null where there was none that counts. */
  async function tryOnce(ask: Omit<Ask, 'headers'>, expected: readonly number[], headers: Record<string, string> = {}) {
    visitors += 1;
    const from = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
    const startedAt = performance.now();
    result.requests += 1;
    try {
      const answer = await send({
        ...ask,
        headers: {
          host,
          'x-forwarded-for': from,
          ...(ask.method === 'GET' ? { 'user-agent': iphone.browser.userAgent } : {}),
          ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      if (expected.includes(answer.status)) return answer;
      const list = isRefusal(answer) ? result.refused : result.failed;
      list.push(`${ask.path}: ${answer.status} ${answer.body.slice(0, 200)}`);
    } catch (error) {
      result.failed.push(`${ask.path}: ${String(error)}`);
    } finally {
      result.longestMs = Math.max(result.longestMs, performance.now() - startedAt);
    }
    await sleep(PAUSE_MS);
    return null;
  }

  /** Until there is an answer that counts. */
  async function ask(path: string, body: object, expected: readonly number[], headers: Record<string, string> = {}) {
    const credentials = { authorization: `Bearer ${key}`, 'x-app-id': appId, ...headers };
    const text = JSON.stringify(body);
    for (let tries = 1; Date.now() < lastChance; tries += 1) {
      const answer = await tryOnce({ method: 'POST', path, body: text }, expected, credentials);
      if (answer) return { answer, tries };
    }
    return null;
  }

  async function claim(clickId: string): Promise<'won' | 'lost' | 'unanswered'> {
    const installId = randomUUID();
    const found = await ask('/api/link/match-link', { clickId }, [200, 404], { 'x-install-id': installId });
    if (!found) return 'unanswered';
    if (found.answer.status === 404) return 'lost';
    result.claims.set(clickId, [...(result.claims.get(clickId) ?? []), installId]);
    return 'won';
  }

  async function browse(): Promise<void> {
    while (!isOver) {
      const page = await tryOnce({ method: 'GET', path: `/${code}` }, [200]);
      const clickId = /data-report-url="\/api\/clicks\/([^/]+)\/device\?/.exec(page?.body ?? '')?.[1];
      if (clickId === undefined) continue;
      result.clicks.add(clickId);
      const ends = await Promise.all([claim(clickId), claim(clickId)]);
      if (ends.every((end) => end === 'lost')) result.orphans.add(clickId);
    }
  }

  async function report(): Promise<void> {
    while (!isOver) {
      const ids = Array.from({ length: EVENTS_IN_BATCH }, () => randomUUID());
      const at = new Date().toISOString();
      const events = ids.map((id) => ({ id, name: 'purchase', timestamp: at, data: { total: 1 } }));
      const body = { installId: randomUUID(), platform: 'ios', sentAt: at, events };
      const found = await ask('/api/link/events', body, [200]);
      if (!found) continue;
      for (const id of ids) result.events.add(id);
      const { repeated } = JSON.parse(found.answer.body) as { repeated: number };
      if (repeated > 0) result.repeated += 1;
    }
  }

  const workers = [...Array.from({ length: PEOPLE }, browse), ...Array.from({ length: SENDERS }, report)];
  return {
    result,
    async stop(): Promise<LoadResult> {
      isOver = true;
      lastChance = Date.now() + LAST_ANSWER_WITHIN_MS;
      await Promise.all(workers);
      return result;
    },
  };
}

export interface Losses {
  clicks: number;
  claims: number;
  events: number;
  claimedTwice: number;
}

/** Compares what was acknowledged with what the database has. */
export async function countLosses(url: string, { clicks, claims, events }: Acknowledged): Promise<Losses> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const countMissing = async (wanted: readonly string[], query: string) => {
    const { rows } = await client.query<{ missing: number }>(
      `SELECT count(*)::int AS missing FROM unnest($1::text[]) AS wanted (id) WHERE NOT EXISTS (${query})`,
      [wanted]
    );
    return rows[0]?.missing ?? wanted.length;
  };
  try {
    const pairs = [...claims].flatMap(([clickId, installs]) => installs.map((install) => `${install} ${clickId}`));
    const { rows: twice } = await client.query('SELECT 1 FROM installs GROUP BY click_id HAVING count(*) > 1');
    return {
      clicks: await countMissing([...clicks], 'SELECT 1 FROM clicks WHERE clicks.id = wanted.id'),
      claims: await countMissing(
        pairs,
        `SELECT 1 FROM installs JOIN clicks ON clicks.id = click_id
         WHERE installs.id || ' ' || click_id = wanted.id AND claimed_at IS NOT NULL`
      ),
      events: await countMissing([...events], 'SELECT 1 FROM events WHERE events.id = wanted.id'),
      claimedTwice: twice.length + [...claims.values()].filter((installs) => installs.length > 1).length,
    };
  } finally {
    await client.end();
  }
}

/** Each kind once, with its count, the most frequent first. */
function countKinds(name: string, all: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  const kinds = [...counts].sort(([, one], [, other]) => other - one);
  return kinds.slice(0, MAX_KINDS_SHOWN).map(([kind, count]) => `${name}: ${count} × ${kind}`);
}

/** The counts, in words. */
export function describeLoad(result: LoadResult, losses: Losses): string {
  const { clicks, claims, events, orphans, repeated, requests, refused, failed, longestMs } = result;
  return [
    `acknowledged: ${clicks.size} clicks, ${claims.size} claims, ${events.size} events, by ${requests} requests`,
    `lost: ${losses.clicks} clicks, ${losses.claims} claims, ${losses.events} events`,
    `claimed twice: ${losses.claimedTwice}; clicks that nobody got: ${orphans.size}`,
    `refused with 503: ${refused.length}; failed otherwise: ${failed.length}; stored without an answer, and repeated: ${repeated} batches`,
    `longest request: ${Math.round(longestMs)} ms`,
    ...countKinds('refused', refused),
    ...countKinds('failed', failed),
  ].join('\n');
}
