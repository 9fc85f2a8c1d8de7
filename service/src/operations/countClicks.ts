import { countMoreClicks } from '../storage/clickCounts.ts';
import type { Queries } from '../storage/Database.ts';

const QUARTER_MS = 15 * 60 * 1000;

/**
 * A click is stored within seconds of its time, or of the database's return, and nothing is counted while that is away.
 * The rest of this time allows for instances whose clocks differ: a click that is stored later than this would never be
 * counted.
 */
const MAX_DELAY_MS = 15 * 60 * 1000;

/** Counts all but the latest clicks ahead of time, so that statistics need not. Returns the time that it has reached. */
export async function countClicks(queries: Queries, now: number, signal?: AbortSignal): Promise<number | null> {
  const end = Math.floor((now - MAX_DELAY_MS) / QUARTER_MS) * QUARTER_MS;
  for (;;) {
    signal?.throwIfAborted();
    const reached = await countMoreClicks(queries, end);
    if (reached === null || reached >= end) return reached;
  }
}
