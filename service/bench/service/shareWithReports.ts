import { http } from './endpoints.ts';
import { sendLoad, type LoadResult } from './load.ts';
import { failuresOf, inOrder, percentile } from './measure.ts';
import { addressOf, APP, codeOf, READER } from './seed.ts';
import type { Started } from './servers.ts';

/** One percent of the views are then a dozen bursts of all viewers. */
const ROUNDS = 8;
const ROUND_MS = 4_000;
const WARM_UP_MS = 4_000;

/** 400 views a second: far below what one core serves, so that latency shows who waits for whom. */
const VIEWERS = 16;
const VIEW_EVERY_MS = 40;

/** Ten lists a second. */
const LIST_EVERY_MS = 100;

/** More than the service lets one app do at a time. */
const READERS = 4;

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export const MAX_TIMES_IDLE = 2;

export interface Shared {
  idleP99: number;
  busyP99: number;
  /** Of the lists of links that the first app asked for meanwhile. */
  listP99: number;
  reports: number;
  /** Reports that waited too long behind the reader's own. */
  refusedReports: number;
  /** Of landing pages and lists. */
  failures: string[];
}

let viewer = 0;
const nextView = () => {
  viewer += 1;
  return http('GET', `/${codeOf(viewer)}`, addressOf(viewer));
};

/** Landing pages of one app, with and without another app that reads its statistics of a year all the time. */
export async function shareWithReports({ port }: Started): Promise<Shared> {
  const from = new Date(Date.now() - YEAR_MS).toISOString().slice(0, 10);
  const report = http('GET', `/api/statistics?by=link&from=${from}`, '192.0.2.1', undefined, READER);
  const list = http('GET', '/api/links?limit=50', '192.0.2.2', undefined, APP);
  const send = (next: () => string, connections: number, everyMs: number, forMs = ROUND_MS) =>
    sendLoad({ port, connections, everyMs, forMs, most: Infinity, next });
  const view = (forMs = ROUND_MS) => send(nextView, VIEWERS, VIEW_EVERY_MS, forMs);

  await view(WARM_UP_MS);
  const idle: LoadResult[] = [];
  const busy: LoadResult[] = [];
  const lists: LoadResult[] = [];
  const reports: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await view());
    const [views, listed, read] = await Promise.all([
      view(),
      send(() => list, 1, LIST_EVERY_MS),
      send(() => report, READERS, 0),
    ]);
    busy.push(views);
    lists.push(listed);
    reports.push(read);
  }
  const p99 = (results: LoadResult[]) => percentile(inOrder(results.flatMap(({ latencies }) => latencies)), 0.99);
  const named = (name: string, results: LoadResult[]) =>
    results.flatMap(failuresOf).map((failure) => `${name}: ${failure}`);
  const count = (status: number) => reports.reduce((sum, { statuses }) => sum + (statuses.get(status) ?? 0), 0);
  return {
    idleP99: p99(idle),
    busyP99: p99(busy),
    listP99: p99(lists),
    reports: count(200),
    refusedReports: count(503),
    failures: [...named('landing', [...idle, ...busy]), ...named('list', lists)],
  };
}
