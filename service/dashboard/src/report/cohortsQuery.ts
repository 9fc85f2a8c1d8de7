import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CohortsWire } from '../../../src/routes/owner/reports/cohorts.ts';
import { request } from '../api/request.ts';
import { asQuery, type Source } from './requests.ts';
import { AUDIENCES, type Dimension, type View } from './view.ts';

export const COHORT_ROWS = ['week', 'campaign'] as const;

/** What the report of cohorts can't be filtered by. */
export const NOT_OF_COHORTS: readonly Dimension[] = [...AUDIENCES, 'tag'];

export const cohortsQuery = (source: Source, { days, filters }: View, by: (typeof COHORT_ROWS)[number]) =>
  queryOptions({
    queryKey: ['statistics', source.app, 'cohorts', days, filters, by, source.bound],
    queryFn: async ({ signal }) => {
      const known = Object.entries(filters).filter(([name]) => !(NOT_OF_COHORTS as readonly string[]).includes(name));
      const { rows, from, to } = await request<CohortsWire>('/api/cohorts', {
        app: source.app,
        token: source.token,
        query: { ...days, by, ...asQuery(source, Object.fromEntries(known)) },
        signal,
      });
      return { by, rows, from, to };
    },
    placeholderData: keepPreviousData,
  });
