import { foldRollups } from '../operations/foldRollups.ts';
import type { Queries } from '../storage/Database.ts';
import type { Job } from './Job.ts';

/** Reports add what came in since, so this bounds how much they add. */
const EVERY_MS = 10_000;

/** Folds what came in into roll-ups. */
export function createRollupsJob({ queries, clock }: { queries: Queries; clock: () => number }): Job {
  return {
    name: 'rollups',
    everyMs: EVERY_MS,
    run: async (signal) => {
      await foldRollups(queries, clock(), signal);
      return { kind: 'done' };
    },
  };
}
