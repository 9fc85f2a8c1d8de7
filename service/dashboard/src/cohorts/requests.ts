import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CohortsWire } from '../../../src/routes/owner/reports/cohorts.ts';
import type { Filters, View } from '../report/view.ts';
import { request } from '../api/request.ts';

export type Cohort = CohortsWire['rows'][number];

export const COHORT_ROWS = ['week', 'campaign'] as const;

/** What the report of cohorts can be filtered by. */
const FILTERS = ['link', 'campaign', 'source', 'medium'] as const;

export const cohortsQuery = (app: string, { days, filters }: View, by: (typeof COHORT_ROWS)[number]) =>
  queryOptions({
    queryKey: ['statistics', app, 'cohorts', days, filters, by],
    queryFn: async ({ signal }) => {
      const wanted = Object.fromEntries(
        FILTERS.flatMap((name: keyof Filters) => {
          const value = filters[name];
          return value === undefined ? [] : [[name, value === '' ? null : value]];
        })
      );
      const { rows } = await request<CohortsWire>('/api/cohorts', { app, query: { ...days, by, ...wanted }, signal });
      return { by, rows };
    },
    placeholderData: keepPreviousData,
  });
