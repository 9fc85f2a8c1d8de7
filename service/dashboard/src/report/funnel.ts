import { DEFINITIONS } from '../../../src/values/definitions.ts';
import { formatOfHundred, formatPerHundred, formatShare, isSmallBase } from '../ui/numbers.ts';
import type { Figures } from './requests.ts';

export interface Stage {
  name: string;
  about: string;
  count: number;
  /** Relative to an earlier stage; null if that one is too small for the rate to mean anything. */
  rate: string | null;
}

/** The number of a stage for 100 visitors. Installs may have visited before these days, so it isn't a share. */
const perVisitors = (count: number, visitors: number) =>
  !isSmallBase(visitors) ? `${formatPerHundred(count / visitors)} per 100 visitors` : null;

/** From the first view to the first purchase, of those who installed in these days, whenever they bought. */
export function funnelOf({ visitors, storeTaps, installs, bought }: Figures): Stage[] {
  return [
    { name: 'Saw the page', about: DEFINITIONS.visitors, count: visitors, rate: null },
    {
      name: 'Went to the store',
      about: DEFINITIONS.storeTaps,
      count: storeTaps,
      rate: perVisitors(storeTaps, visitors),
    },
    { name: 'Installed', about: DEFINITIONS.installs, count: installs, rate: perVisitors(installs, visitors) },
    {
      name: 'Bought',
      about: DEFINITIONS.bought,
      count: bought,
      rate: isSmallBase(installs) ? null : `${formatShare(bought / installs)} of these installs`,
    },
  ];
}

/** Where most are lost, in a sentence; null where nobody is, or too few came to say. */
export function largestLoss(stages: readonly Stage[]): string | null {
  // If more people passed a later stage, not everybody goes through this one.
  const passed = stages.filter(({ count }, position) => stages.slice(position).every((later) => later.count <= count));
  const losses = passed.flatMap((stage, position) => {
    const before = passed[position - 1];
    return before && before.count > stage.count && !isSmallBase(before.count)
      ? [{ before, stage, lost: 1 - stage.count / before.count }]
      : [];
  });
  const [largest] = losses.toSorted((one, other) => other.lost - one.lost);
  if (!largest) return null;
  const { before, stage, lost } = largest;
  return `The largest loss: ${formatOfHundred(lost)} of every 100 between “${before.name}” and “${stage.name}”.`;
}
