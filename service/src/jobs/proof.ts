import { proveDays } from '../operations/proveDays.ts';
import type { Database } from '../storage/base/Database.ts';
import { DAY_MS } from '../values/durations.ts';
import type { Log } from '../values/Log.ts';
import type { Job } from './Job.ts';

export interface ProofOptions {
  database: Database;
  clock: () => number;
  retentionDays: number;
  log: Log;
  setDifferences: (appId: string, count: number) => void;
}

/** Checks once a day that reports of the day before agree with the stored rows. */
export function createProofJob({ database, clock, retentionDays, log, setDifferences }: ProofOptions): Job {
  return {
    name: 'proof',
    everyMs: DAY_MS,
    run: async (signal) => {
      const options = { now: clock(), retentionDays, log, onProof: setDifferences };
      await database.withSession((session) => proveDays(session, options, signal));
      return { kind: 'done' };
    },
  };
}
