import { countClicks } from '../operations/countClicks.ts';
import type { Queries } from '../storage/Database.ts';
import type { Job } from './Job.ts';

/** Statistics count later clicks themselves. */
const EVERY_MS = 10 * 60 * 1000;

/** Counts clicks ahead of time. */
export function createClickCountsJob({ queries, clock }: { queries: Queries; clock: () => number }): Job {
  return {
    name: 'counts',
    everyMs: EVERY_MS,
    run: async (signal) => {
      await countClicks(queries, clock(), signal);
      return { kind: 'done' };
    },
  };
}
