import type { App, Fields } from '../../storage/schema/tables.ts';
import type { Queries } from '../../storage/base/Database.ts';
import { findLinksOfApp } from '../../storage/company/links.ts';
import { readRollups, type RollupQuestion } from '../../storage/counts/readRollups.ts';
import { countOf, mainCurrency, REVENUE_EVENTS, sumsOf, type Counted } from '../sums.ts';
import { groupBy } from '../../values/groupBy.ts';
import { nextDay } from '../../values/days.ts';
import { writeMicros } from '../../values/micros.ts';

/** As many rows as somebody reads on a Monday. */
const BEST = 3;

export const DAYS_OF_WEEK = 7;

/** A week, compared with the week before it. */
export interface WeekFields extends Fields {
  app: string;
  from: string;
  to: string;
  timezone: string;
  visitors: Compared;
  installs: Compared;
  /** Null without visitors. */
  installsPer100Visitors: { value: number | null; before: number | null };
  /** Not compared: the installs of the week before had longer to buy. */
  bought: number;
  /**
   * In the main currency; null if none is set and nothing was sold in a known one. `otherCurrencies` counts the rest.
   */
  revenue: { currency: string; sum: string; before: string; otherCurrencies: number } | null;
  links: (Compared & { code: string; name: string | null })[];
  campaigns: (Compared & { campaign: string })[];
}

interface Compared {
  count: number;
  before: number;
}

function per100(rows: readonly Counted[]): number | null {
  const visitors = countOf(rows, 'visitors');
  return visitors === 0 ? null : Math.round((countOf(rows, 'installs') / visitors) * 1_000) / 10;
}

function writeRevenue(app: App, rows: readonly Counted[], before: readonly Counted[]): WeekFields['revenue'] {
  const sums = new Map(sumsOf(rows, REVENUE_EVENTS));
  const currency = app.mainCurrency ?? mainCurrency(rows) ?? mainCurrency(before);
  if (currency === null) return null;
  const sumIn = (revenue: ReadonlyMap<string, bigint>) => writeMicros(revenue.get(currency) ?? 0n);
  return {
    currency,
    sum: sumIn(sums),
    before: sumIn(new Map(sumsOf(before, REVENUE_EVENTS))),
    otherCurrencies: [...sums.keys()].filter((each) => each !== currency).length,
  };
}

/** The numbers of the week that begins on `from`, a Monday. */
export async function writeWeek(queries: Queries, app: App, from: string, timezone: string): Promise<WeekFields> {
  const weekFrom = (day: string): RollupQuestion => ({
    ...{ appId: app.id, from: day, to: nextDay(day, DAYS_OF_WEEK - 1) },
    ...{ attribution: 'last', isByDay: false, by: null, filters: {} },
  });
  const [week, weekBefore] = [weekFrom(from), weekFrom(nextDay(from, -DAYS_OF_WEEK))];
  const rows = await readRollups(queries, week);
  const before = await readRollups(queries, weekBefore);

  /** The links or campaigns that brought the most installs. */
  async function findBest(by: 'link' | 'campaign') {
    // One more, because installs without a link or campaign are a row, too.
    const ranked = { order: { figures: ['installs'] as const }, limit: BEST + 1, after: null };
    const found = groupBy(await readRollups(queries, { ...week, by, ranked }), ({ value }) => value);
    const values = [...found].filter(([value, counted]) => value !== null && countOf(counted, 'installs') > 0);
    const best = values.slice(0, BEST).flatMap(([value]) => value ?? []);
    if (best.length === 0) return [];
    const ofBefore = groupBy(
      await readRollups(queries, { ...weekBefore, by, filters: { [by]: best } }),
      ({ value }) => value
    );
    return best.map((value) => ({
      value,
      count: countOf(found.get(value) ?? [], 'installs'),
      before: countOf(ofBefore.get(value) ?? [], 'installs'),
    }));
  }

  const compared = (figure: 'visitors' | 'installs') => ({
    count: countOf(rows, figure),
    before: countOf(before, figure),
  });
  const links = await findBest('link');
  const codes = links.map(({ value }) => value);
  const names = new Map((await findLinksOfApp(queries, app.id, codes)).map(({ code, name }) => [code, name]));
  return {
    app: app.name,
    from,
    to: week.to,
    timezone,
    visitors: compared('visitors'),
    installs: compared('installs'),
    installsPer100Visitors: { value: per100(rows), before: per100(before) },
    bought: countOf(rows, 'bought'),
    revenue: writeRevenue(app, rows, before),
    links: links.map(({ value, ...counts }) => ({ code: value, name: names.get(value) ?? null, ...counts })),
    campaigns: (await findBest('campaign')).map(({ value, ...counts }) => ({ campaign: value, ...counts })),
  };
}
