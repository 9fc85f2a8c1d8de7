import type { FiguresWire as Figures } from '../../../src/routes/owner/reports/figures.ts';
import { COUNT_NAMES, type Count } from '../../../src/values/definitions.ts';
import { readMicros, writeMicros } from '../../../src/values/micros.ts';

type Sums = Figures['revenue'];

function sumsWithout(sums: Sums, others: Sums): Sums {
  return sums.flatMap(({ currency, sum }) => {
    const other = others.find((each) => each.currency === currency)?.sum ?? '0';
    const left = readMicros(sum) - readMicros(other);
    return left === 0n ? [] : [{ currency, sum: writeMicros(left) }];
  });
}

const countsOf = (count: (name: Count) => number) =>
  Object.fromEntries(COUNT_NAMES.map((name) => [name, count(name)])) as Record<Count, number>;

/** For a row that counted nothing. */
export const NO_FIGURES: Figures = {
  ...countsOf(() => 0),
  revenue: [],
  confirmedRevenue: [],
  conversion: null,
  events: [],
};

/** Figures less a part of them: what links sold is everything less what belongs to no link. */
export function figuresWithout(whole: Figures, part: Figures): Figures {
  const counts = countsOf((name) => whole[name] - part[name]);
  return {
    ...counts,
    revenue: sumsWithout(whole.revenue, part.revenue),
    confirmedRevenue: sumsWithout(whole.confirmedRevenue, part.confirmedRevenue),
    conversion: counts.visitors === 0 ? null : counts.installs / counts.visitors,
    events: whole.events.flatMap(({ name, count, sums }) => {
      const other = part.events.find((event) => event.name === name);
      const left = count - (other?.count ?? 0);
      return left === 0 ? [] : [{ name, count: left, sums: sumsWithout(sums, other?.sums ?? []) }];
    }),
  };
}

/** What came without a link counts its own installs, not those that links brought. */
export const withOwnInstalls = <Counted extends Figures>(figures: Counted): Counted => ({
  ...figures,
  installs: figures.withoutLink,
});

export const isEmpty = (figures: Figures): boolean =>
  figures.events.length === 0 && COUNT_NAMES.every((name) => figures[name] === 0);

/** Whether nothing is counted in the days of a report, nor in those it is compared with. */
export const hasNothing = ({ total, compared }: { total: Figures; compared: unknown }): boolean =>
  isEmpty(total) && compared === null;
