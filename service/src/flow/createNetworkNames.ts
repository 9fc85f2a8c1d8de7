import { createLru } from '../values/createLru.ts';
import { CAMPAIGN_FIELDS, OTHER_CAMPAIGNS, type Campaign } from '../values/campaign.ts';
import { wideNetworkOf } from '../values/address.ts';
import { OTHER_PATHS } from '../values/linkPaths.ts';
import { createDailyQuota, type TakeOfDay } from './createDailyQuota.ts';

/** How many names each network may add to an app's day. Somebody who follows links opens fewer. */
const MAX_NEW_PATHS = 50;
const MAX_NEW_CAMPAIGNS = 10;

/** A /24 or /48 adds this many times as much, which is less than half of an app's day. */
const WIDE_NAMES_TIMES = 4;

/** As many as an app's day has room for: see groupNames. */
const MAX_KNOWN = 1_100;

/** The names of an app's day take at most two megabytes. */
const MAX_APPS = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface NamedVisit extends Partial<Campaign> {
  appId: string;
  /** The link's code, or its path. */
  code: string;
  /** Of the visitor; null if unknown. */
  network: string | null;
}

/** The same visit. Where its network has made up too many paths or campaigns today, they count among the others. */
export type BoundNames = <Visit extends NamedVisit>(visit: Visit) => Visit;

/**
 * Bounds what visitors of path links can write into reports. What this process has counted once today is no longer new,
 * whoever opens it.
 */
export function createNetworkNames(clock: () => number): BoundNames {
  const known = createLru<{ day: number; names: Set<string> }>(MAX_APPS);
  const takePath = createDailyQuota(MAX_NEW_PATHS, clock);
  const takeCampaign = createDailyQuota(MAX_NEW_CAMPAIGNS, clock);

  function namesOf(appId: string): Set<string> {
    const day = Math.floor(clock() / DAY_MS);
    const found = known.get(appId);
    if (found?.day === day) return found.names;
    const names = new Set<string>();
    known.set(appId, { day, names });
    return names;
  }

  const takeOf = (visit: NamedVisit, take: TakeOfDay) => {
    const { appId, network } = visit;
    if (network === null) return take(`${appId} unknown`);
    return take(`${appId} ${network}`) && take(`${appId} wide ${wideNetworkOf(network)}`, 1 / WIDE_NAMES_TIMES);
  };

  return (visit) => {
    const { appId, code } = visit;
    if (!code.startsWith('/')) return visit;
    const names = namesOf(appId);
    const isCounted = (name: string, take: TakeOfDay) => {
      if (names.has(name) || names.size >= MAX_KNOWN) return true;
      if (!takeOf(visit, take)) return false;
      names.add(name);
      return true;
    };
    const campaign = CAMPAIGN_FIELDS.map((field) => visit[field] ?? null);
    const hasCampaign = campaign.some((value) => value !== null);
    if (!isCounted(code, takePath)) {
      // A path that is counted among the others brings no campaign of its own.
      return { ...visit, code: OTHER_PATHS, ...(hasCampaign ? OTHER_CAMPAIGNS : {}) };
    }
    const isOther = hasCampaign && !isCounted(JSON.stringify(campaign), takeCampaign);
    return isOther ? { ...visit, ...OTHER_CAMPAIGNS } : visit;
  };
}
