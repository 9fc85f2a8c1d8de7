/** A page of the dashboard makes a handful of requests. So many within a second are other people's. */
const MANY = 20;
const WITHIN_MS = 1_000;

export interface Traffic {
  /** Called for each request that was answered. */
  note: () => void;
  /** Whether few requests were answered lately. */
  isQuiet: () => boolean;
}

/** Knows whether the service is in use by more than one person. */
export function createTraffic(clock = () => performance.now()): Traffic {
  const latest: number[] = [];
  return {
    note() {
      latest.push(clock());
      if (latest.length > MANY) latest.shift();
    },
    isQuiet: () => latest.length < MANY || clock() - (latest[0] ?? 0) > WITHIN_MS,
  };
}
