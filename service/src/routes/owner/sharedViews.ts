import { z } from '@hono/zod-openapi';
import type { Fields, SharedView } from '../../storage/schema/tables.ts';
import { withinQuotas } from '../../storage/company/quotas.ts';
import { recordChanges } from '../../storage/company/changes.ts';
import { addSharedView, deleteSharedView, listSharedViews } from '../../storage/company/sharedViews.ts';
import { hashText } from '../../values/hashText.ts';
import { newSecret } from '../../values/newSecret.ts';
import { MAX_CAMPAIGN_LENGTH } from '../../values/campaign.ts';
import { MAX_CODE_LENGTH } from '../../values/shortUrl.ts';
import type { Door } from '../doors/createDoor.ts';
import { authorOf, SHARED_VIEW_PREFIX } from '../middleware/requireKey.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { iconPath } from '../../values/icon.ts';
import { appSchema } from '../wire/app.ts';
import { answerInvalidField } from '../wire/daysQuery.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';
import {
  instantSchema,
  listQuerySchema,
  millisecondsSchema,
  nextCursorSchema,
  plainText,
  writeCursor,
} from '../wire/schemas.ts';

const MAX_LABEL_LENGTH = 80;
const MAX_VALUES = 100;
const MAX_ID_LENGTH = 100;

/** What a view may be bound to: filters of reports that it applies. */
const filterSchema = z
  .strictObject({
    link: z.array(plainText(MAX_CODE_LENGTH).min(1)).min(1).max(MAX_VALUES),
    campaign: z.array(plainText(MAX_CAMPAIGN_LENGTH).min(1)).min(1).max(MAX_VALUES),
  })
  .partial()
  .refine((filter) => Object.keys(filter).length > 0, 'give link, campaign, or both')
  .openapi({ description: 'The links or campaigns that the view shows, and nothing else.' });

const showsNamesSchema = z.boolean().openapi({
  description: 'Whether the view shows what the team calls its links, and their tags. Visitors see neither.',
});

const newShareSchema = z
  .strictObject({
    label: plainText(MAX_LABEL_LENGTH).openapi({ description: 'Who gets it.', example: 'Agency' }),
    filter: filterSchema,
    showsNames: showsNamesSchema.default(false),
    expiresAt: instantSchema,
  })
  .openapi('NewShare');

const shareSchema = z
  .object({
    id: z.string(),
    label: z.string(),
    filter: filterSchema,
    showsNames: showsNamesSchema,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .openapi('Share');

export type ShareWire = z.output<typeof shareSchema>;

const placeSchema = z.tuple([millisecondsSchema, plainText(MAX_ID_LENGTH)]);

const list = endpoint('get', '/api/shares', {
  summary: 'List the shared views that haven’t ended, newest first',
  request: { query: listQuerySchema(placeSchema) },
  responses: {
    200: json(
      'The shares',
      z.object({ shares: z.array(shareSchema), nextCursor: nextCursorSchema }).openapi('ShareList')
    ),
  },
});

const add = endpoint('post', '/api/shares', {
  summary: 'Share the statistics of some links or campaigns until a date',
  request: { body: jsonBody(newShareSchema) },
  responses: {
    201: json(
      'Shared',
      shareSchema
        .extend({
          token: z.string().openapi({
            description:
              'Opens GET /api/statistics and GET /api/cohorts with this filter and no other; shown only once.',
          }),
        })
        .openapi('AddedShare')
    ),
    ...problemResponses(400, 409),
  },
});

const sharedSchema = z
  .object({
    app: appSchema.pick({ id: true, name: true, icon: true, accent: true, timeZone: true, mainCurrency: true }),
    filter: filterSchema,
    expiresAt: z.iso.datetime(),
  })
  .openapi('SharedView');

export type SharedViewWire = z.output<typeof sharedSchema>;

const show = endpoint('get', '/api/shared', {
  scope: 'read',
  sharedViewParameters: [],
  summary: 'For whoever has the token of a shared view, with its filter: whose numbers it shows, and until when',
  responses: { 200: json('The view', sharedSchema), ...problemResponses(404) },
});

const remove = endpoint('delete', '/api/shares/{id}', {
  summary: 'End a share: its token stops working',
  request: { params: z.object({ id: plainText(MAX_ID_LENGTH) }) },
  responses: { 204: { description: 'Ended' }, ...problemResponses(404) },
});

function toWire({ id, label, filter, showsNames, createdAt, expiresAt }: SharedView) {
  return {
    id,
    label,
    showsNames,
    filter: JSON.parse(filter) as z.output<typeof filterSchema>,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

const fieldsOf = ({ label, filter, showsNames, expiresAt }: SharedView): Fields => ({
  label,
  showsNames,
  filter: JSON.parse(filter) as unknown,
  expiresAt,
});

export function serveShares(door: Door, { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>): void {
  door.openapi(list, async (c) => {
    const { limit, cursor: place } = c.req.valid('query');
    const after = place ? { at: new Date(place[0]), id: place[1] } : null;
    const shares = await listSharedViews(queries, c.get('app').id, new Date(clock()), limit, after);
    const last = shares.length === limit ? shares.at(-1) : undefined;
    const nextCursor = last ? writeCursor([last.createdAt.getTime(), last.id]) : null;
    return c.json({ shares: shares.map(toWire), nextCursor }, 200);
  });

  door.openapi(show, (c) => {
    const view = c.get('sharedView') as ServiceEnv['Variables']['sharedView'] | undefined;
    if (!view) return c.json(problemBody('share_unknown', 'Only the token of a shared view opens this.'), 404);
    const { id, name, icon, accent, timeZone, mainCurrency } = c.get('app');
    const { filter, expiresAt } = view;
    return c.json(
      {
        app: { id, name, icon: icon && iconPath(id, icon), accent, timeZone, mainCurrency },
        filter,
        expiresAt: expiresAt.toISOString(),
      },
      200
    );
  });

  door.openapi(add, async (c) => {
    const { label, filter, showsNames, expiresAt } = c.req.valid('json');
    if (Date.parse(expiresAt) <= clock()) return c.json(answerInvalidField('expiresAt', 'must be in the future'), 400);
    const appId = c.get('app').id;
    const by = authorOf(c, clock);
    const token = newSecret(SHARED_VIEW_PREFIX);
    const share: SharedView = {
      appId,
      id: crypto.randomUUID(),
      hash: await hashText(token),
      label,
      filter: JSON.stringify(filter),
      showsNames,
      createdAt: by.at,
      expiresAt: new Date(expiresAt),
    };
    await withinQuotas(queries, appId, async (transaction) => {
      await addSharedView(transaction, share);
      const change = { what: 'share' as const, subject: share.id, before: null, after: fieldsOf(share) };
      await recordChanges(transaction, appId, by, [change]);
      return { result: null, added: { shares: 1 } };
    });
    return c.json({ ...toWire(share), token }, 201);
  });

  door.openapi(remove, async (c) => {
    const appId = c.get('app').id;
    const isEnded = await queries.transaction(async (transaction) => {
      const share = await deleteSharedView(transaction, appId, c.req.valid('param').id);
      if (!share) return false;
      const change = { what: 'share' as const, subject: share.id, before: fieldsOf(share), after: null };
      await recordChanges(transaction, appId, authorOf(c, clock), [change]);
      return true;
    });
    return isEnded
      ? c.body(null, 204)
      : c.json(problemBody('share_unknown', 'The app has no share with this id.'), 404);
  });
}
