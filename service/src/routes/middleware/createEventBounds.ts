import type { Context } from 'hono';
import { createDailyQuota } from '../../flow/createDailyQuota.ts';
import { createRateLimiter } from '../../flow/createRateLimiter.ts';
import { eventsLimit, WIDE_EVENTS_TIMES, type RateLimit } from '../../values/rateLimits.ts';
import { networkShares } from './networkShares.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';

const KILOBYTE = 1_024;

export interface EventBoundOptions {
  /** Of each network, for all its requests. */
  ofNetwork: RateLimit;
  maxPerDay: number;
  clock: () => number;
}

/** Whether an event of a phone is stored: its network and its app have sent less than their share. */
export type IsEventStored = (c: Context<ServiceEnv>, data: string | null) => boolean;

/**
 * Anybody who has the app can send events, so they are limited by the disk space they take: each counts as one, or as
 * its number of kilobytes.
 */
export function createEventBounds({ ofNetwork, maxPerDay, clock }: EventBoundOptions): IsEventStored {
  const admit = createRateLimiter(eventsLimit(ofNetwork), clock);
  const takeOfDay = createDailyQuota(maxPerDay, clock);
  return (c, data) => {
    const cost = Math.max(1, Math.ceil((data?.length ?? 0) / KILOBYTE));
    const { kind } = admit(...networkShares(c, cost, cost / WIDE_EVENTS_TIMES));
    return kind === 'admitted' && takeOfDay(c.get('app').id, cost);
  };
}
