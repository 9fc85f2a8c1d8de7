import type { FiguresWire as Figures } from '../../../src/routes/owner/reports/figures.ts';
import { readMicros, writeMicros } from '../../../src/values/micros.ts';

type Sums = Figures['revenue'];

function sumsWithout(sums: Sums, others: Sums): Sums {
  return sums.flatMap(({ currency, sum }) => {
    const other = others.find((each) => each.currency === currency)?.sum ?? '0';
    const left = readMicros(sum) - readMicros(other);
    return left === 0n ? [] : [{ currency, sum: writeMicros(left) }];
  });
}

/** Of what had nothing. */
export const NO_FIGURES: Figures = {
  clicks: 0,
  visitors: 0,
  storeTaps: 0,
  installs: 0,
  bought: 0,
  withoutLink: 0,
  unsure: 0,
  opens: 0,
  buyers: 0,
  purchases: 0,
  revenue: [],
  confirmedPurchases: 0,
  confirmedRevenue: [],
  conversion: null,
  events: [],
};

/** Figures less a part of them: what links sold is everything less what belongs to no link. */
export function figuresWithout(whole: Figures, part: Figures): Figures {
  const [visitors, installs] = [whole.visitors - part.visitors, whole.installs - part.installs];
  return {
    clicks: whole.clicks - part.clicks,
    visitors,
    storeTaps: whole.storeTaps - part.storeTaps,
    installs,
    bought: whole.bought - part.bought,
    withoutLink: whole.withoutLink - part.withoutLink,
    unsure: whole.unsure - part.unsure,
    opens: whole.opens - part.opens,
    buyers: whole.buyers - part.buyers,
    purchases: whole.purchases - part.purchases,
    revenue: sumsWithout(whole.revenue, part.revenue),
    confirmedPurchases: whole.confirmedPurchases - part.confirmedPurchases,
    confirmedRevenue: sumsWithout(whole.confirmedRevenue, part.confirmedRevenue),
    conversion: visitors === 0 ? null : installs / visitors,
    events: whole.events.flatMap(({ name, count, sums }) => {
      const other = part.events.find((event) => event.name === name);
      const left = count - (other?.count ?? 0);
      return left === 0 ? [] : [{ name, count: left, sums: sumsWithout(sums, other?.sums ?? []) }];
    }),
  };
}

export function isEmpty({ clicks, installs, withoutLink, unsure, opens, events }: Figures): boolean {
  return clicks + installs + withoutLink + unsure + opens + events.length === 0;
}
