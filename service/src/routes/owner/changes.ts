import { z } from '@hono/zod-openapi';
import { CHANGED } from '../../storage/schema/tables.ts';
import { listChanges, type ListedChange } from '../../storage/company/changes.ts';
import { MAX_CODE_LENGTH } from '../../values/shortUrl.ts';
import type { Door } from '../doors/createDoor.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint, json } from '../wire/endpoint.ts';
import { listQuerySchema, millisecondsSchema, nextCursorSchema, plainText, writeCursor } from '../wire/schemas.ts';

const MAX_ID_LENGTH = 100;

const fieldsSchema = z.record(z.string(), z.unknown()).nullable();

const changeListSchema = z
  .object({
    changes: z.array(
      z
        .object({
          id: z.string(),
          at: z.iso.datetime(),
          by: z.object({ label: z.string().nullable(), hint: z.string() }).nullable().openapi({
            description: 'The secret key that was used; null for the admin token.',
          }),
          what: z.enum(CHANGED),
          subject: z.string().nullable().openapi({
            description: 'The code of a link, or the id of something else; null for a deleted person.',
          }),
          before: fieldsSchema.openapi({
            description:
              'The changed fields before the change; null for something new, and empty for a link that a user shared.',
          }),
          after: fieldsSchema.openapi({ description: 'The same fields after the change; null if it was deleted.' }),
        })
        .openapi('Change')
    ),
    nextCursor: nextCursorSchema,
  })
  .openapi('ChangeList');

export type ChangeListWire = z.output<typeof changeListSchema>;

const placeSchema = z.tuple([millisecondsSchema, plainText(MAX_ID_LENGTH)]);

const list = endpoint('get', '/api/changes', {
  summary: 'List who changed links, keys and the app in the last year, newest first',
  request: {
    query: listQuerySchema(placeSchema).extend({
      link: plainText(MAX_CODE_LENGTH).min(1).optional().openapi({ description: 'Only changes of this link.' }),
    }),
  },
  responses: { 200: json('The changes', changeListSchema) },
});

function toWire({ change: { id, at, what, subject, before, after }, key }: ListedChange) {
  return { id, at: at.toISOString(), by: key, what, subject, before, after };
}

export function serveChanges(door: Door, { queries }: Pick<ServiceParts, 'queries'>): void {
  door.openapi(list, async (c) => {
    const { limit, cursor: place, link } = c.req.valid('query');
    const after = place ? { at: new Date(place[0]), id: place[1] } : null;
    const changes = await listChanges(queries, c.get('app').id, { link, limit, after });
    const last = changes.length === limit ? changes.at(-1)?.change : undefined;
    const nextCursor = last ? writeCursor([last.at.getTime(), last.id]) : null;
    return c.json({ changes: changes.map(toWire), nextCursor }, 200);
  });
}
