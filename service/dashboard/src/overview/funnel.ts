import { nameOfEvent } from './events.ts';
import { formatRatio, formatShare } from '../ui/numbers.ts';
import type { Figures } from './requests.ts';

/** The way to a purchase; only what occurs is shown of it. */
const EVENTS_ON_THE_WAY = ['view_item', 'add_to_cart', 'begin_checkout', 'purchase'];

/** What a stage is made of, in a sentence: several, and one. */
const NOUNS: Readonly<Record<string, readonly [string, string]>> = {
  clicks: ['clicks', 'click'],
  installs: ['installs', 'install'],
  view_item: ['items viewed', 'item viewed'],
  add_to_cart: ['items added to a cart', 'item added to a cart'],
  begin_checkout: ['checkouts', 'checkout'],
  purchase: ['purchases', 'purchase'],
};

export interface Stage {
  id: string;
  name: string;
  count: number;
  /** How many of the stage before go on, in words; null for the first. */
  goesOn: string | null;
}

const nounsOf = ({ id, name }: Stage) => NOUNS[id] ?? [name, name];

function describeShare(count: number, before: Stage): string | null {
  if (before.count === 0) return null;
  const share = count / before.count;
  const [several, one] = nounsOf(before);
  // One install may view many items.
  return share > 1 ? `${formatRatio(share)} for each ${one}` : `${formatShare(share)} of ${several}`;
}

export function countOfEvent({ events }: Figures, name: string): number {
  return events.find((event) => event.name === name)?.count ?? 0;
}

export function funnelOf(figures: Figures): Stage[] {
  const events = EVENTS_ON_THE_WAY.map((id) => ({ id, name: nameOfEvent(id), count: countOfEvent(figures, id) }));
  const stages: Stage[] = [];
  for (const stage of [
    { id: 'clicks', name: 'Clicks', count: figures.clicks },
    { id: 'installs', name: 'Installs', count: figures.installs },
    ...events.filter(({ count }) => count > 0),
  ]) {
    const before = stages.at(-1);
    stages.push({ ...stage, goesOn: before ? describeShare(stage.count, before) : null });
  }
  return stages;
}

/** Where most are lost, in a sentence; null where nobody is. */
export function largestDrop(stages: readonly Stage[]): string | null {
  const drops = stages.flatMap((stage, position) => {
    const before = stages[position - 1];
    return before && before.count > stage.count ? [{ before, stage, lost: 1 - stage.count / before.count }] : [];
  });
  const [largest] = drops.sort((one, other) => other.lost - one.lost);
  if (!largest) return null;
  const { before, stage, lost } = largest;
  return `The largest drop is from ${nounsOf(before)[0]} to ${nounsOf(stage)[0]}: ${formatShare(lost)}.`;
}

/** What links brought: all of it, less what belongs to no link. */
export function withoutOrganic(total: Figures, organic: Figures | undefined): Figures {
  if (!organic) return total;
  return {
    ...total,
    clicks: total.clicks - organic.clicks,
    installs: total.installs - organic.installs,
    opens: total.opens - organic.opens,
    events: total.events.map((event) => ({ ...event, count: event.count - countOfEvent(organic, event.name) })),
  };
}

export function isEmpty({ clicks, installs, withoutLink, unsure, opens, events }: Figures): boolean {
  return clicks + installs + withoutLink + unsure + opens + events.length === 0;
}
