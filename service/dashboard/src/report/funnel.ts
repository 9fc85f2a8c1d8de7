import { DEFINITIONS } from '../../../src/values/definitions.ts';
import { formatShare } from '../ui/numbers.ts';
import type { Figures } from './requests.ts';

export interface Stage {
  name: string;
  about: string;
  count: number;
  /** How many of the stage before go on; null where that says nothing. */
  goesOn: string | null;
}

/** The way of a person, from the first view to the first purchase. */
export function funnelOf({ visitors, storeTaps, installs, buyers }: Figures): Stage[] {
  const stages = [
    { name: 'Saw the page', about: DEFINITIONS.visitors, count: visitors },
    { name: 'Went to the store', about: DEFINITIONS.storeTaps, count: storeTaps },
    { name: 'Installed', about: DEFINITIONS.installs, count: installs },
    { name: 'Bought', about: DEFINITIONS.buyers, count: buyers },
  ];
  return stages.map((stage, position) => {
    const before = stages[position - 1]?.count ?? 0;
    // More than before came another way, such as those who installed in the days before.
    return {
      ...stage,
      goesOn: before > 0 && stage.count <= before ? `${formatShare(stage.count / before)} continue` : null,
    };
  });
}

/** Where most are lost, in a sentence; null where nobody is. */
export function largestLoss(stages: readonly Stage[]): string | null {
  // A stage that fewer passed than a later one wasn't on everybody's way.
  const passed = stages.filter(({ count }, position) => stages.slice(position).every((later) => later.count <= count));
  const losses = passed.flatMap((stage, position) => {
    const before = passed[position - 1];
    return before && before.count > stage.count ? [{ before, stage, lost: 1 - stage.count / before.count }] : [];
  });
  const [largest] = losses.toSorted((one, other) => other.lost - one.lost);
  if (!largest) return null;
  const { before, stage, lost } = largest;
  return `The largest loss: ${formatShare(lost)} between “${before.name}” and “${stage.name}”.`;
}
