import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Ten of the neighbour's reports a second. */
const NEIGHBOUR_EVERY_MS = 100;

/** More than the service lets one app do at a time. */
const READERS = 6;

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Of a p99 in milliseconds. */
interface Compared {
  idle: number;
  /** While another app reads its reports of a year. */
  busy: number;
  /** While a process that has nothing to do with the service keeps one core busy. */
  beside: number;
}

export interface Shared {
  landing: Compared;
  /** The first app's report of a month. */
  neighbour: Compared;
  reports: number;
  /** Reports that waited too long behind the reader's own. */
  refusedReports: number;
  /** Of landing pages and the neighbour's reports. */
  failures: string[];
}

/** Keeps one core busy until the work is done. */
async function besideBusyProcess<Result>(work: () => Promise<Result>): Promise<Result> {
  const busy = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
  try {
    return await work();
  } finally {
    busy.kill();
    await once(busy, 'exit');
  }
}

let viewer = 0;
const nextView = () => {
  viewer += 1;
  return http('GET', `/${codeOf(viewer)}`, addressOf(viewer));
};

/** How long one app's visitors and owners wait, with and without another app that keeps reading a year's statistics. */
export async function shareWithReports({ port }: Started): Promise<Shared> {
  const from = new Date(Date.now() - YEAR_MS).toISOString().slice(0, 10);
  const report = http('GET', `/api/statistics?by=link&from=${from}`, '192.0.2.1', undefined, READER);
  const ofNeighbour = http('GET', '/api/statistics?by=day', '192.0.2.2', undefined, APP);
  const send = (next: () => string, connections: number, everyMs: number, forMs = ROUND_MS) =>
    sendLoad({ port, connections, everyMs, forMs, most: Infinity, next });
  const share = () =>
    Promise.all([send(nextView, VIEWERS, VIEW_EVERY_MS), send(() => ofNeighbour, 1, NEIGHBOUR_EVERY_MS)]);
  const reports: LoadResult[] = [];
  const rounds: Record<keyof Compared, () => ReturnType<typeof share>> = {
    idle: share,
    busy: async () => {
      const [shared, read] = await Promise.all([share(), send(() => report, READERS, 0)]);
      reports.push(read);
      return shared;
    },
    beside: () => besideBusyProcess(share),
  };

  await send(nextView, VIEWERS, VIEW_EVERY_MS, WARM_UP_MS);
  const views: Record<keyof Compared, LoadResult[]> = { idle: [], busy: [], beside: [] };
  const answers: typeof views = { idle: [], busy: [], beside: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['idle', 'busy', 'beside'] as const) {
      const [viewed, answered] = await rounds[kind]();
      views[kind].push(viewed);
      answers[kind].push(answered);
    }
  }
  const p99 = (results: LoadResult[]) => percentile(inOrder(results.flatMap(({ latencies }) => latencies)), 0.99);
  const compare = ({ idle, busy, beside }: typeof views) => ({
    idle: p99(idle),
    busy: p99(busy),
    beside: p99(beside),
  });
  const named = (name: string, results: LoadResult[]) =>
    results.flatMap(failuresOf).map((failure) => `${name}: ${failure}`);
  const count = (status: number) => reports.reduce((sum, { statuses }) => sum + (statuses.get(status) ?? 0), 0);
  return {
    landing: compare(views),
    neighbour: compare(answers),
    reports: count(200),
    refusedReports: count(503),
    failures: [...named('landing', Object.values(views).flat()), ...named('neighbour', Object.values(answers).flat())],
  };
}
