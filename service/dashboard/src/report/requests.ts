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
  bound?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
  /** Whether rows come without what the team calls its links, as a guest gets them. */
  hidesNames?: boolean;
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
  zoneChanges: NonNullable<StatisticsWire['zoneChanges']>;
}

/** As many rows as somebody reads. */
const MAX_ROWS = 50;

/** The filters of a view, and what a shared one is bound to. */
export const asQuery = ({ bound }: Source, filters: Filters) => ({
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
    queryKey: ['statistics', source.app, 'report', view, source.bound] as const,
    queryFn: async ({ signal }): Promise<Report> => {
      const filters = asQuery(source, view.filters);
      const isFiltered = Object.keys(filters).length > 0;
      const isOfLinks = !isFiltered && view.sales === 'links';
      const unit = countDays(view.days) === 1 && !isFiltered && !isOfLinks ? 'hour' : 'day';
      const [whole, none] = await Promise.all([
        ask(source, view, { ...filters, by: unit }, signal),
        isFiltered ? null : ask(source, view, { link: null, ...(isOfLinks ? { by: 'day' } : {}) }, signal),
      ]);
      const { total, previous, mainCurrency, timezone, zoneChanges = [] } = whole;
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
        zoneChanges,
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

const withoutName = (row: Row): Row => (row.link ? { ...row, link: { ...row.link, name: null } } : row);

/** The values of a dimension, those with the most of a measure first, whatever the filter by this dimension is. */
export const breakdownQuery = (source: Source, view: View, by: Dimension, measure: Measure) =>
  queryOptions({
    queryKey: ['statistics', source.app, 'breakdown', view, by, measure, source.bound, source.hidesNames],
    queryFn: async ({ signal }): Promise<Breakdown> => {
      const filters = asQuery(source, Object.fromEntries(Object.entries(view.filters).filter(([name]) => name !== by)));
      const order = measure === 'conversion' ? 'visitors' : measure;
      const {
        rows = [],
        previous,
        mainCurrency,
        hint,
      } = await ask(source, view, { ...filters, by, order, limit: MAX_ROWS }, signal);
      const shown = (each: readonly Row[]) => (source.hidesNames ? each.map(withoutName) : each);
      return { by, rows: shown(rows), before: previous?.rows ? shown(previous.rows) : null, mainCurrency, hint };
    },
    placeholderData: keepPreviousData,
  });

/** Events by their names, the most frequent first. The app's own are told apart only where nothing is filtered. */
export const eventsQuery = (source: Source, view: View) =>
  queryOptions({
    queryKey: ['statistics', source.app, 'events', view.days] as const,
    queryFn: async ({ signal }): Promise<Figures['events']> => {
      const { rows = [] } = await ask(source, { ...view, isCompared: false }, { by: 'event', limit: MAX_ROWS }, signal);
      return rows.flatMap(({ events }) => events);
    },
  });
