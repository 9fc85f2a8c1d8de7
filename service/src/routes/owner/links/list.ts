import { z } from '@hono/zod-openapi';
import { deleteSharedLinks } from '../../../operations/deleteLink.ts';
import { countLinks, listLinks, listLinksByCount, listLinksByName } from '../../../storage/company/linkLists.ts';
import type { Figure } from '../../../storage/counts/figures.ts';
import { readRollups, type Ranking } from '../../../storage/counts/readRollups.ts';
import type { Link } from '../../../storage/schema/tables.ts';
import { MAX_CAMPAIGN_LENGTH, type Campaign } from '../../../values/campaign.ts';
import { nextDay, startOfDay } from '../../../values/days.ts';
import { MAX_CODE_LENGTH } from '../../../values/shortUrl.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { Door } from '../../doors/createDoor.ts';
import { authorOf } from '../../middleware/requireKey.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema, readDays } from '../../wire/daysQuery.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { mainCurrency, type Counted } from '../../../operations/sums.ts';
import { groupBy } from '../../../values/groupBy.ts';
import { figuresSchema, writeFigures } from '../reports/figures.ts';
import { readReportDays } from '../reports/reportDays.ts';
import { attributionSchema } from '../reports/reportQuery.ts';
import { MAX_INSTALL_ID_LENGTH } from '../../wire/installId.ts';
import { linkSchema, linkToWire, MAX_TAG_LENGTH } from '../../wire/link.ts';
import { problemResponses } from '../../wire/problems.ts';
import { listQuerySchema, millisecondsSchema, nextCursorSchema, plainText, writeCursor } from '../../wire/schemas.ts';

/** As long as a title. */
const MAX_SEARCH_LENGTH = 140;

/** What links can be sorted by besides revenue, and the roll-ups' name for it. */
const COUNTED = {
  clicks: 'clicks',
  visitors: 'visitors',
  installs: 'installs',
  buyers: 'buyers',
  purchases: 'purchase',
} as const satisfies Record<string, Figure>;

/** When the last link was created, its code, and its count or name if links are sorted by that. */
const placeSchema = z.union([
  z.tuple([millisecondsSchema, plainText(MAX_CODE_LENGTH)]),
  z.tuple([millisecondsSchema, plainText(MAX_CODE_LENGTH), z.number().min(0)]),
  z.tuple([millisecondsSchema, plainText(MAX_CODE_LENGTH), plainText(2 * MAX_SEARCH_LENGTH)]),
]);

const campaignFilter = (name: keyof Campaign) =>
  plainText(MAX_CAMPAIGN_LENGTH)
    .optional()
    .openapi({ description: `Only the links with this ${name}; empty for those without one.` });

const querySchema = listQuerySchema(placeSchema)
  .extend(daysQuerySchema.shape)
  .extend({
    search: plainText(MAX_SEARCH_LENGTH).optional().openapi({
      description:
        'Only links in which each of these words begins a word of the code, title, name, campaign or destination.',
    }),
    kind: z
      .enum(['campaign', 'shared'])
      .optional()
      .openapi({ description: 'Only the links that the owner created, or only those that users shared.' }),
    campaign: campaignFilter('campaign'),
    source: campaignFilter('source'),
    medium: campaignFilter('medium'),
    tag: plainText(MAX_TAG_LENGTH).optional().openapi({ description: 'Only the links with this tag.' }),
    disabled: z
      .enum(['true', 'false'])
      .optional()
      .openapi({ description: 'Only links that are disabled, or only the others.' }),
    createdFrom: daysQuerySchema.shape.from.openapi({ description: 'Only links created on this day or later.' }),
    createdTo: daysQuerySchema.shape.to.openapi({ description: 'Only links created on this day or before.' }),
    sort: z
      .enum(['created', 'name', 'revenue', ...(Object.keys(COUNTED) as (keyof typeof COUNTED)[])])
      .default('created')
      .openapi({
        description:
          'Newest first, by what the team calls them from A to Z, or sorted by this number in these days, highest first; revenue is in the app’s main currency.',
      }),
    attribution: attributionSchema,
    counts: z
      .enum(['true', 'false'])
      .default('false')
      .openapi({ description: 'Whether to include what each link brought in these days.' }),
  });

const countsSchema = figuresSchema.pick({
  clicks: true,
  visitors: true,
  installs: true,
  buyers: true,
  purchases: true,
  revenue: true,
});

const linkListSchema = z
  .object({
    links: z.array(linkSchema.extend({ counts: countsSchema.optional() }).openapi('ListedLink')),
    total: z.int().openapi({ description: 'How many links there are in all, with these filters.' }),
    nextCursor: nextCursorSchema,
  })
  .openapi('LinkList');

export type LinkListWire = z.output<typeof linkListSchema>;

const list = endpoint('get', '/api/links', {
  scope: 'read',
  summary: 'List the links of the app, newest or most successful first',
  request: { query: querySchema },
  responses: { 200: json('The links', linkListSchema), ...problemResponses(400) },
});

const sharedQuerySchema = z
  .strictObject({
    kind: z.literal('shared').openapi({ description: 'Only shared links: the owner’s are deleted one by one.' }),
    createdBy: plainText(MAX_INSTALL_ID_LENGTH).optional().openapi({ description: 'Links that this install shared.' }),
    day: daysQuerySchema.shape.from.openapi({ description: 'Links that were shared on this day.' }),
    timezone: daysQuerySchema.shape.timezone,
    all: z.literal('true').optional().openapi({ description: 'All shared links.' }),
  })
  .refine(
    ({ createdBy, day, all }) => [createdBy, day, all].filter((value) => value !== undefined).length === 1,
    'give createdBy, day or all'
  );

const deletedLinksSchema = z.object({ deleted: z.int(), hasMore: z.boolean() }).openapi('DeletedLinks');

export type DeletedLinksWire = z.output<typeof deletedLinksSchema>;

const removeShared = endpoint('delete', '/api/links', {
  summary: 'Delete links that users shared: those of one install, of one day, or all, in batches',
  request: { query: sharedQuerySchema },
  responses: {
    200: json(
      'Deleted; each can be restored for 30 days. If there are more, send the same request again.',
      deletedLinksSchema
    ),
    ...problemResponses(400),
  },
});

function countsOf(rows: readonly Counted[]): z.output<typeof countsSchema> {
  const { clicks, visitors, installs, buyers, purchases, revenue } = writeFigures(rows);
  return { clicks, visitors, installs, buyers, purchases, revenue };
}

export function serveLinkList(
  door: Door,
  { queries, clock, site }: Pick<ServiceParts, 'queries' | 'clock' | 'site'>
): void {
  door.openapi(list, async (c) => {
    const app = c.get('app');
    const query = c.req.valid('query');
    const { limit, cursor, search = null, kind = null, campaign, source, medium, tag, sort, counts } = query;
    const days = await readReportDays(queries, app, query, clock());
    if (days.kind === 'invalid') return c.json(answerInvalidField(days.field, days.message), 400);
    const [createdMs = 0, code = '', place] = cursor ?? [];
    const kindOfPlace = sort === 'created' ? 'undefined' : sort === 'name' ? 'string' : 'number';
    if (cursor && typeof place !== kindOfPlace) {
      return c.json(answerInvalidField('cursor', 'is not a cursor for this sort order'), 400);
    }
    if (days.spans && (counts === 'true' || (sort !== 'created' && sort !== 'name'))) {
      return c.json(answerInvalidField('timezone', `must be the app’s own, ${app.timeZone}`), 400);
    }
    const { createdFrom, createdTo } = query;
    const startOf = (day: string | undefined) =>
      day === undefined ? undefined : new Date(startOfDay(day, days.dayOf));
    const filter = {
      ...{ appId: app.id, kind, search, campaign, source, medium, tag },
      isDisabled: query.disabled === undefined ? undefined : query.disabled === 'true',
      createdFrom: startOf(createdFrom),
      createdBefore: startOf(createdTo && nextDay(createdTo)),
    };
    const counted = { appId: app.id, from: days.from, to: days.to, attribution: query.attribution };
    const after = cursor ? { createdAt: new Date(createdMs), code, count: Number(place ?? 0) } : null;
    /** The same order as in reports: see GET /api/statistics. */
    async function orderOf(by: Exclude<typeof sort, 'created' | 'name'>): Promise<Ranking['order']> {
      if (by !== 'revenue') return { figures: [COUNTED[by]] };
      const all = { ...counted, isByDay: false, by: null, filters: {} } as const;
      return { revenueIn: app.mainCurrency ?? mainCurrency(await readRollups(queries, all)) ?? '' };
    }
    async function listRows(): Promise<{ link: Link; count?: number; name?: string }[]> {
      if (sort === 'created') return (await listLinks(queries, filter, limit, after)).map((link) => ({ link }));
      if (sort === 'name') return listLinksByName(queries, filter, limit, after && { name: String(place), code });
      return listLinksByCount(queries, filter, { order: await orderOf(sort), days: counted }, limit, after);
    }
    const rows = await listRows();
    const codes = rows.map(({ link }) => link.code);
    const ofLinks = { ...counted, isByDay: false, by: 'link', filters: { link: codes } } as const;
    const figures = counts === 'true' && codes.length > 0 ? await readRollups(queries, ofLinks) : [];
    const figuresOf = counts === 'true' ? groupBy(figures, ({ value }) => value) : null;
    const last = rows.length === limit ? rows.at(-1) : undefined;
    const end = last && [last.link.createdAt.getTime(), last.link.code];
    const by = last?.count ?? last?.name;
    const origin = linkOrigin(c, site, app);
    return c.json(
      {
        links: rows.map(({ link }) => ({
          ...linkToWire(link, origin, c.get('scope')),
          ...(figuresOf ? { counts: countsOf(figuresOf.get(link.code) ?? []) } : {}),
        })),
        total: await countLinks(queries, filter),
        nextCursor: end ? writeCursor(by === undefined ? end : [...end, by]) : null,
      },
      200
    );
  });

  door.openapi(removeShared, async (c) => {
    const { createdBy = null, day, timezone } = c.req.valid('query');
    const days =
      day === undefined ? null : readDays({ from: day, to: day, timezone: timezone ?? c.get('app').timeZone }, clock());
    if (days?.kind === 'invalid') return c.json(answerInvalidField(days.field, days.message), 400);
    const created = days && { from: days.start, to: days.end };
    return c.json(await deleteSharedLinks(queries, c.get('app').id, { createdBy, created }, authorOf(c, clock)), 200);
  });
}
