import { readMicros, writeMicros } from '../../../src/values/micros.ts';
import type { Figures } from './requests.ts';

type Sums = Figures['revenue'];

function sumsWithout(sums: Sums, others: Sums): Sums {
  return sums.flatMap(({ currency, sum }) => {
    const other = others.find((each) => each.currency === currency)?.sum ?? '0';
    const left = readMicros(sum) - readMicros(other);
    return left === 0n ? [] : [{ currency, sum: writeMicros(left) }];
  });
}

/** Figures less a part of them: what links sold is everything less what belongs to no link. */
export function figuresWithout(whole: Figures, part: Figures): Figures {
  return {
    ...whole,
    clicks: whole.clicks - part.clicks,
    visitors: whole.visitors - part.visitors,
    storeTaps: whole.storeTaps - part.storeTaps,
    installs: whole.installs - part.installs,
    opens: whole.opens - part.opens,
    buyers: whole.buyers - part.buyers,
    purchases: whole.purchases - part.purchases,
    revenue: sumsWithout(whole.revenue, part.revenue),
    events: whole.events.map((event) => {
      const other = part.events.find(({ name }) => name === event.name);
      return other ? { ...event, count: event.count - other.count, sums: sumsWithout(event.sums, other.sums) } : event;
    }),
  };
}

export function isEmpty({ clicks, installs, withoutLink, unsure, opens, events }: Figures): boolean {
  return clicks + installs + withoutLink + unsure + opens + events.length === 0;
}
