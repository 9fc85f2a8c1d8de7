import { z } from '@hono/zod-openapi';
import { findLinksOfApp } from '../../../storage/links.ts';
import {
  readQuarters,
  readRollups,
  type RankedRow,
  type Ranking,
  type RollupQuestion,
} from '../../../storage/rollups/readRollups.ts';
import type { Link } from '../../../storage/tables.ts';
import { OTHER_PATHS } from '../../../values/linkPaths.ts';
import { MAX_PATH_LENGTH } from '../../../values/readPath.ts';
import { shortUrl } from '../../../values/shortUrl.ts';
import type { Door } from '../../doors/createDoor.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema } from '../../wire/daysQuery.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { cursorSchema, plainText, writeCursor } from '../../wire/schemas.ts';
import { groupBy, mainCurrency, statisticsSchema, writeFigures, type Counted } from './figures.ts';
import { readReportDays } from './reportDays.ts';

const DEFAULT_LINKS = 50;
const MAX_LINKS = 1_000;
/** The most links for which each day is told, too. */
const MAX_LINKS_BY_DAY = 100;
const MAX_VALUE_LENGTH = 40;

const codeSchema = plainText(MAX_PATH_LENGTH).min(1);

const placeSchema = z.tuple([
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .max(MAX_VALUE_LENGTH),
  plainText(MAX_PATH_LENGTH),
]);

const querySchema = daysQuerySchema.extend({
  by: z.enum(['day', 'link', 'day,link', 'link,day']).optional().openapi({
    description: 'Gives figures for each day, for each link, or for both.',
  }),
  link: z
    .union([codeSchema.transform((code) => [code]), z.array(codeSchema).max(MAX_LINKS_BY_DAY)])
    .optional()
    .openapi({
      description: 'Only the link with this code or path; may be given several times.',
      type: 'array',
      items: { type: 'string' },
    }),
  kind: z.literal('path').optional().openapi({ description: 'With by=link: only path links.' }),
  order: z
    .enum(['clicks', 'installs', 'opens', 'purchases', 'revenue'])
    .default('clicks')
    .openapi({ description: 'The links with the most of it come first.' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .optional()
    .openapi({
      description: 'For order=revenue; by default the currency of most purchases and refunds.',
      example: 'EUR',
    }),
  limit: z.coerce.number().int().min(1).max(MAX_LINKS).default(DEFAULT_LINKS),
  cursor: cursorSchema(placeSchema),
});

const route = endpoint('get', '/api/statistics', {
  scope: 'read',
  viewParameters: ['from', 'to', 'timezone', 'by', 'order', 'currency', 'limit', 'cursor'],
  summary: 'What links brought: clicks, installs, opens, events and money',
  request: { query: querySchema },
  responses: {
    200: json('The figures', statisticsSchema),
    ...problemResponses(400),
  },
});

type Daily = Counted & { day: string | null };

function writeDays(rows: readonly Daily[], days: readonly string[]) {
  const groups = groupBy(rows, ({ day }) => day);
  return days.map((day) => ({ day, ...writeFigures(groups.get(day) ?? []) }));
}

const ORDERS = {
  clicks: ['clicks'],
  installs: ['installs', 'without_link', 'unsure'],
  opens: ['opens'],
  purchases: ['purchase'],
} as const;

function writeLink(code: string, link: Link | undefined, origin: string) {
  return {
    code,
    shortUrl: code === OTHER_PATHS ? null : shortUrl(origin, code),
    title: link?.title ?? null,
    // A path is where it leads, and nobody can delete it.
    destination: link?.destination ?? (code.startsWith('/') || code === OTHER_PATHS ? code : null),
    disabled: link ? link.disabledAt !== null : false,
  };
}

export function serveLinkStatistics(
  door: Door,
  { queries, clock, site }: Pick<ServiceParts, 'queries' | 'clock' | 'site'>
): void {
  door.openapi(route, async (c) => {
    const app = c.get('app');
    const {
      by,
      link: codes = null,
      kind = null,
      order: orderBy,
      currency,
      limit,
      cursor: place,
      ...wanted
    } = c.req.valid('query');
    const isByDay = by?.includes('day') ?? false;
    const isByLink = by?.includes('link') ?? false;
    const outcome = await readReportDays(queries, app, wanted, clock());
    if (outcome.kind === 'invalid') return c.json(answerInvalidField(outcome.field, outcome.message), 400);
    if (isByDay && isByLink && limit > MAX_LINKS_BY_DAY) {
      return c.json(
        answerInvalidField('limit', `may be ${MAX_LINKS_BY_DAY} where both days and links are told apart`),
        400
      );
    }
    const { from, to, timezone, days, spans } = outcome;
    if (spans && (isByLink || codes)) {
      const message = `must be ${app.timeZone}, the app’s own, where links are told apart`;
      return c.json(answerInvalidField('timezone', message), 400);
    }

    const question: RollupQuestion = {
      appId: app.id,
      from,
      to,
      attribution: 'last',
      isByDay: true,
      by: null,
      filters: codes ? { link: codes } : {},
    };
    let daily: Daily[];
    let organic: Counted[] = [];
    if (spans) {
      const rows = await readQuarters(queries, { appId: app.id, ...spans, attribution: 'last' });
      daily = rows.map(({ span, ...row }) => ({ ...row, day: days[span] ?? null }));
      organic = rows.filter(({ isLinked }) => !isLinked);
    } else {
      daily = await readRollups(queries, question);
      if (!codes) organic = await readRollups(queries, { ...question, isByDay: false, filters: { link: [null] } });
    }
    const common = {
      from,
      to,
      timezone,
      total: writeFigures(daily),
      ...(codes ? {} : { organic: writeFigures(organic) }),
      ...(isByDay ? { days: writeDays(daily, days) } : {}),
    };
    if (!isByLink) return c.json(common, 200);

    const order = orderBy === 'revenue' ? { by: orderBy, currency: currency ?? mainCurrency(daily) } : { by: orderBy };
    const ranking: Ranking = {
      order: orderBy === 'revenue' ? { revenueIn: order.currency ?? '' } : { figures: ORDERS[orderBy] },
      limit,
      after: place ? { amount: place[0], value: place[1] } : null,
      isOfPaths: kind === 'path',
    };
    const byLink: RollupQuestion = { ...question, isByDay: false, by: 'link' };
    const ranked: RankedRow[] = await readRollups(queries, codes ? byLink : { ...byLink, ranked: ranking });
    const rowsOfLink = groupBy(ranked, ({ value }) => value ?? '');
    const listed = codes ?? [...rowsOfLink.keys()];
    const known = listed.filter((code) => code !== '');
    const readDaily = async (wantedCodes: readonly (string | null)[], dimension: 'link' | null) =>
      isByDay && wantedCodes.length > 0
        ? readRollups(queries, { ...question, by: dimension, filters: { link: wantedCodes } })
        : [];
    const daysOfLink = groupBy(
      [...(await readDaily(known, 'link')), ...(await readDaily(rowsOfLink.has('') ? [null] : [], null))],
      ({ value }) => value ?? ''
    );
    const linksByCode = new Map((await findLinksOfApp(queries, app.id, known)).map((link) => [link.code, link]));
    const origin = linkOrigin(c, site, app);
    const links = listed.map((code) => ({
      link: code === '' ? null : writeLink(code, linksByCode.get(code), origin),
      ...writeFigures(rowsOfLink.get(code) ?? []),
      ...(isByDay ? { days: writeDays(daysOfLink.get(code) ?? [], days) } : {}),
    }));
    const last = !codes && listed.length === limit ? ranked.at(-1) : undefined;
    const nextCursor = last ? writeCursor([last.rank ?? '0', last.value ?? '']) : null;
    return c.json({ ...common, links, order, nextCursor }, 200);
  });
}
