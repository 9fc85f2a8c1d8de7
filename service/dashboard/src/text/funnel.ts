import type { Figures } from '../api/schemas.ts';
import { nameOfEvent } from './events.ts';
import { formatRatio, formatShare } from './numbers.ts';

/** The way to a purchase; only what occurs is shown of it. */
const EVENTS_ON_THE_WAY = ['view_item', 'add_to_cart', 'begin_checkout', 'purchase'];

export interface Stage {
  name: string;
  count: number;
  /** How many of the stage before go on, in words; null for the first. */
  goesOn: string | null;
}

function describeShare(count: number, before: Stage): string | null {
  if (before.count === 0) return null;
  const share = count / before.count;
  const of = before.name.toLowerCase();
  // One install may view many items.
  return share > 1 ? `${formatRatio(share)} times the ${of}` : `${formatShare(share)} of the ${of}`;
}

export function countOfEvent({ events }: Figures, name: string): number {
  return events.find((event) => event.name === name)?.count ?? 0;
}

export function funnelOf(figures: Figures): Stage[] {
  const counts: [string, number][] = [
    ['Clicks', figures.clicks],
    ['Installs', figures.installs],
    ...EVENTS_ON_THE_WAY.map((name): [string, number] => [nameOfEvent(name), countOfEvent(figures, name)]).filter(
      ([, count]) => count > 0
    ),
  ];
  const stages: Stage[] = [];
  for (const [name, count] of counts) {
    const before = stages.at(-1);
    stages.push({ name, count, goesOn: before ? describeShare(count, before) : null });
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
  return `Most are lost between ${before.name.toLowerCase()} and ${stage.name.toLowerCase()}: ${formatShare(lost)}.`;
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

export function isEmpty({ clicks, installs, opens, events }: Figures): boolean {
  return clicks + installs + opens + events.length === 0;
}
