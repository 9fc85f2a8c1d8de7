import { finishDeletions } from '../operations/deletions.ts';
import type { Queries } from '../storage/Database.ts';
import type { Job } from './Job.ts';

/** With the time for which a request or an instance holds a deletion, nobody waits for longer than five seconds. */
const EVERY_MS = 1_000;

/** Does the deletions that a request or a killed instance has left. Every instance does, and they share the work. */
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
