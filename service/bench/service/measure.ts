import { sendLoad, type LoadResult } from './load.ts';
import { cpuOf, type Started } from './servers.ts';

/** Enough callers that neither server ever waits for one, though the requests themselves wait for a commit. */
export const CONNECTIONS = 128;
const ROUNDS = 4;
const ROUND_MS = 2_000;

/** A server that is measured, and the requests that it gets in each round. */
export interface Contender {
  server: Started;
  prepare: () => Promise<string[]> | string[];
  /** What happens before each of its turns. */
  begin?: () => Promise<void>;
  /** A server is slow at first, until the compiler is done; on a busy machine that takes longer. */
  warmUpMs: number;
  /**
   * The fewest requests of the warm-up, so that it comes to every link, however slow the machine is.
   * @default 0
   */
  warmUpRequests?: number;
}

export interface Measured {
  /** Answers with status 200 in a second. */
  rate: number;
  /** The time that one answer took on a core, in microseconds. */
  coreUs: number;
  /** Milliseconds, in order. */
  latencies: number[];
  failures: string[];
}

/** Sends each of the requests once, for as long as the time lasts. */
function load({ port }: Started, requests: readonly string[], forMs: number, least = 0): Promise<LoadResult> {
  let sent = 0;
  const next = () => requests[sent++] ?? '';
  return sendLoad({ port, connections: CONNECTIONS, forMs, least, most: requests.length, next });
}

export const inOrder = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other);

export const percentile = (latencies: readonly number[], share: number) =>
  latencies[Math.floor((latencies.length - 1) * share)] ?? NaN;

/** What came instead of 200. */
export const failuresOf = ({ statuses }: LoadResult) =>
  [...statuses].filter(([status]) => status !== 200).map(([status, number]) => `${number} × ${status}`);

/** Measures contenders in turns, so that other work on the machine slows all of them. */
export async function measureInTurns(...contenders: Contender[]): Promise<Measured[]> {
  for (const { server, prepare, begin, warmUpMs } of contenders) {
    const requests = await prepare();
    await begin?.();
    await load(server, requests, warmUpMs);
  }
  const sums = contenders.map(() => ({
    answers: 0,
    seconds: 0,
    cpuUs: 0,
    latencies: [] as number[],
    failures: [] as string[],
  }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const prepared: string[][] = [];
    for (const { prepare } of contenders) prepared.push(await prepare());
    for (const [index, { server, begin }] of contenders.entries()) {
      const sum = sums[index];
      if (!sum) continue;
      await begin?.();
      const cpuBefore = cpuOf(server);
      const result = await load(server, prepared[index] ?? [], ROUND_MS);
      sum.answers += result.statuses.get(200) ?? 0;
      sum.seconds += result.seconds;
      sum.cpuUs += cpuOf(server) - cpuBefore;
      sum.latencies.push(...result.latencies);
      sum.failures.push(...failuresOf(result));
    }
  }
  return sums.map(({ answers, seconds, cpuUs, latencies, failures }) => ({
    rate: answers / seconds,
    coreUs: cpuUs / answers,
    latencies: inOrder(latencies),
    failures,
  }));
}
