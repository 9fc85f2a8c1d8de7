import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StatisticsWire } from '../../../src/routes/owner/reports/figures.ts';
import { request } from '../api/request.ts';
import type { Days } from '../ui/useDays.ts';

export type Statistics = StatisticsWire;
export type Figures = Statistics['total'];
export type DayFigures = NonNullable<Statistics['days']>[number];
export type LinkFigures = NonNullable<Statistics['links']>[number];

/** As many as one screen shows. */
const TOP_LINKS = 10;

/** By what the best links are chosen. */
export interface LinkOrder {
  by: 'clicks' | 'installs' | 'opens' | 'purchases' | 'revenue';
  currency?: string | undefined;
}

export const overviewQuery = (app: string, days: Days, { by, currency }: LinkOrder) =>
  queryOptions({
    queryKey: ['statistics', app, 'overview', days, by, currency],
    queryFn: ({ signal }) =>
      request<Statistics>('/api/statistics', {
        app,
        query: { ...days, by: 'day,link', limit: TOP_LINKS, order: by, currency },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const linkStatisticsQuery = (app: string, code: string, days: Days) =>
  queryOptions({
    queryKey: ['statistics', app, 'link', code, days],
    queryFn: ({ signal }) =>
      request<Statistics>('/api/statistics', { app, query: { ...days, link: code, by: 'day' }, signal }),
    // Another link's figures would be wrong ones.
    placeholderData: (previous, query) => (query?.queryKey[3] === code ? previous : undefined),
  });
