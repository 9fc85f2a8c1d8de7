/** Clicks that an instance kept in memory are stored within this time after the database is back. */
const SETTLE_MS = 5_000;

export interface Outages {
  /** The database did not answer, or the connection to it was lost. */
  note: () => void;
  /** Whether clicks may still be in the memory of some instance. */
  isRecent: () => boolean;
}

export function createOutages(clock: () => number): Outages {
  let last = -Infinity;
  return {
    note: () => {
      last = clock();
    },
    isRecent: () => clock() - last < SETTLE_MS,
  };
}
