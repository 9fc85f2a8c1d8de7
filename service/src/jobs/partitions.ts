import type { Queries } from '../storage/base/Database.ts';
import { addPartitions } from '../storage/base/partitions.ts';
import type { Job } from './Job.ts';
import { DAY_MS } from '../values/durations.ts';

const EVERY_MS = DAY_MS;

/** Adds the partitions of the next month, and of the next quarter. */
export function createPartitionsJob({ queries, clock }: { queries: Queries; clock: () => number }): Job {
  return {
    name: 'partitions',
    everyMs: EVERY_MS,
    run: async () => {
      await addPartitions(queries, new Date(clock()));
      return { kind: 'done' };
    },
  };
}
