import { finishDeletions } from '../operations/deletions.ts';
import type { Queries } from '../storage/base/Database.ts';
import type { Job } from './Job.ts';

/** With the lease, a deletion that was left behind waits five seconds at most. */
const EVERY_MS = 1_000;

/** Finishes deletions that a request or a killed instance left behind. All instances share the work. */
export function createDeletionsJob({ queries }: { queries: Queries }): Job {
  return {
    name: 'deletions',
    everyMs: EVERY_MS,
    isPerInstance: true,
    run: async (signal) => {
      await finishDeletions(queries, signal);
      return { kind: 'done' };
    },
  };
}
