import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StatisticsRowWire, StatisticsWire } from '../../../src/routes/owner/reports/statistics.ts';
import { request } from '../api/request.ts';
import { countDays } from '../ui/useDays.ts';
import { figuresWithout, isEmpty, withOwnInstalls } from './figures.ts';
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
  /** Whether rows lack the team's names for its links, as for a guest. */
  hidesNames?: boolean;
}

/** A day, or an hour of one. */
export interface Point extends Figures {
  at: string;
}

/** The figures to compare. If today is the last of several days, both lack their last day, as today isn't over. */
export interface Compared<Counts> {
  now: Counts;
  before: Counts;
  isWithoutToday: boolean;
}

/** What happened in some days, and in as many days before. */
export interface Report {
  total: Figures;
  /** Null if nothing happened in the days before, the app began in them, or what happened isn't known. */
  compared: Compared<Figures> | null;
  /** Which sales count: all of the view, those of links, or those of people who came without a link. */
  sales: View['sales'] | 'organic';
  /** The part that belongs to no link; unknown where something is filtered. */
  organic: { total: Figures; compared: Compared<Figures> | null } | null;
  unit: 'day' | 'hour';
  points: readonly Point[];
  pointsBefore: readonly Point[];
  mainCurrency: string | null;
  timezone: string;
  zoneChanges: NonNullable<StatisticsWire['zoneChanges']>;
}

/** An app that began later than this part of the days before would grow by having been there for longer. */
const MAX_MISSING = 0.1;

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

type Answer = Pick<StatisticsWire, 'total' | 'rows'>;

/** Null for an answer without days before. */
function comparedOf<Counts>({ previous, ...now }: StatisticsWire, read: (answer: Answer) => Counts) {
  if (!previous) return null;
  return {
    now: read(now.finished ?? now),
    before: read(previous.finished ?? previous),
    isWithoutToday: now.finished !== undefined,
  };
}

const readTotal = ({ total }: Answer) => total;

/** The totals and the curve. Hours are counted only for the whole app, so a filtered day is a single point. */
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
      const { previous, mainCurrency, timezone, zoneChanges = [] } = whole;
      const isOrganic = filters.link === null;
      const part = isOfLinks ? none : null;
      const figuresOf = (figures: Figures, less: Figures | undefined): Figures =>
        isOrganic ? withOwnInstalls(figures) : less ? figuresWithout(figures, less) : figures;
      const pointsOf = ({ rows = [] }: Answer, less: Answer | null | undefined) =>
        rows.map((row, at): Point => ({ ...figuresOf(row, less?.rows?.[at]), at: row.hour ?? row.day ?? '' }));
      // For today, only the whole app can be compared.
      const pointsBefore = previous && (!part || part.previous) ? pointsOf(previous, part?.previous) : [];
      const compared = comparedOf(whole, readTotal);
      const comparedNone = none && comparedOf(none, readTotal);
      const less = part && comparedNone;
      // The last day before isn't compared if today isn't over.
      const daysBefore = pointsBefore.slice(0, compared?.isWithoutToday ? -1 : undefined);
      const first = daysBefore.findIndex((point) => !isEmpty(point));
      const isNew = first < 0 || (unit === 'day' && !isFiltered && first > daysBefore.length * MAX_MISSING);
      return {
        total: figuresOf(whole.total, part?.total),
        compared:
          compared && !isNew
            ? {
                ...compared,
                now: figuresOf(compared.now, less?.now),
                before: figuresOf(compared.before, less?.before),
              }
            : null,
        sales: isOrganic ? 'organic' : isOfLinks ? 'links' : 'all',
        organic: none && { total: none.total, compared: comparedNone },
        unit,
        points: pointsOf(whole, part),
        pointsBefore: isNew ? [] : pointsBefore,
        mainCurrency,
        timezone,
        zoneChanges,
      };
    },
    placeholderData: keepPreviousData,
  });

/** Whether a report has anything to compare with; true until it is known. */
export const hasBefore = ({ data, isPlaceholderData }: { data: Report | undefined; isPlaceholderData: boolean }) =>
  isPlaceholderData || data?.compared !== null;

export interface Breakdown {
  /** The dimension of the rows. While others are loading, it isn't the one that was asked for last. */
  by: Dimension;
  rows: readonly Row[];
  compared: Compared<readonly Row[]> | null;
  mainCurrency: string | null;
  hint: string | undefined;
}

const withoutName = (row: Row): Row => (row.link ? { ...row, link: { ...row.link, name: null } } : row);

/** The values of a dimension, those with the most of a measure first. A filter by this dimension is ignored. */
export const breakdownQuery = (source: Source, view: View, by: Dimension, measure: Measure) =>
  queryOptions({
    queryKey: ['statistics', source.app, 'breakdown', view, by, measure, source.bound, source.hidesNames],
    queryFn: async ({ signal }): Promise<Breakdown> => {
      const filters = asQuery(source, Object.fromEntries(Object.entries(view.filters).filter(([name]) => name !== by)));
      const order = measure === 'conversion' ? 'visitors' : measure;
      const answer = await ask(source, view, { ...filters, by, order, limit: MAX_ROWS }, signal);
      const shown = ({ rows = [] }: Answer) => (source.hidesNames ? rows.map(withoutName) : rows);
      const { mainCurrency, hint } = answer;
      // For today, only totals can be compared.
      const compared = answer.previous?.rows ? comparedOf(answer, shown) : null;
      return { by, rows: shown(answer), compared, mainCurrency, hint };
    },
    placeholderData: keepPreviousData,
  });

/** Events by name, the most frequent first. The app's own are counted by name only for the whole app. */
export const eventsQuery = (source: Source, { days, sales, filters }: View) =>
  queryOptions({
    // With what decides whether it applies: what is cached for the whole app must not be shown for a part of it.
    queryKey: ['statistics', source.app, 'events', days, sales, filters] as const,
    queryFn: async ({ signal }): Promise<Figures['events']> => {
      const query = { ...days, by: 'event', limit: MAX_ROWS };
      const { rows = [] } = await request<StatisticsWire>('/api/statistics', { app: source.app, query, signal });
      return rows.flatMap(({ events }) => events);
    },
    enabled: sales === 'all' && Object.keys(filters).length === 0,
  });
