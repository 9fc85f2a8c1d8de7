import { confirmClock } from '../operations/confirmClock.ts';
import { forgetOldRows, forgetTraces } from '../operations/retention.ts';
import type { Queries } from '../storage/base/Database.ts';
import { takeAll } from '../operations/forEachApp.ts';
import type { Job } from './Job.ts';

/** Addresses are deleted within this time after the last match could need them. */
const EVERY_MS = 60 * 60 * 1000;

/** Long enough to compare a day with the same day a year ago. */
export const DEFAULT_RETENTION_DAYS = 400;

export interface RetentionOptions {
  queries: Queries;
  clock: () => number;
  matchWindowMs?: number | undefined;
  /** @default 400 */
  retentionDays?: number | undefined;
}

export function createRetentionJob(options: RetentionOptions): Job {
  const { queries, clock, matchWindowMs, retentionDays = DEFAULT_RETENTION_DAYS } = options;
  return {
    name: 'retention',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const now = clock();
      const outcome = await confirmClock(queries, now);
      if (outcome === 'jumped') {
        const reason = 'The clock jumped by more than a week; nothing is deleted until it has been stable for a day';
        return { kind: 'refused', reason };
      }
      if (outcome === 'trusted') {
        const traces = () => forgetTraces(queries, now, matchWindowMs, signal);
        const rows = () => forgetOldRows(queries, now, retentionDays, signal);
        await takeAll([traces, rows], signal);
      }
      return { kind: 'done' };
    },
  };
}
