import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { Days } from '../ui/useDays.ts';
import * as z from 'zod/mini';

const nullableText = z.nullable(z.string());

const sumSchema = z.object({ currency: nullableText, sum: z.string() });

const figuresSchema = z.object({
  clicks: z.number(),
  installs: z.number(),
  opens: z.number(),
  events: z.array(z.object({ name: z.string(), count: z.number(), sums: z.array(sumSchema) })),
  revenue: z.array(sumSchema),
});
export type Figures = z.output<typeof figuresSchema>;

const dayFiguresSchema = z.extend(figuresSchema, { day: z.string() });
export type DayFigures = z.output<typeof dayFiguresSchema>;

const linkFiguresSchema = z.extend(figuresSchema, {
  link: z.nullable(
    z.object({
      code: z.string(),
      shortUrl: z.string(),
      title: nullableText,
      destination: nullableText,
      disabled: z.boolean(),
    })
  ),
});
export type LinkFigures = z.output<typeof linkFiguresSchema>;

export const statisticsSchema = z.object({
  from: z.string(),
  to: z.string(),
  total: figuresSchema,
  organic: z.optional(figuresSchema),
  days: z.optional(z.array(dayFiguresSchema)),
  links: z.optional(z.array(linkFiguresSchema)),
});
export type Statistics = z.output<typeof statisticsSchema>;

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
