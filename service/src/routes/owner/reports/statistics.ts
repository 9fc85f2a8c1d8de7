import { z } from '@hono/zod-openapi';
import { knowsCountries } from '../../../flow/countries.ts';
import { findLinksOfApp } from '../../../storage/company/links.ts';
import { EVENTS, type Figure } from '../../../storage/counts/figures.ts';
import { mainCurrency } from '../../../operations/sums.ts';
import type { Link } from '../../../storage/schema/tables.ts';
import { nextDay, startOfDay } from '../../../values/days.ts';
import { OTHER_PATHS } from '../../../values/linkPaths.ts';
import { MAX_PATH_LENGTH } from '../../../values/readPath.ts';
import { shortUrl } from '../../../values/shortUrl.ts';
import type { Door } from '../../doors/createDoor.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { ServiceEnv } from '../../ServiceEnv.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema } from '../../wire/daysQuery.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { cursorSchema, nextCursorSchema, plainText } from '../../wire/schemas.ts';
import { figuresSchema, writeFigures } from './figures.ts';
import { readReportDays, zoneChangesSchema } from './reportDays.ts';
import {
  appParameter,
  attributionSchema,
  DIMENSION_NAMES,
  filterSchema,
  readFilters,
  type ReportDimension,
  type ReportFilters,
} from './reportQuery.ts';
import { readStatistics, type Counts, type Part, type Spans } from './readStatistics.ts';

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

/** What rows can be sorted by, and the figures of the roll-ups for it. */
const ORDERS = {
  clicks: ['clicks'],
  visitors: ['visitors'],
  storeTaps: ['store_taps'],
  installs: ['installs'],
  opens: ['opens'],
  buyers: ['buyers'],
  purchases: ['purchase'],
  events: EVENTS,
} as const satisfies Record<string, readonly Figure[]>;

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
    order: z.enum(orderNames).optional().openapi({
      description: 'Sorts rows by this number, highest first. By default `clicks`, and `events` with by=event.',
    }),
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
    event: value.openapi({ description: 'The name of events.' }),
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
  finished: z
    .object({ total: figuresSchema, rows: z.array(rowSchema).optional() })
    .optional()
    .openapi({
      description:
        'With compare=previous, if today is the last of several days: what to compare, which is the same without the last day, because today isn’t over. A row that is missing had nothing. Days and hours have no rows here, and by=hour has no total either.',
    }),
});

const statisticsSchema = partSchema
  .extend({
    timezone: z.string(),
    zoneChanges: zoneChangesSchema,
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
  sharedViewParameters: [
    'from',
    'to',
    'timezone',
    'by',
    'compare',
    'attribution',
    'order',
    'currency',
    'limit',
    'cursor',
  ],
  summary: 'What links brought: visitors, installs, buyers, revenue and events, by time, link, campaign or audience',
  request: { query: querySchema },
  responses: {
    200: json('The numbers', statisticsSchema),
    ...problemResponses(400),
  },
});

const COUNTRY_HINT = 'No click has a country yet. Set COUNTRY_HEADER or GEOIP_FILE: service/reference.md says how.';

function writeLink(code: string, link: Link | undefined, origin: string, showsNames: boolean) {
  return {
    code,
    shortUrl: code === OTHER_PATHS ? null : shortUrl(origin, code),
    name: (showsNames && link?.name) || null,
    title: link?.title ?? null,
    // A path link has its path as destination.
    destination: link?.destination ?? (code.startsWith('/') ? code : null),
    disabled: link ? link.disabledAt !== null : false,
  };
}

const isTime = (by: string | undefined): by is 'day' | 'hour' => by === 'day' || by === 'hour';

type Calendar = (time: number) => string;

/** When each hour of these days begins. A day may have 23 or 25. */
function hoursOf(from: string, to: string, dayOf: Calendar): Spans {
  const end = startOfDay(nextDay(to), dayOf);
  const starts: Date[] = [];
  for (let at = startOfDay(from, dayOf); at < end; at += HOUR_MS) starts.push(new Date(at));
  return { names: starts.map((at) => at.toISOString()), starts, end: new Date(end) };
}

/** If the report is about today alone: as much of yesterday as today has had so far. Otherwise null. */
function sameTimeBefore(from: string, to: string, dayOf: Calendar, now: number): Spans | null {
  if (from !== to || dayOf(now) !== from) return null;
  const start = startOfDay(nextDay(from, -1), dayOf);
  const quarters = Math.floor((now - startOfDay(from, dayOf)) / QUARTER_MS);
  return { names: ['until'], starts: [new Date(start)], end: new Date(start + quarters * QUARTER_MS) };
}

function daysBetween(from: string, to: string, dayOf: Calendar): Spans {
  const names: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) names.push(day);
  const starts = names.map((day) => new Date(startOfDay(day, dayOf)));
  return { names, starts, end: new Date(startOfDay(nextDay(to), dayOf)) };
}

export function serveLinkStatistics(
  door: Door,
  { queries, clock, site }: Pick<ServiceParts, 'queries' | 'clock' | 'site'>
): void {
  door.openapi(route, async (c) => {
    const app = c.get('app');
    const query = c.req.valid('query');
    const { by, compare, attribution, kind, limit, cursor } = query;
    const orderBy = query.order ?? (by === 'event' ? 'events' : 'clicks');
    const wanted: ReportFilters = Object.fromEntries(DIMENSION_NAMES.map((name) => [name, query[name]]));
    const refuse = (field: string, message: string) => c.json(answerInvalidField(field, message), 400);
    const view = c.get('sharedView') as ServiceEnv['Variables']['sharedView'] | undefined;
    const showsNames = view?.showsNames ?? true;
    if (by === 'tag' && !showsNames)
      return refuse('by', 'can’t be tag, because this view shows none of the team’s names');

    const days = await readReportDays(queries, app, query, clock());
    if (days.kind === 'invalid') return refuse(days.field, days.message);
    const { from, to, timezone, spans, dayOf } = days;
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

    const [firstBefore, lastBefore] = [nextDay(from, -days.days.length), nextDay(from, -1)];
    const until = compare ? sameTimeBefore(from, to, dayOf, clock()) : null;
    const spansOf = by === 'hour' ? hoursOf : spans ? daysBetween : null;
    const isCompared = compare !== undefined && (!until || by === 'hour');
    const after = cursor ? { amount: cursor[0], value: cursor[1] } : null;
    const values = dimension && {
      ...{ by: dimension, limit, after, isOfPaths: kind === 'path' },
      order: orderBy === 'revenue' ? orderBy : ORDERS[orderBy],
      currency: query.currency ?? app.mainCurrency,
    };
    const { part, before, nextCursor, currency } = await readStatistics(queries, {
      ...{ appId: app.id, attribution, filters: read.filters, from, to },
      rows: spansOf ? { spans: spansOf(from, to, dayOf) } : values ? { values } : by === 'day' ? 'days' : 'none',
      before: isCompared
        ? { from: firstBefore, to: lastBefore, ...(spansOf ? { spans: spansOf(firstBefore, lastBefore, dayOf) } : {}) }
        : null,
      isRunning: from < to && to === dayOf(clock()) && by !== 'hour',
      until: isFiltered ? null : until,
    });

    const codes = by === 'link' ? [...(part.rows ?? []), ...(before?.rows ?? [])].flatMap(([code]) => code ?? []) : [];
    const links = new Map((await findLinksOfApp(queries, app.id, codes)).map((link) => [link.code, link]));
    const origin = linkOrigin(c, site, app);
    const nameOf = (each: string | null) => {
      if (by !== 'link') return { [by ?? '']: each };
      return { link: each === null ? null : writeLink(each, links.get(each), origin, showsNames) };
    };
    const hasNoCountries =
      by === 'country' && !knowsCountries(site.countries) && !part.rows?.some(([country]) => country !== null);
    const writeCounts = ({ total: counted, rows }: Counts) => ({
      total: writeFigures(counted),
      ...(by === undefined || rows === null
        ? {}
        : {
            // Object.assign, because two spreads take V8 thirty times as long.
            rows: rows.map(([each, own]) =>
              Object.assign(nameOf(each), writeFigures(own, (by === 'event' && each) || undefined))
            ),
          }),
    });
    const writePart = (first: string, last: string, part: Part) => ({
      from: first,
      to: last,
      ...writeCounts(part),
      ...(part.finished ? { finished: writeCounts(part.finished) } : {}),
    });
    return c.json(
      {
        ...writePart(from, to, part),
        timezone,
        ...days.zoneChanges,
        mainCurrency: app.mainCurrency ?? mainCurrency(part.total),
        ...(before
          ? {
              previous: {
                ...writePart(firstBefore, lastBefore, before),
                ...(until ? { until: until.end.toISOString() } : {}),
              },
            }
          : {}),
        ...(dimension !== null
          ? { order: orderBy === 'revenue' ? { by: orderBy, currency } : { by: orderBy }, nextCursor }
          : {}),
        ...(hasNoCountries ? { hint: COUNTRY_HINT } : {}),
      },
      200
    );
  });
}
