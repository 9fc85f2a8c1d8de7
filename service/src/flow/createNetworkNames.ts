import { createLru } from '../values/createLru.ts';
import { CAMPAIGN_FIELDS, OTHER_CAMPAIGNS, type Campaign } from '../values/campaign.ts';
import { wideNetworkOf } from '../values/address.ts';
import { OTHER_PATHS } from '../values/linkPaths.ts';
import { createDailyQuota, type TakeOfDay } from './createDailyQuota.ts';
import { DAY_MS } from '../values/durations.ts';

/** How many new names each network may add to an app's day. Nobody who follows links or uses an app needs more. */
const MAX_NEW = { path: 50, campaign: 10, event: 25 };

/** A /24 or /48 may add this many times as much, which is less than half of an app's day. */
const WIDE_NAMES_TIMES = 4;

/** An app's day has room for as many: see groupNames. */
const MAX_KNOWN = 1_100;

/**
 * Names of all apps together, about ten megabytes. It counts names, not apps: however many apps there are, those with
 * few names stay.
 */
const MAX_OF_ALL = 100 * MAX_KNOWN;

interface NamesOfDay {
  day: number;
  names: Set<string>;
}

interface Sender {
  appId: string;
  /** Null if unknown. */
  network: string | null;
}

/** Whether a name that somebody made up is counted one by one today. */
type IsNameCounted = (sender: Sender, kind: keyof typeof MAX_NEW, name: string) => boolean;

export interface NamedVisit extends Sender, Partial<Campaign> {
  /** The link's code, or its path. */
  code: string;
}

/** Returns the visit. If its network has made up too many paths or campaigns today, they count among the others. */
export type BoundNames = <Visit extends NamedVisit>(visit: Visit) => Visit;

/** Bounds what strangers write into reports. A name that this process has counted today is no longer new. */
export function createNameBound(clock: () => number): IsNameCounted {
  const known = createLru<NamesOfDay>(MAX_OF_ALL, ({ names }) => Math.max(1, names.size));
  const takes = {
    path: createDailyQuota(MAX_NEW.path, clock),
    campaign: createDailyQuota(MAX_NEW.campaign, clock),
    event: createDailyQuota(MAX_NEW.event, clock),
  };

  function findNames(appId: string): NamesOfDay {
    const day = Math.floor(clock() / DAY_MS);
    const found = known.get(appId);
    return found?.day === day ? found : { day, names: new Set() };
  }

  const takeOf = ({ appId, network }: Sender, take: TakeOfDay) => {
    if (network === null) return take(`${appId} unknown`);
    return take(`${appId} ${network}`) && take(`${appId} wide ${wideNetworkOf(network)}`, 1 / WIDE_NAMES_TIMES);
  };

  return (sender, kind, name) => {
    const { day, names } = findNames(sender.appId);
    if (names.has(name) || names.size >= MAX_KNOWN) return true;
    if (!takeOf(sender, takes[kind])) return false;
    names.add(name);
    // As a new object: the map wouldn't measure the same object again.
    known.set(sender.appId, { day, names });
    return true;
  };
}

/** Bounds the paths and campaigns that visitors of path links bring. */
export function createNetworkNames(clock: () => number): BoundNames {
  const isCounted = createNameBound(clock);
  return (visit) => {
    const { code } = visit;
    if (!code.startsWith('/')) return visit;
    const campaign = CAMPAIGN_FIELDS.map((field) => visit[field] ?? null);
    const hasCampaign = campaign.some((value) => value !== null);
    if (!isCounted(visit, 'path', code)) {
      // A path that is counted among the others brings no campaign of its own.
      return { ...visit, code: OTHER_PATHS, ...(hasCampaign ? OTHER_CAMPAIGNS : {}) };
    }
    const isOther = hasCampaign && !isCounted(visit, 'campaign', JSON.stringify(campaign));
    return isOther ? { ...visit, ...OTHER_CAMPAIGNS } : visit;
  };
}
