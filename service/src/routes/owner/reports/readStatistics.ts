import type { Queries } from '../../../storage/base/Database.ts';
import type { Days } from '../../../storage/counts/coverDays.ts';
import type { Figure } from '../../../storage/counts/figures.ts';
import {
  readAllRollups,
  readQuarters,
  readRollups,
  type RankedRow,
  type Ranking,
  type RollupQuestion,
} from '../../../storage/counts/readRollups.ts';
import { mainCurrency, type Counted } from '../../../operations/sums.ts';
import { nextDay } from '../../../values/days.ts';
import { groupBy } from '../../../values/groupBy.ts';
import { writeCursor } from '../../wire/schemas.ts';
import type { ReportDimension } from './reportQuery.ts';

/** Spans of time such as hours: their names, when each begins, and when the last one ends. */
export interface Spans {
  names: readonly string[];
  starts: readonly Date[];
  end: Date;
}

/** A page of rows, one for each value of a dimension. */
interface ValuesWanted extends Omit<Ranking, 'order'> {
  by: ReportDimension;
  order: readonly Figure[] | 'revenue';
  /** The currency of revenue; null for the one with the highest revenue. */
  currency: string | null;
}

export interface StatisticsQuestion extends Days, Pick<RollupQuestion, 'appId' | 'attribution' | 'filters'> {
  rows: 'none' | 'days' | { spans: Spans } | { values: ValuesWanted };
  /** The days to compare with, and their spans if those are asked for. */
  before: (Days & { spans?: Spans }) | null;
  /** Whether there are several days and the last isn't over. */
  isRunning: boolean;
  /** Takes the place of the total before: what happened until some time. */
  until: Spans | null;
}

export interface Counts {
  total: readonly Counted[];
  /** In order, each with the value that it stands for, where null is unknown. Null if rows can't be compared. */
  rows: [string | null, Counted[]][] | null;
}

export interface Part extends Counts {
  /** The same without the last day, if that isn't over and there is something to compare with. */
  finished: Counts | null;
}

export interface StatisticsAnswer {
  part: Part;
  before: Part | null;
  nextCursor: string | null;
  /** The currency by which revenue was ranked. */
  currency: string | null;
}

type Rows = [string | null, RankedRow[]][];

const totalOf = (rows: readonly [string | null, Counted[]][]) => rows.flatMap(([, own]) => own);

/** What happened on these days. If `isRunning`, the last one isn't over. */
const partOfDays = (rows: [string | null, Counted[]][], isRunning: boolean): Part => ({
  total: totalOf(rows),
  rows,
  finished: isRunning ? { total: totalOf(rows.slice(0, -1)), rows: null } : null,
});

/** Has a row for every day, even for days without numbers. */
function daysOf({ from, to }: Days, byDay: ReadonlyMap<string | null, RankedRow[]>, isRunning: boolean): Part {
  const rows: Rows = [];
  for (let day = from; day <= to; day = nextDay(day)) rows.push([day, byDay.get(day) ?? []]);
  return partOfDays(rows, isRunning);
}

/** The days, those before, and, if the last one isn't over, both without their last day. */
function rangesOf({ from, to, before, isRunning }: StatisticsQuestion) {
  const range: Days = { from, to };
  const all = [range, ...(before ? [{ from: before.from, to: before.to }] : [])];
  return {
    range,
    all,
    finished: before && isRunning ? all.map((days) => ({ ...days, to: nextDay(days.to, -1) })) : [],
  };
}

/** The whole app, by spans of time: those before come first, so one statement reads both. */
async function readSpans(queries: Queries, question: StatisticsQuestion, { names, starts, end }: Spans) {
  const { appId, attribution, before } = question;
  const first = before?.spans ?? { names: [], starts: [] };
  const rows = await readQuarters(queries, { appId, attribution, starts: [...first.starts, ...starts], end });
  const bySpan = groupBy(rows, ({ span }) => span);
  const partOf = (own: readonly string[], offset: number) =>
    partOfDays(
      own.map((name, place): [string, Counted[]] => [name, bySpan.get(place + offset) ?? []]),
      before !== null && question.isRunning
    );
  return { part: partOf(names, first.names.length), before: before?.spans ? partOf(first.names, 0) : null };
}

async function readValues(queries: Queries, question: StatisticsQuestion, wanted: ValuesWanted) {
  const { appId, attribution, filters, before } = question;
  const { by, order, limit, after } = wanted;
  const ranges = rangesOf(question);
  const ask = (days: Days): RollupQuestion => ({ appId, attribution, filters, ...days, isByDay: false, by: null });
  const totals = [...ranges.all, ...ranges.finished].map(ask);
  const isUnknown = order === 'revenue' && wanted.currency === null;
  const known = isUnknown ? await readAllRollups(queries, totals) : null;
  const currency = wanted.currency ?? mainCurrency(known?.[0] ?? []);
  const ranked: Ranking = {
    ...wanted,
    order: order === 'revenue' ? { revenueIn: currency ?? '' } : { figures: order },
  };
  // What this page is compared with. After the first page, its values may rank anywhere in those days.
  const others = [...ranges.all.slice(1), ...ranges.finished];
  const page = (days: Days): RollupQuestion => ({ ...ask(days), by, ranked });
  const pages = [ranges.range, ...(after === null ? others : [])].map(page);
  const read = await readAllRollups(queries, [...(known ? [] : totals), ...pages]);
  const all = [...(known ?? []), ...read];
  const byValue = (each: readonly RankedRow[]): Rows => [...groupBy(each, ({ value }) => value)];
  const [rows = [], ...rowsOfOthers] = all.slice(totals.length).map(byValue);
  const last = rows.length === limit ? rows.at(-1)?.[1][0] : undefined;
  // If those days were read completely, a value without a row had nothing. Otherwise we ask for this page's values.
  const areComplete = !last && after === null && rowsOfOthers.every(({ length }) => length < limit);
  const values = rows.map(([value]) => value);
  const only = by === 'tag' ? { tags: values } : { filters: { ...filters, [by]: values } };
  const again = others.map((days) => ({ ...ask(days), ...only, by }));
  const found = areComplete ? rowsOfOthers : (await readAllRollups(queries, again)).map(byValue);
  const [finished = null, finishedBefore = null] = ranges.finished.map((_, place): Counts => ({
    total: all[ranges.all.length + place] ?? [],
    rows: found[place + 1] ?? [],
  }));
  return {
    part: { total: all[0] ?? [], rows, finished },
    before: before && { total: all[1] ?? [], rows: found[0] ?? [], finished: finishedBefore },
    currency,
    nextCursor: last ? writeCursor([last.rank ?? '0', last.value ?? '']) : null,
  };
}

async function readParts(queries: Queries, question: StatisticsQuestion): Promise<StatisticsAnswer> {
  const { rows, before, from, to, appId, attribution, filters } = question;
  const none = { nextCursor: null, currency: null };
  const asked = { appId, attribution, filters, by: null };
  if (rows === 'days') {
    const range = { from: before?.from ?? from, to };
    const days = groupBy(await readRollups(queries, { ...asked, ...range, isByDay: true }), ({ day }) => day);
    const isRunning = before !== null && question.isRunning;
    return { part: daysOf({ from, to }, days, isRunning), before: before && daysOf(before, days, isRunning), ...none };
  }
  if (rows === 'none') {
    const ranges = rangesOf(question);
    const questions = [...ranges.all, ...ranges.finished].map((days) => ({ ...asked, ...days, isByDay: false }));
    const totals = await readAllRollups(queries, questions);
    const partAt = (place: number): Part => {
      const finished = ranges.finished.length > 0 ? { total: totals[place + 2] ?? [], rows: [] } : null;
      return { total: totals[place] ?? [], rows: [], finished };
    };
    return { part: partAt(0), before: before && partAt(1), ...none };
  }
  if ('spans' in rows) return { ...(await readSpans(queries, question, rows.spans)), ...none };
  return readValues(queries, question, rows.values);
}

/** Reads in one statement what it can; more statements read only what depends on the first. */
export async function readStatistics(queries: Queries, question: StatisticsQuestion): Promise<StatisticsAnswer> {
  const answer = await readParts(queries, question);
  const { until, appId, attribution } = question;
  if (!until) return answer;
  const total = await readQuarters(queries, { appId, attribution, starts: until.starts, end: until.end });
  return { ...answer, before: { total, rows: answer.before?.rows ?? null, finished: null } };
}
