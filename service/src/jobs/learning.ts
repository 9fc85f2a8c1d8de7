import type { MatchModels } from '../operations/createMatchModels.ts';
import type { Job } from './Job.ts';

/** A sample costs the database some tens of milliseconds, and its results change from day to day. */
const EVERY_MS = 5 * 60 * 1000;

/** Learns again from clicks and matches. Each instance keeps what it learned in memory. */
export function createLearningJob({ models, clock }: { models: MatchModels; clock: () => number }): Job {
  return {
    name: 'learning',
    everyMs: EVERY_MS,
    isPerInstance: true,
    run: async (signal) => {
      await models.learnAgain(clock(), signal);
      return { kind: 'done' };
    },
  };
}
