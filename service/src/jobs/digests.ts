import { tellDigests } from '../operations/digests/tellDigests.ts';
import type { Queries } from '../storage/base/Database.ts';
import type { Job } from './Job.ts';

/** How late on its morning a digest may be. */
const EVERY_MS = 5 * 60 * 1000;

/** Writes the daily and weekly webhooks. */
export function createDigestsJob({ queries, clock }: { queries: Queries; clock: () => number }): Job {
  return {
    name: 'digests',
    everyMs: EVERY_MS,
    run: async (signal) => {
      await tellDigests(queries, clock(), signal);
      return { kind: 'done' };
    },
  };
}
