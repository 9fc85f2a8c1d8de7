import { foldRollups } from '../operations/foldRollups.ts';
import type { Database } from '../storage/base/Database.ts';
import type { Job } from './Job.ts';

const EVERY_MS = 10_000;

/**
 * An app is folded once it has `many` deltas: each piece has a fixed cost, and reports read that many quickly. PGlite
 * does nothing else while it folds, so its pieces are small.
 */
const FOLDING = {
  postgres: { many: 5_000, allAfterMs: 10 * 60_000, piece: 20_000 },
  pglite: { many: 500, allAfterMs: 60_000, piece: 500 },
} as const;

/** Folds apps that have many deltas, and now and then all apps. */
export function createRollupsJob({ database, clock }: { database: Database; clock: () => number }): Job {
  const { many, allAfterMs, piece } = FOLDING[database.kind];
  let lastOfAll = -Infinity;
  return {
    name: 'rollups',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const now = clock();
      const isForAll = Math.abs(now - lastOfAll) >= allAfterMs;
      const fewest = isForAll ? 1 : many;
      await foldRollups(database.queries, now, signal, { fewest, piece, withSession: database.withSession });
      if (isForAll) lastOfAll = now;
      return { kind: 'done' };
    },
  };
}
