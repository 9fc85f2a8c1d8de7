import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StatisticsRowWire, StatisticsWire } from '../../../src/routes/owner/reports/statistics.ts';
import { request, type RequestOptions } from '../api/request.ts';
import type { Days } from '../ui/useDays.ts';

export type Figures = StatisticsWire['total'];
export type DayFigures = StatisticsRowWire & { day: string };
export type LinkFigures = StatisticsRowWire;

/** What links brought, and what belongs to no link. */
export interface Statistics {
  total: Figures;
  /** The part of the total that belongs to no link. */
  organic?: Figures | undefined;
  days: readonly DayFigures[];
  links: readonly LinkFigures[];
}

/** As many as one screen shows. */
const TOP_LINKS = 10;

/** By what the best links are chosen. */
export interface LinkOrder {
  by: 'clicks' | 'installs' | 'opens' | 'purchases' | 'revenue';
  currency?: string | undefined;
}

/** The rows of days, each of which names its day. */
const daysOf = ({ rows = [] }: StatisticsWire) =>
  rows.flatMap((row) => (row.day === undefined ? [] : [{ ...row, day: row.day }]));

const ask = (app: string, query: RequestOptions['query'], signal: AbortSignal) =>
  request<StatisticsWire>('/api/statistics', { app, query, signal });

export const overviewQuery = (app: string, days: Days, { by, currency }: LinkOrder) =>
  queryOptions({
    queryKey: ['statistics', app, 'overview', days, by, currency],
    queryFn: async ({ signal }): Promise<Statistics> => {
      const [daily, links, organic] = await Promise.all([
        ask(app, { ...days, by: 'day' }, signal),
        ask(app, { ...days, by: 'link', limit: TOP_LINKS, order: by, currency }, signal),
        ask(app, { ...days, link: null }, signal),
      ]);
      return { total: daily.total, organic: organic.total, days: daysOf(daily), links: links.rows ?? [] };
    },
    placeholderData: keepPreviousData,
  });

export const linkStatisticsQuery = (app: string, code: string, days: Days) =>
  queryOptions({
    queryKey: ['statistics', app, 'link', code, days],
    queryFn: async ({ signal }): Promise<Statistics> => {
      const daily = await ask(app, { ...days, link: code, by: 'day' }, signal);
      return { total: daily.total, days: daysOf(daily), links: [] };
    },
    // Another link's figures would be wrong ones.
    placeholderData: (previous, query) => (query?.queryKey[3] === code ? previous : undefined),
  });
