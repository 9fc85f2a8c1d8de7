import { z } from '@hono/zod-openapi';
import type { ServerEvent } from '../../../storage/facts/events.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint, json, jsonBody } from '../../wire/endpoint.ts';
import { eventCounts, eventDataSchema, eventIdSchema, eventNameSchema } from '../../wire/event.ts';
import { installIdSchema } from '../../wire/installId.ts';
import { instantSchema, MAX_USER_ID_LENGTH, plainText } from '../../wire/schemas.ts';

const MAX_EVENTS = 100;

/** An event that breaks the schema is rejected alone: a server that repeats its request must not lose the others. */
type Parsed =
  | { kind: 'event'; event: Omit<ServerEvent, 'occurredAt'> }
  | { kind: 'rejected'; id: string | null; reason: string };

const idOf = (event: unknown) => {
  const { id } = Object(event) as { id?: unknown };
  return typeof id === 'string' ? id : null;
};

const validSchema = z
  .object({
    id: eventIdSchema,
    installId: installIdSchema.nullish(),
    userId: plainText(MAX_USER_ID_LENGTH).min(1).nullish(),
    name: eventNameSchema,
    data: eventDataSchema,
    timestamp: instantSchema,
    renewalOf: eventIdSchema.nullish().openapi({
      description: 'The id of the purchase that this event renews; both count for the same link.',
    }),
  })
  .refine(({ installId, userId }) => installId || userId, 'needs an installId or a userId')
  .refine(({ id, renewalOf }) => id !== renewalOf, 'must not renew itself')
  .transform(({ id, installId, userId, name, data, timestamp, renewalOf }): Parsed => ({
    kind: 'event',
    event: {
      id,
      installId: installId ?? null,
      userId: userId ?? null,
      name,
      data: data.text,
      loggedAt: Date.parse(timestamp),
      amount: data.money?.amount ?? null,
      currency: data.money?.currency ?? null,
      renewalOf: renewalOf ?? null,
    },
  }))
  .openapi('ServerEvent');

function reject(event: unknown): Parsed {
  const issues = validSchema.safeParse(event).error?.issues ?? [];
  const reason = issues.map(({ path, message }) => `${path.join('.') || 'event'}: ${message}`).join('; ');
  return { kind: 'rejected', id: idOf(event), reason };
}

const eventSchema = z.union([validSchema, z.unknown().transform(reject)]);

const route = endpoint('post', '/api/events', {
  scope: 'events',
  summary: 'Receive events from the app’s server; repeats are dropped by id',
  request: { body: jsonBody(z.object({ events: z.array(eventSchema).max(MAX_EVENTS) })) },
  responses: {
    200: json(
      'Stored, except for those that were rejected',
      z
        .object({
          ...eventCounts,
          rejected: z.array(z.object({ id: z.string().nullable(), reason: z.string() })),
        })
        .openapi('ServerEventCounts')
    ),
  },
});

export function serveServerEvents(
  door: Door,
  { addServerEvents, clock, metrics }: Pick<ServiceParts, 'addServerEvents' | 'clock' | 'metrics'>
): void {
  door.openapi(route, async (c) => {
    const parsed = c.req.valid('json').events;
    const now = clock();
    const events = parsed.flatMap((each) =>
      // A server's clock is right, give or take a moment, so nothing that it reports is in the future.
      each.kind === 'event' ? [{ ...each.event, occurredAt: Math.min(each.event.loggedAt, now) }] : []
    );
    const rejected = parsed.flatMap((each) => (each.kind === 'rejected' ? [{ id: each.id, reason: each.reason }] : []));
    const { id: appId } = c.get('app');
    const accepted = events.length === 0 ? 0 : await addServerEvents({ appId, events, receivedAt: new Date(now) });
    metrics?.countEvents(appId, accepted, 0);
    if (rejected.length > 0) metrics?.countRejectedEvents(appId, rejected.length);
    return c.json({ accepted, repeated: events.length - accepted, rejected }, 200);
  });
}
