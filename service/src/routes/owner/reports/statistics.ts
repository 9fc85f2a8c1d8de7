import { z } from '@hono/zod-openapi';
import { knowsCountries } from '../../../flow/countries.ts';
import { findLinksOfApp, listTagsOfLinks } from '../../../storage/links.ts';
import type { Dimension, Figure } from '../../../storage/rollups/figures.ts';
import {
  readQuarters,
  readRollups,
  type RankedRow,
  type RollupFilters,
  type RollupQuestion,
} from '../../../storage/rollups/readRollups.ts';
import type { Link } from '../../../storage/tables.ts';
import { createCalendar, nextDay, startOfDay } from '../../../values/days.ts';
import { OTHER_PATHS } from '../../../values/linkPaths.ts';
import { MAX_PATH_LENGTH } from '../../../values/readPath.ts';
import { shortUrl } from '../../../values/shortUrl.ts';
import type { Door } from '../../doors/createDoor.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema } from '../../wire/daysQuery.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { cursorSchema, nextCursorSchema, plainText, writeCursor } from '../../wire/schemas.ts';
import { figuresSchema, groupBy, mainCurrency, writeFigures, type Counted } from './figures.ts';
import { readReportDays } from './reportDays.ts';
import {
  appParameter,
  attributionSchema,
  DIMENSION_NAMES,
  filterSchema,
  readFilters,
  type ReportDimension,
  type ReportFilters,
} from './reportQuery.ts';

const DEFAULT_ROWS = 50;
const MAX_ROWS = 1_000;
const MAX_DAYS_BY_HOUR = 31;
const MAX_VALUE_LENGTH = 40;
const HOUR_MS = 60 * 60 * 1000;
const QUARTER_MS = HOUR_MS / 4;

const TIMES = ['day', 'hour'] as const;

const placeSchema = z.tuple([
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .max(MAX_VALUE_LENGTH),
  plainText(MAX_PATH_LENGTH),
]);

/** By what rows can be sorted, and the figure of the roll-ups that it is. */
const ORDERS = {
  clicks: 'clicks',
  visitors: 'visitors',
  storeTaps: 'store_taps',
  installs: 'installs',
  opens: 'opens',
  buyers: 'buyers',
  purchases: 'purchase',
} as const satisfies Record<string, Figure>;

const orderNames = [...(Object.keys(ORDERS) as (keyof typeof ORDERS)[]), 'revenue'] as const;

const filters = Object.fromEntries(DIMENSION_NAMES.map((name) => [name, filterSchema(name)])) as Record<
  ReportDimension,
  ReturnType<typeof filterSchema>
>;

/** Strict, because a filter that is misspelt would give the numbers of everything. */
const querySchema = daysQuerySchema
  .extend({
    by: z
      .enum([...TIMES, ...DIMENSION_NAMES])
      .optional()
      .openapi({
        description:
          'A row for each of these, in `rows`. Hours, and days of a time zone other than the app’s, are counted only for the whole app, without filters.',
      }),
    ...filters,
    compare: z.literal('previous').optional().openapi({
      description:
        'Adds the same number of days right before, in `previous`. If rows fill more than one page, it has only those of this page. Today alone is compared with yesterday until the same time, in the total only; with a filter there is no `previous`, because times of a day are counted only for the whole app.',
    }),
    attribution: attributionSchema,
    kind: z.literal('path').optional().openapi({ description: 'With by=link: only path links.' }),
    order: z.enum(orderNames).default('clicks').openapi({ description: 'Sorts rows by this number, highest first.' }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters')
      .optional()
      .openapi({ description: 'For order=revenue; by default the main currency of the app.', example: 'EUR' }),
    limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(DEFAULT_ROWS),
    cursor: cursorSchema(placeSchema),
    app: appParameter,
  })
  .strict();

const value = z.string().nullable().optional();

const rowSchema = figuresSchema
  .extend({
    day: z.iso.date().optional(),
    hour: z.iso.datetime().optional().openapi({ description: 'When the hour begins.' }),
    link: z
      .object({
        code: z.string().openapi({
          description: `The path of a path link; \`${OTHER_PATHS}\` for those that weren’t counted one by one.`,
        }),
        shortUrl: z.url().nullable(),
        name: z.string().nullable(),
        title: z.string().nullable(),
        destination: z.string().nullable().openapi({ description: 'Null if the link was deleted.' }),
        disabled: z.boolean(),
      })
      .nullable()
      .optional()
      .openapi({ description: 'Null for everything that belongs to no link.' }),
    ...{ campaign: value, source: value, medium: value, platform: value, system: value, browser: value },
    country: value.openapi({ description: 'A two-letter country code; null if unknown.', example: 'DE' }),
    tag: value.openapi({ description: 'A link with several tags counts under each of them; null for none.' }),
  })
  .openapi('StatisticsRow', { description: 'The field that `by` names holds the value.' });

const partSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: figuresSchema,
  rows: z
    .array(rowSchema)
    .optional()
    .openapi({ description: 'With `by`. Includes every day and hour, even empty ones.' }),
});

export const statisticsSchema = partSchema
  .extend({
    timezone: z.string(),
    mainCurrency: z
      .string()
      .nullable()
      .openapi({ description: 'As set for the app, or else the currency with the most revenue.' }),
    previous: partSchema
      .extend({
        until: z.iso.datetime().optional().openapi({
          description: 'For today alone: `total` counts what happened before this time, to the quarter of an hour.',
        }),
      })
      .optional()
      .openapi({ description: 'With compare=previous.' }),
    order: z.object({ by: z.string(), currency: z.string().nullable().optional() }).optional(),
    nextCursor: nextCursorSchema.optional(),
    hint: z.string().optional().openapi({ description: 'What to set to make this report more complete.' }),
  })
  .openapi('Statistics');

export type StatisticsWire = z.output<typeof statisticsSchema>;
export type StatisticsRowWire = z.output<typeof rowSchema>;

const route = endpoint('get', '/api/statistics', {
  scope: 'read',
  viewParameters: ['from', 'to', 'timezone', 'by', 'compare', 'attribution', 'order', 'currency', 'limit', 'cursor'],
  summary: 'What links brought: visitors, installs, buyers, revenue and events, by time, link, campaign or audience',
  request: { query: querySchema },
  responses: {
    200: json('The numbers', statisticsSchema),
    ...problemResponses(400),
  },
});

const COUNTRY_HINT = 'No click has a country yet. Set COUNTRY_HEADER or GEOIP_FILE: service/README.md says how.';

function writeLink(code: string, link: Link | undefined, origin: string) {
  return {
    code,
    shortUrl: code === OTHER_PATHS ? null : shortUrl(origin, code),
    name: link?.name ?? null,
    title: link?.title ?? null,
    // A path is its own destination, as long as nobody creates a link with it.
    destination: link?.destination ?? (code.startsWith('/') ? code : null),
    disabled: link ? link.disabledAt !== null : false,
  };
}

interface Part {
  total: Counted[];
  /** In their order, by the value that they stand for; null is unknown. */
  rows: [string | null, Counted[]][];
  nextCursor: string | null;
}

/** What a report is compared with. */
interface Before extends Omit<Part, 'rows'> {
  /** Null if they can't be compared. */
  rows: Part['rows'] | null;
  until?: string;
}

const isTime = (by: string | undefined): by is 'day' | 'hour' => by === 'day' || by === 'hour';

/** When each hour of these days begins. A day may have 23 or 25. */
function hoursOf(from: string, to: string, timezone: string): { starts: Date[]; end: Date } {
  const dayOf = createCalendar(timezone) ?? ((time: number) => new Date(time).toISOString().slice(0, 10));
  const end = startOfDay(nextDay(to), dayOf);
  const starts: Date[] = [];
  for (let at = startOfDay(from, dayOf); at < end; at += HOUR_MS) starts.push(new Date(at));
  return { starts, end: new Date(end) };
}

/** Of today alone, as much of the day before as today has by now; null for other days. */
function sameTimeBefore(from: string, to: string, timezone: string, now: number): { starts: Date[]; end: Date } | null {
  const dayOf = createCalendar(timezone);
  if (from !== to || dayOf?.(now) !== from) return null;
  const start = startOfDay(nextDay(from, -1), dayOf);
  const quarters = Math.floor((now - startOfDay(from, dayOf)) / QUARTER_MS);
  return { starts: [new Date(start)], end: new Date(start + quarters * QUARTER_MS) };
}

function afterOf(cursor: z.output<typeof placeSchema> | undefined) {
  return cursor ? { amount: cursor[0], value: cursor[1] } : null;
}

function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  return days;
}

export function serveLinkStatistics(
  door: Door,
  { queries, clock, site }: Pick<ServiceParts, 'queries' | 'clock' | 'site'>
): void {
  /** Everything together, by spans of time. */
  async function readSpans(
    question: Pick<RollupQuestion, 'appId' | 'attribution'>,
    spans: { starts: Date[]; end: Date },
    names: readonly string[]
  ): Promise<Part> {
    const rows = await readQuarters(queries, { ...question, ...spans });
    const bySpan = groupBy(rows, ({ span }) => span);
    return { total: rows, rows: names.map((name, span) => [name, bySpan.get(span) ?? []]), nextCursor: null };
  }

  async function readDays(question: RollupQuestion, days: readonly string[]): Promise<Part> {
    const rows = await readRollups(queries, { ...question, isByDay: true });
    const byDay = groupBy(rows, ({ day }) => day);
    return { total: rows, rows: days.map((day) => [day, byDay.get(day) ?? []]), nextCursor: null };
  }

  /** A row for each tag that a link has now. */
  async function readTags(question: RollupQuestion): Promise<Part['rows']> {
    const rows = await readRollups(queries, { ...question, by: 'link' });
    const tagsOf = await listTagsOfLinks(queries, question.appId);
    const tagged = rows.flatMap((row) => (tagsOf.get(row.value ?? '') ?? [null]).map((tag) => ({ ...row, tag })));
    return [...groupBy(tagged, ({ tag }) => tag)];
  }

  door.openapi(route, async (c) => {
    const app = c.get('app');
    const query = c.req.valid('query');
    const { by, compare, attribution, kind, order: orderBy, limit, cursor } = query;
    const wanted: ReportFilters = Object.fromEntries(DIMENSION_NAMES.map((name) => [name, query[name]]));
    const refuse = (field: string, message: string) => c.json(answerInvalidField(field, message), 400);

    const days = await readReportDays(queries, app, query, clock());
    if (days.kind === 'invalid') return refuse(days.field, days.message);
    const { from, to, timezone, spans } = days;
    const isFiltered = DIMENSION_NAMES.some((name) => wanted[name] !== undefined);
    if (spans && ((by !== undefined && !isTime(by)) || isFiltered)) {
      return refuse('timezone', `must be the app’s own, ${app.timeZone}, except for days and hours of the whole app`);
    }
    if (by === 'hour' && isFiltered)
      return refuse('by', 'can’t be hour with a filter: hours are counted only for the whole app');
    if (by === 'hour' && days.days.length > MAX_DAYS_BY_HOUR) {
      return refuse('from', `may be at most ${MAX_DAYS_BY_HOUR} days before to when counting by hour`);
    }
    const dimension = by === undefined || isTime(by) ? null : by;
    const read = await readFilters(queries, app.id, wanted, dimension);
    if (read.kind === 'invalid') return refuse(read.field, read.message);

    const base = { appId: app.id, attribution, isByDay: false, by: null } as const;
    const total = spans ? null : await readRollups(queries, { ...base, from, to, filters: read.filters });
    const currency = query.currency ?? app.mainCurrency ?? mainCurrency(total ?? []);
    const ranking = orderBy === 'revenue' ? { revenueIn: currency ?? '' } : { figures: [ORDERS[orderBy]] };

    /** The rows of a page, or those of some values. */
    async function readDimension(question: RollupQuestion, name: Dimension, values: Part['rows'] | null) {
      const only: RollupFilters = values
        ? { ...question.filters, [name]: values.map(([each]) => each) }
        : question.filters;
      const ranked = values
        ? {}
        : { ranked: { order: ranking, limit, after: afterOf(cursor), isOfPaths: kind === 'path' } };
      const rows: RankedRow[] = await readRollups(queries, { ...question, filters: only, by: name, ...ranked });
      const grouped = [...groupBy(rows, (row) => row.value)];
      const last = !values && grouped.length === limit ? rows.at(-1) : undefined;
      return { rows: grouped, nextCursor: last ? writeCursor([last.rank ?? '0', last.value ?? '']) : null };
    }

    async function readPart(first: string, last: string, values: Part['rows'] | null): Promise<Part> {
      const question: RollupQuestion = {
        ...base,
        from: first,
        to: last,
        filters: read.kind === 'filters' ? read.filters : {},
      };
      if (by === 'hour') {
        const hours = hoursOf(first, last, timezone);
        return readSpans(
          question,
          hours,
          hours.starts.map((at) => at.toISOString())
        );
      }
      if (spans) {
        const own = await readReportDays(queries, app, { from: first, to: last, timezone }, clock());
        if (own.kind === 'invalid' || !own.spans) return { total: [], rows: [], nextCursor: null };
        return readSpans(question, own.spans, own.days);
      }
      if (by === 'day') return readDays(question, listDays(first, last));
      const ofPart = first === from && total ? total : await readRollups(queries, question);
      if (dimension === null) return { total: ofPart, rows: [], nextCursor: null };
      if (dimension === 'tag') return { total: ofPart, rows: await readTags(question), nextCursor: null };
      return { total: ofPart, ...(await readDimension(question, dimension, values)) };
    }

    const part = await readPart(from, to, null);
    const [firstBefore, lastBefore] = [nextDay(from, -days.days.length), nextDay(from, -1)];

    async function readBefore(): Promise<Before | null> {
      const yesterday = sameTimeBefore(from, to, timezone, clock());
      if (!yesterday) {
        const isWhole = part.nextCursor === null && cursor === undefined;
        const before = await readPart(firstBefore, lastBefore, isWhole ? null : part.rows);
        // A row that is missing there had nothing, so all rows of this page have to be among them.
        return isWhole && before.nextCursor !== null ? readPart(firstBefore, lastBefore, part.rows) : before;
      }
      if (isFiltered) return null;
      const { total: until } = await readSpans(base, yesterday, []);
      const rows = by === 'hour' ? (await readPart(firstBefore, lastBefore, null)).rows : null;
      return { total: until, rows, nextCursor: null, until: yesterday.end.toISOString() };
    }
    const before = compare ? await readBefore() : null;

    const codes = by === 'link' ? [...part.rows, ...(before?.rows ?? [])].flatMap(([code]) => code ?? []) : [];
    const links = new Map((await findLinksOfApp(queries, app.id, codes)).map((link) => [link.code, link]));
    const origin = linkOrigin(c, site, app);
    const nameOf = (each: string | null) => {
      if (by !== 'link') return { [by ?? '']: each };
      return { link: each === null ? null : writeLink(each, links.get(each), origin) };
    };
    const hasNoCountries = by === 'country' && !knowsCountries(site.countries);
    const writePart = (first: string, last: string, { total: counted, rows }: Pick<Before, 'total' | 'rows'>) => ({
      from: first,
      to: last,
      total: writeFigures(counted),
      ...(by === undefined || rows === null
        ? {}
        : {
            rows: (rows.length === 0 && hasNoCountries ? [[null, []] as Part['rows'][number]] : rows).map(
              // Two spreads take V8 thirty times as long.
              ([each, own]) => Object.assign(nameOf(each), writeFigures(own))
            ),
          }),
    });
    const isRanked = dimension !== null && dimension !== 'tag';
    return c.json(
      {
        ...writePart(from, to, part),
        timezone,
        mainCurrency: app.mainCurrency ?? mainCurrency(part.total),
        ...(before
          ? {
              previous: {
                ...writePart(firstBefore, lastBefore, before),
                ...(before.until === undefined ? {} : { until: before.until }),
              },
            }
          : {}),
        ...(isRanked
          ? { order: orderBy === 'revenue' ? { by: orderBy, currency } : { by: orderBy }, nextCursor: part.nextCursor }
          : {}),
        ...(hasNoCountries ? { hint: COUNTRY_HINT } : {}),
      },
      200
    );
  });
}
