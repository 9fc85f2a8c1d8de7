import { readFileSync } from 'node:fs';
import type { Database } from '../../src/storage/base/Database.ts';
import { query } from '../../src/storage/base/query.ts';

/** A tick of the clock by which Linux counts the time that processes spend on a core. */
const TICK_MS = 10;

function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}

/**
 * The time that this process and the database have spent on a core, in milliseconds; NaN where the system doesn't tell.
 * Unlike the time on the clock it hardly depends on what else the machine does.
 */
export async function coreTime({ queries }: Database): Promise<number> {
  const backends = await query<{ pid: number }>(
    queries
  )`SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`;
  try {
    const parent = Number(statOf(backends[0]?.pid ?? 0)[1]);
    const ofBackends = backends.map(({ pid }) => Number(statOf(pid)[11]) + Number(statOf(pid)[12]));
    // The time of parallel workers, which have ended, is added to their parent's.
    const ofEnded = Number(statOf(parent)[13]) + Number(statOf(parent)[14]);
    const own = process.cpuUsage();
    return (ofBackends.reduce((sum, ticks) => sum + ticks, 0) + ofEnded) * TICK_MS + (own.user + own.system) / 1_000;
  } catch {
    return NaN;
  }
}
