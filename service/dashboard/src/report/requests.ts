import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StatisticsRowWire, StatisticsWire } from '../../../src/routes/owner/reports/statistics.ts';
import { request } from '../api/request.ts';
import { countDays } from '../ui/useDays.ts';
import { figuresWithout } from './figures.ts';
import type { Measure } from './measures.ts';
import type { Dimension, Filters, View } from './view.ts';

export type Figures = StatisticsWire['total'];
export type Row = StatisticsRowWire;

/** Whose report it is, and with what it is opened: a session, or the token of a shared view. */
export interface Source {
  app: string;
  token?: string | undefined;
  /** What a shared view is bound to. */
  bound?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** A day, or an hour of one. */
export interface Point extends Figures {
  at: string;
}

/** What happened in some days, and in as many days before. */
export interface Report {
  total: Figures;
  before: Figures | undefined;
  /** The part that belongs to no link; unknown where something is filtered. */
  organic: { total: Figures; before: Figures | undefined } | null;
  unit: 'day' | 'hour';
  points: readonly Point[];
  pointsBefore: readonly Point[];
  mainCurrency: string | null;
  timezone: string;
}

/** As many rows as somebody reads. */
const MAX_ROWS = 50;

const asQuery = ({ bound }: Source, filters: Filters) => ({
  ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value === '' ? null : value])),
  ...bound,
});

function ask({ app, token }: Source, { days, isCompared, attribution }: View, query: object, signal: AbortSignal) {
  return request<StatisticsWire>('/api/statistics', {
    app,
    token,
    query: { ...days, compare: isCompared ? 'previous' : undefined, attribution, ...query },
    signal,
  });
}

const pointsOf = (rows: readonly Row[] = []): Point[] => rows.map((row) => ({ ...row, at: row.hour ?? row.day ?? '' }));

/** Undefined where only one of them can be compared, as of today. */
const less = (whole: Figures | undefined, part: Figures | undefined) =>
  whole && part ? figuresWithout(whole, part) : undefined;

const lessPoints = (points: readonly Point[], parts: readonly Point[]) =>
  points.map((point, position) => {
    const part = parts[position];
    return part ? { ...figuresWithout(point, part), at: point.at } : point;
  });

/** The totals and the curve. Hours are counted for everything together, so a filter leaves one day as it is. */
export const reportQuery = (source: Source, view: View) =>
  queryOptions({
    queryKey: ['statistics', source.app, 'report', view] as const,
    queryFn: async ({ signal }): Promise<Report> => {
      const filters = asQuery(source, view.filters);
      const isFiltered = Object.keys(filters).length > 0;
      const isOfLinks = !isFiltered && view.sales === 'links';
      const unit = countDays(view.days) === 1 && !isFiltered && !isOfLinks ? 'hour' : 'day';
      const [whole, none] = await Promise.all([
        ask(source, view, { ...filters, by: unit }, signal),
        isFiltered ? null : ask(source, view, { link: null, ...(isOfLinks ? { by: 'day' } : {}) }, signal),
      ]);
      const { total, previous, mainCurrency, timezone } = whole;
      const linked = {
        total: none ? figuresWithout(total, none.total) : total,
        before: none ? less(previous?.total, none.previous?.total) : previous?.total,
      };
      const [points, pointsBefore] = [pointsOf(whole.rows), pointsOf(previous?.rows)];
      return {
        total: isOfLinks ? linked.total : total,
        before: isOfLinks ? linked.before : previous?.total,
        organic: none && { total: none.total, before: none.previous?.total },
        unit,
        points: isOfLinks ? lessPoints(points, pointsOf(none?.rows)) : points,
        pointsBefore: isOfLinks ? lessPoints(pointsBefore, pointsOf(none?.previous?.rows)) : pointsBefore,
        mainCurrency,
        timezone,
      };
    },
    placeholderData: keepPreviousData,
  });

export interface Breakdown {
  /** What the rows are values of. While others are on their way, that isn't what was asked for last. */
  by: Dimension;
  rows: readonly Row[];
  /** Null if there is nothing to compare with. */
  before: readonly Row[] | null;
  mainCurrency: string | null;
  hint: string | undefined;
}

/** The values of a dimension, those with the most of a measure first. The filter by the same dimension doesn't hold: others can be chosen. */
export const breakdownQuery = (source: Source, view: View, by: Dimension, measure: Measure) =>
  queryOptions({
    queryKey: ['statistics', source.app, 'breakdown', view, by, measure],
    queryFn: async ({ signal }): Promise<Breakdown> => {
      const filters = asQuery(source, Object.fromEntries(Object.entries(view.filters).filter(([name]) => name !== by)));
      const order = measure === 'conversion' ? 'visitors' : measure;
      const {
        rows = [],
        previous,
        mainCurrency,
        hint,
      } = await ask(source, view, { ...filters, by, order, limit: MAX_ROWS }, signal);
      return { by, rows, before: previous?.rows ?? null, mainCurrency, hint };
    },
    placeholderData: keepPreviousData,
  });
