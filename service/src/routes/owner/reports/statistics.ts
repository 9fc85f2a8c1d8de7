import { createRoute, z } from '@hono/zod-openapi';
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
import type { ServiceContext } from '../../ServiceContext.ts';
import { answerInvalidField, daysQuerySchema, readDays } from '../../wire/daysQuery.ts';
import { problemResponses } from '../../wire/problems.ts';
import { cursorSchema, json, plainText, writeCursor } from '../../wire/schemas.ts';
import { groupBy, REVENUE_EVENTS, statisticsSchema, writeFigures, type StatisticsWire } from './figures.ts';

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

const route = createRoute({
  method: 'get',
  path: '/api/statistics',
  summary: 'What links brought: clicks, installs, opens, events and money',
  request: { query: querySchema },
  responses: {
    200: json('The figures', statisticsSchema),
    ...problemResponses(400),
  },
});

/** Resolves once everything that has arrived by now is handled. */
const othersAnswered = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

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

export function serveLinkStatistics(door: Door, service: ServiceContext): void {
  const { queries, clock } = service;

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
    const names = isByDay ? listDays(from, to) : [];
    const days = isByDay ? names.map((day) => new Date(startOfDay(day, dayOf))) : null;

    const rank = (order: LinkOrder) =>
      rankLinks(queries, { ...range, kind }, order, limit, place ? { value: place[0], code: place[1] } : null);
    const facts = await readFacts(queries, { ...range, days, codes });
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
    // One statement after the other: a report may use one core, not all of them.
    const ranked = codes ? codes.map((code) => ({ code, value: '0' })) : await rank(order);
    const listed = ranked.map(({ code }) => code).filter((code) => code !== '');
    const ofLinks = codes
      ? facts
      : listed.length > 0
        ? await readFacts(queries, { ...range, days, codes: listed })
        : [];
    const linksByCode = new Map((await findLinksOfApp(queries, app.id, listed)).map((link) => [link.code, link]));
    const byCode = groupBy([...ofLinks, ...facts.filter(({ code }) => code === null)], ({ code }) => code ?? '');
    const origin = linkOrigin(c, service, app);
    const links: NonNullable<StatisticsWire['links']> = [];
    for (const { code } of ranked) {
      const own = byCode.get(code) ?? [];
      links.push({
        link: code === '' ? null : writeLink(code, linksByCode.get(code), origin),
        ...writeFigures(own),
        ...(isByDay ? { days: writeDays(own, names) } : {}),
      });
      // A year of fifty links takes a tenth of a second, in which nobody else would be answered.
      if (isByDay) await othersAnswered();
    }
    const last = !codes && ranked.length === limit ? ranked.at(-1) : undefined;
    return c.json({ ...common, links, order, nextCursor: last ? writeCursor([last.value, last.code]) : null }, 200);
  });
}
