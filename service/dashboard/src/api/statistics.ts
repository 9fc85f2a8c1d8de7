import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';
import { attemptListSchema, statisticsSchema, type Outcome } from './schemas.ts';

/** As many as one screen shows. */
const TOP_LINKS = 10;
const PAGE_ATTEMPTS = 30;

/** From one day to another, in a time zone. */
export interface Days {
  from: string;
  to: string;
  timezone: string;
}

/** By what the best links are chosen. */
export interface LinkOrder {
  by: 'clicks' | 'installs' | 'opens' | 'purchases' | 'revenue';
  currency?: string | undefined;
}

export const overviewQuery = (app: string, days: Days, { by, currency }: LinkOrder) =>
  queryOptions({
    queryKey: ['statistics', app, 'overview', days, by, currency],
    queryFn: ({ signal }) =>
      request(statisticsSchema, '/api/statistics', {
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
      request(statisticsSchema, '/api/statistics', { app, query: { ...days, link: code, by: 'day' }, signal }),
    // Another link's figures would be wrong ones.
    placeholderData: (previous, query) => (query?.queryKey[3] === code ? previous : undefined),
  });

export interface AttemptFilter {
  outcome?: Outcome | undefined;
  install?: string | undefined;
}

export const attemptsQuery = (app: string, days: Days, { outcome, install }: AttemptFilter) =>
  infiniteQueryOptions({
    queryKey: ['attempts', app, days, outcome, install],
    queryFn: ({ pageParam, signal }) =>
      request(attemptListSchema, '/api/match-attempts', {
        app,
        query: { ...days, outcome, install, limit: PAGE_ATTEMPTS, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
