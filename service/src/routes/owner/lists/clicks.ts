import { z } from '@hono/zod-openapi';
import { listClicks } from '../../../storage/facts/clicks.ts';
import type { Click } from '../../../storage/schema/tables.ts';
import { MAX_PATH_LENGTH } from '../../../values/readPath.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { listQuerySchema, millisecondsSchema, nextCursorSchema, plainText, writeCursor } from '../../wire/schemas.ts';

const MAX_ID_LENGTH = 200;

const clickListSchema = z
  .object({
    clicks: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        route: z.string().nullable().openapi({ description: 'The path that was opened, if it was a path link.' }),
        query: z.string().nullable(),
        campaign: z.string().nullable(),
        source: z.string().nullable(),
        medium: z.string().nullable(),
        country: z.string().nullable().openapi({ description: 'A two-letter country code.', example: 'DE' }),
        address: z.string().nullable(),
        device: z.string().nullable(),
        model: z.string().nullable(),
        systemVersion: z.string().nullable(),
        browser: z.string().nullable().openapi({
          description: 'The browser, or the app whose own browser it was, such as `Safari` or `Instagram`; or `other`.',
        }),
        userAgent: z.string().nullable(),
        language: z.string().nullable(),
        screenWidth: z.number().nullable(),
        screenHeight: z.number().nullable(),
        scale: z.number().nullable(),
        timezone: z.string().nullable(),
        createdAt: z.iso.datetime(),
        storeTappedAt: z.iso.datetime().nullable().openapi({
          description: 'When the person first pressed a button that leads to the store.',
        }),
        claimedAt: z.iso.datetime().nullable(),
        claimedBy: z.enum(['clickId', 'clipboard', 'fingerprint']).nullable(),
      })
    ),
    nextCursor: nextCursorSchema,
  })
  .openapi('ClickList');

export type ClickListWire = z.output<typeof clickListSchema>;

const placeSchema = z.tuple([millisecondsSchema, plainText(MAX_ID_LENGTH)]);

const querySchema = listQuerySchema(placeSchema).extend({
  link: plainText(MAX_PATH_LENGTH).min(1).optional().openapi({
    description: 'Only the clicks on the link with this code or path.',
  }),
});

const route = endpoint('get', '/api/clicks', {
  summary: 'List the clicks on the app’s links, newest first',
  request: { query: querySchema },
  responses: { 200: json('The clicks', clickListSchema) },
});

function toWire({
  appId: _appId,
  network: _network,
  wideNetwork: _wideNetwork,
  look: _look,
  position: _position,
  reportedAt: _reportedAt,
  ...click
}: Click) {
  return {
    ...click,
    createdAt: click.createdAt.toISOString(),
    storeTappedAt: click.storeTappedAt?.toISOString() ?? null,
    claimedAt: click.claimedAt?.toISOString() ?? null,
  };
}

export function serveClickList(door: Door, { queries }: Pick<ServiceParts, 'queries'>): void {
  door.openapi(route, async (c) => {
    const { limit, cursor: place, link } = c.req.valid('query');
    const after = place ? { at: new Date(place[0]), id: place[1] } : null;
    const clicks = await listClicks(queries, c.get('app').id, limit, after, link);
    const last = clicks.length === limit ? clicks.at(-1) : undefined;
    const nextCursor = last ? writeCursor([last.createdAt.getTime(), last.id]) : null;
    return c.json({ clicks: clicks.map(toWire), nextCursor }, 200);
  });
}
