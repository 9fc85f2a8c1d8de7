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

/** When spans of time begin, such as hours, their names, and the end of the last. */
export interface Spans {
  names: readonly string[];
  starts: readonly Date[];
  end: Date;
}

/** Rows by the value of a dimension, a page of them. */
interface ValuesWanted extends Omit<Ranking, 'order'> {
  by: ReportDimension;
  order: readonly Figure[] | 'revenue';
  /** The currency of revenue; null for the one with the highest revenue. */
  currency: string | null;
}

/** What a report asks. */
export interface StatisticsQuestion extends Days, Pick<RollupQuestion, 'appId' | 'attribution' | 'filters'> {
  rows: 'none' | 'days' | { spans: Spans } | { values: ValuesWanted };
  /** The days to compare with, and their spans if those are asked for. */
  before: (Days & { spans?: Spans }) | null;
  /** In place of their total: what happened until some time. */
  until: Spans | null;
}

export interface Part {
  total: readonly Counted[];
  /** In their order, by the value that they stand for; null is unknown. Null if they can't be compared. */
  rows: [string | null, Counted[]][] | null;
}

export interface StatisticsAnswer {
  part: Part;
  before: Part | null;
  nextCursor: string | null;
  /** By which revenue was ranked. */
  currency: string | null;
}

type Rows = [string | null, RankedRow[]][];

/** Every day of them, even those without a row. */
function daysOf({ from, to }: Days, byDay: ReadonlyMap<string | null, RankedRow[]>): Part {
  const rows: Rows = [];
  for (let day = from; day <= to; day = nextDay(day)) rows.push([day, byDay.get(day) ?? []]);
  return { total: rows.flatMap(([, own]) => own), rows };
}

/** Everything together, by spans of time: those before come first, so one statement reads both. */
async function readSpans(queries: Queries, question: StatisticsQuestion, { names, starts, end }: Spans) {
  const { appId, attribution, before } = question;
  const first = before?.spans ?? { names: [], starts: [] };
  const rows = await readQuarters(queries, { appId, attribution, starts: [...first.starts, ...starts], end });
  const bySpan = groupBy(rows, ({ span }) => span);
  const partOf = (own: readonly string[], offset: number): Part => {
    const found = own.map((name, place): [string, Counted[]] => [name, bySpan.get(place + offset) ?? []]);
    return { total: found.flatMap(([, each]) => each), rows: found };
  };
  return { part: partOf(names, first.names.length), before: before?.spans ? partOf(first.names, 0) : null };
}

async function readValues(queries: Queries, question: StatisticsQuestion, wanted: ValuesWanted) {
  const { appId, attribution, filters, before, ...range } = question;
  const { by, order, limit, after } = wanted;
  const ask = ({ from, to }: Days): RollupQuestion => ({
    appId,
    attribution,
    filters,
    from,
    to,
    isByDay: false,
    by: null,
  });
  const totals = [ask(range), ...(before ? [ask(before)] : [])];
  const isUnknown = order === 'revenue' && wanted.currency === null;
  const known = isUnknown ? await readAllRollups(queries, totals) : null;
  const currency = wanted.currency ?? mainCurrency(known?.[0] ?? []);
  const ranked: Ranking = {
    ...wanted,
    order: order === 'revenue' ? { revenueIn: currency ?? '' } : { figures: order },
  };
  const page = (days: Days): RollupQuestion => ({ ...ask(days), by, ranked });
  const pages = [page(range), ...(before && after === null ? [page(before)] : [])];
  const read = await readAllRollups(queries, [...(known ? [] : totals), ...pages]);
  const all = [...(known ?? []), ...read];
  const [rows = [], rowsBefore] = all
    .slice(totals.length)
    .map((each): Rows => [...groupBy(each, ({ value }) => value)]);
  const last = rows.length === limit ? rows.at(-1)?.[1][0] : undefined;
  const part: Part = { total: all[0] ?? [], rows };
  const answer = { part, currency, nextCursor: last ? writeCursor([last.rank ?? '0', last.value ?? '']) : null };
  if (!before) return { ...answer, before: null };
  const total = all[1] ?? [];
  // A row that is missing there had nothing, so all rows of this page have to be among them.
  if (!last && rowsBefore && rowsBefore.length < limit) return { ...answer, before: { total, rows: rowsBefore } };
  const values = rows.map(([value]) => value);
  const only = by === 'tag' ? { tags: values } : { filters: { ...filters, [by]: values } };
  const found = await readRollups(queries, { ...ask(before), ...only, by });
  return { ...answer, before: { total, rows: [...groupBy(found, ({ value }) => value)] } };
}

async function readParts(queries: Queries, question: StatisticsQuestion): Promise<StatisticsAnswer> {
  const { rows, before, from, to, appId, attribution, filters } = question;
  const none = { nextCursor: null, currency: null };
  if (rows === 'none' || rows === 'days') {
    const asked = { appId, attribution, filters, by: null, isByDay: rows === 'days' };
    if (rows === 'days') {
      const days = groupBy(await readRollups(queries, { ...asked, from: before?.from ?? from, to }), ({ day }) => day);
      return { part: daysOf({ from, to }, days), before: before && daysOf(before, days), ...none };
    }
    const ranges = [{ from, to }, ...(before ? [before] : [])].map((days) => ({
      ...asked,
      from: days.from,
      to: days.to,
    }));
    const [total = [], totalBefore = []] = await readAllRollups(queries, ranges);
    return { part: { total, rows: [] }, before: before && { total: totalBefore, rows: [] }, ...none };
  }
  if ('spans' in rows) return { ...(await readSpans(queries, question, rows.spans)), ...none };
  return readValues(queries, question, rows.values);
}

/** Answers a report in one statement, or two: another for what depends on the first. */
export async function readStatistics(queries: Queries, question: StatisticsQuestion): Promise<StatisticsAnswer> {
  const answer = await readParts(queries, question);
  const { until, appId, attribution } = question;
  if (!until) return answer;
  const total = await readQuarters(queries, { appId, attribution, starts: until.starts, end: until.end });
  return { ...answer, before: { total, rows: answer.before?.rows ?? null } };
}
