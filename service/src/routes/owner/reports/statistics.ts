import { z } from '@hono/zod-openapi';
import { createPace } from '../../../flow/createPace.ts';
import { findLinksOfApp } from '../../../storage/links.ts';
import {
  readFacts,
  rankLinks,
  type Fact,
  type LinkOrder,
  type StatisticsRange,
} from '../../../storage/linkStatistics.ts';
import type { Link } from '../../../storage/tables.ts';
import { nextDay, startOfDay } from '../../../values/days.ts';
import { OTHER_PATHS } from '../../../values/linkPaths.ts';
import { MAX_PATH_LENGTH } from '../../../values/readPath.ts';
import { shortUrl } from '../../../values/shortUrl.ts';
import type { Door } from '../../doors/createDoor.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema, readDays } from '../../wire/daysQuery.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { cursorSchema, plainText, writeCursor } from '../../wire/schemas.ts';
import { groupBy, REVENUE_EVENTS, statisticsSchema, writeFigures, type StatisticsWire } from './figures.ts';

const DEFAULT_LINKS = 50;
const MAX_LINKS = 1_000;
/** The most links for which each day is told, too. */
const MAX_LINKS_BY_DAY = 100;
const MAX_VALUE_LENGTH = 40;
/** Of an app with a thousand events a day, these take less than ten milliseconds. Fewer would cost more in all. */
const DAYS_AT_ONCE = 8;

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

function writeDays(facts: readonly Fact[], days: readonly string[]) {
  const groups = groupBy(facts, ({ day }) => day);
  return days.map((day, position) => ({ day, ...writeFigures(groups.get(position + 1) ?? []) }));
}

/** The currency of most purchases and refunds. */
function mainCurrency(facts: readonly Fact[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { name, currency, count, micros } of facts) {
    if (REVENUE_EVENTS.includes(name) && micros !== null) counts.set(currency, (counts.get(currency) ?? 0) + count);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

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

function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  return days;
}

export function serveLinkStatistics(
  door: Door,
  { queries, clock, site, traffic }: Pick<ServiceParts, 'queries' | 'clock' | 'site' | 'traffic'>
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
      ...daysWanted
    } = c.req.valid('query');
    const outcome = readDays(daysWanted, clock());
    if (outcome.kind === 'invalid') return c.json(answerInvalidField(outcome.field, outcome.message), 400);
    const isByDay = by?.includes('day') ?? false;
    const isByLink = by?.includes('link') ?? false;
    if (isByDay && isByLink && limit > MAX_LINKS_BY_DAY) {
      return c.json(
        answerInvalidField('limit', `may be ${MAX_LINKS_BY_DAY} where both days and links are told apart`),
        400
      );
    }

    const { from, to, start, end, dayOf } = outcome;
    const range: StatisticsRange = { appId: app.id, from: start, to: end };
    const names = listDays(from, to);
    const days = names.map((day) => new Date(startOfDay(day, dayOf)));

    const pace = createPace({ isQuiet: traffic.isQuiet, signal: c.req.raw.signal });
    const readByDay = (wanted: readonly string[] | null) =>
      pace(days.length, DAYS_AT_ONCE, (first, next) =>
        readFacts(queries, {
          ...range,
          from: days[first] ?? start,
          to: days[next] ?? end,
          days: days.slice(first, next),
          firstDay: first + 1,
          codes: wanted,
        })
      );
    const facts = await readByDay(codes);
    const common = {
      from,
      to,
      timezone: daysWanted.timezone,
      total: writeFigures(facts),
      ...(codes ? {} : { organic: writeFigures(facts.filter(({ code }) => code === null)) }),
      ...(isByDay ? { days: writeDays(facts, names) } : {}),
    };
    if (!isByLink) return c.json(common, 200);

    const order: LinkOrder =
      orderBy === 'revenue' ? { by: orderBy, currency: currency ?? mainCurrency(facts) } : { by: orderBy };
    const after = place ? { value: place[0], code: place[1] } : null;
    const ranked = codes
      ? codes.map((code) => ({ code, value: '0' }))
      : await pace(1, 1, () => rankLinks(queries, { ...range, kind }, order, limit, after));
    const listed = ranked.map(({ code }) => code).filter((code) => code !== '');
    const readLinks = () => (isByDay ? readByDay(listed) : readFacts(queries, { ...range, days: null, codes: listed }));
    const ofLinks = codes ? facts : listed.length > 0 ? await readLinks() : [];
    const linksByCode = new Map((await findLinksOfApp(queries, app.id, listed)).map((link) => [link.code, link]));
    const byCode = groupBy([...ofLinks, ...facts.filter(({ code }) => code === null)], ({ code }) => code ?? '');
    const origin = linkOrigin(c, site, app);
    const links = await pace(ranked.length, isByDay ? 1 : ranked.length, (first, next) =>
      ranked.slice(first, next).map(({ code }) => {
        const own = byCode.get(code) ?? [];
        return JSON.stringify({
          link: code === '' ? null : writeLink(code, linksByCode.get(code), origin),
          ...writeFigures(own),
          ...(isByDay ? { days: writeDays(own, names) } : {}),
        } satisfies NonNullable<StatisticsWire['links']>[number]);
      })
    );
    const last = !codes && ranked.length === limit ? ranked.at(-1) : undefined;
    const rest = JSON.stringify({ order, nextCursor: last ? writeCursor([last.value, last.code]) : null });
    // A year of fifty links has megabytes, which c.json would write in one go. The types know no other JSON than its own.
    const text = `${JSON.stringify(common).slice(0, -1)},"links":[${links.join()}],${rest.slice(1)}`;
    return c.body(text, 200, { 'Content-Type': 'application/json' }) as never;
  });
}
