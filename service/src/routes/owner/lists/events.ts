import { z } from '@hono/zod-openapi';
import { listEvents } from '../../../storage/facts/events.ts';
import type { StoredEvent } from '../../../storage/schema/tables.ts';
import { trimAmount } from '../../../values/readMoney.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { MAX_EVENT_ID_LENGTH } from '../../wire/event.ts';
import { listQuerySchema, millisecondsSchema, nextCursorSchema, plainText, writeCursor } from '../../wire/schemas.ts';

const eventListSchema = z
  .object({
    events: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        data: z.unknown().optional(),
        installId: z
          .string()
          .nullable()
          .openapi({ description: 'Null if a server named a user without a known install.' }),
        platform: z.string().nullable(),
        timestamp: z.iso.datetime(),
        receivedAt: z.iso.datetime(),
        occurredAt: z.iso.datetime().openapi({ description: 'By the service’s clock.' }),
        userId: z.string().nullable(),
        link: z.string().nullable().openapi({ description: 'The code of the link that the event is attributed to.' }),
        amount: z
          .string()
          .nullable()
          .openapi({ description: 'From data.total, or else from data.value.', example: '59.9' }),
        currency: z.string().nullable().openapi({ example: 'EUR' }),
        renewalOf: z.string().nullable().openapi({ description: 'The id of the purchase that it renews.' }),
      })
    ),
    nextCursor: nextCursorSchema,
  })
  .openapi('EventList');

const placeSchema = z.tuple([millisecondsSchema, z.int().min(0), plainText(MAX_EVENT_ID_LENGTH)]);

const route = endpoint('get', '/api/events', {
  summary: 'List the app’s events by arrival, newest first',
  request: { query: listQuerySchema(placeSchema) },
  responses: { 200: json('The events', eventListSchema) },
});

function toWire({ id, name, data, installId, platform, loggedAt, receivedAt, ...event }: StoredEvent) {
  const parsed: unknown = data === null ? undefined : JSON.parse(data);
  return {
    id,
    name,
    data: parsed,
    installId,
    platform,
    timestamp: loggedAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    occurredAt: event.occurredAt.toISOString(),
    userId: event.userId,
    link: event.code,
    amount: event.amount && trimAmount(event.amount),
    currency: event.currency,
    renewalOf: event.renewalOf,
  };
}

export function serveEventList(door: Door, { queries }: Pick<ServiceParts, 'queries'>): void {
  door.openapi(route, async (c) => {
    const { limit, cursor: place } = c.req.valid('query');
    const before = place ? { receivedAt: new Date(place[0]), position: place[1], id: place[2] } : null;
    const events = await listEvents(queries, c.get('app').id, limit, before);
    const oldest = events.length === limit ? events[0] : undefined;
    const nextCursor = oldest ? writeCursor([oldest.receivedAt.getTime(), oldest.position, oldest.id]) : null;
    return c.json({ events: events.map(toWire), nextCursor }, 200);
  });
}
