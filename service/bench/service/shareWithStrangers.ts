import { COST_ROWS, type Sent } from './costRows.ts';
import { http } from './endpoints.ts';
import { sendLoad, type LoadResult } from './load.ts';
import { failuresOf, inOrder, percentile } from './measure.ts';
import { writeRequest } from './measureCosts.ts';
import { addressOf, codeOf } from './seed.ts';
import type { Started } from './servers.ts';

const ROUNDS = 6;
const ROUND_MS = 10_000;
const WARM_UP_MS = 4_000;

/** 400 views a second of an honest app, each from another address. */
const VIEWERS = 16;
const VIEW_EVERY_MS = 40;

/** Twice what a network may send. */
const REQUEST_EVERY_MS = 25;

/** Somebody without a key, and somebody with another app's, each at one address. */
const STRANGER = '203.0.113.50';
const NEIGHBOUR = '203.0.113.60';

let sent = 0;
const dearest = (route: string, name: string, address: string) => () => {
  sent += 1;
  const make = COST_ROWS[route]?.dear[name] as (number: number) => Sent;
  return writeRequest({ ...make(sent), address }, sent);
};

let viewer = 0;
const nextView = () => {
  viewer += 1;
  return http('GET', `/${codeOf(viewer)}`, addressOf(viewer));
};

export interface SharedWithStrangers {
  idleP99: number;
  busyP99: number;
  /** What the stranger and the neighbour got. */
  answers: string;
  failures: string[];
}

/** Landing pages of an honest app, with and without two who ask for the dearest that their limits allow. */
export async function shareWithStrangers({ port }: Started): Promise<SharedWithStrangers> {
  const send = (next: () => string, connections: number, everyMs: number, forMs = ROUND_MS) =>
    sendLoad({ port, connections, everyMs, forMs, most: Infinity, next });
  const view = (forMs = ROUND_MS) => send(nextView, VIEWERS, VIEW_EVERY_MS, forMs);
  await view(WARM_UP_MS);
  const [idle, busy, others]: [LoadResult[], LoadResult[], LoadResult[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await view());
    const [views, ...rest] = await Promise.all([
      view(),
      send(dearest('GET /*', 'a long path', STRANGER), 1, REQUEST_EVERY_MS),
      send(dearest('POST /api/link/events', 'a hundred events', NEIGHBOUR), 1, REQUEST_EVERY_MS),
    ]);
    busy.push(views);
    others.push(...rest);
  }
  const p99 = (results: LoadResult[]) => percentile(inOrder(results.flatMap(({ latencies }) => latencies)), 0.99);
  const statuses = new Map<number, number>();
  for (const result of others) {
    for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  }
  return {
    idleP99: p99(idle),
    busyP99: p99(busy),
    answers: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    failures: [...idle, ...busy].flatMap(failuresOf),
  };
}
