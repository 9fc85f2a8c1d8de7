import type { Context } from 'hono';
import { createDailyQuota } from '../../flow/createDailyQuota.ts';
import { createNameBound } from '../../flow/createNetworkNames.ts';
import { createRateLimiter } from '../../flow/createRateLimiter.ts';
import { eventsLimit, WIDE_EVENTS_TIMES, type RateLimit } from '../../values/rateLimits.ts';
import { networkOf } from '../../values/address.ts';
import { EVENT_NAMES, OTHER_EVENTS } from '../../values/eventNames.ts';
import { clientAddress } from './caller.ts';
import { networkCharges } from './networkCharges.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';

const KILOBYTE = 1_024;

export interface EventBoundOptions {
  /** The limit of each network for all its requests; the one for events follows from it. */
  ofNetwork: RateLimit;
  maxPerDay: number;
  clock: () => number;
}

/** Takes an event from the limits of its network and its app; false if one of them is used up. */
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
    const { kind } = admit(...networkCharges(c, cost, cost / WIDE_EVENTS_TIMES));
    return kind === 'admitted' && takeOfDay(c.get('app').id, cost);
  };
}

/** Replaces an event's name if its network has made up too many today; undefined if the name stays. */
export type CountedAs = (c: Context<ServiceEnv>, name: string) => string | undefined;

export function createEventNames(clock: () => number): CountedAs {
  const isCounted = createNameBound(clock);
  const ofLibrary: ReadonlySet<string> = new Set(EVENT_NAMES);
  return (c, name) => {
    if (ofLibrary.has(name)) return undefined;
    const address = clientAddress(c);
    const sender = { appId: c.get('app').id, network: address === null ? null : networkOf(address) };
    return isCounted(sender, 'event', name) ? undefined : OTHER_EVENTS;
  };
}
