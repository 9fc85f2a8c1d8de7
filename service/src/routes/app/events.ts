import { z } from '@hono/zod-openapi';
import { type App } from '../../storage/schema/tables.ts';
import { EVENT_NAME } from '../../values/eventNames.ts';
import { occurredAt } from '../../values/occurredAt.ts';
import { maxAmount } from '../../values/maxAmount.ts';
import type { Money } from '../../values/readMoney.ts';
import type { Doors } from '../doors/createDoors.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { eventCounts, eventDataSchema, eventIdSchema, eventNameSchema } from '../wire/event.ts';
import { installIdSchema } from '../wire/installId.ts';
import { MAX_USER_ID_LENGTH, plainText } from '../wire/schemas.ts';

const PLATFORMS = ['ios', 'android', 'macos', 'windows', 'web'] as const;

/** The library sends up to 50. */
const MAX_EVENTS = 100;

/** The range that both PostgreSQL and JavaScript can keep, with room for phones whose clocks are wrong. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** Years of more than four digits are written with a sign. */
const TIMESTAMP = /^([+-]\d{6}|\d{4})-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

/** A time that can't be read is NaN: refusing it would cost an app its whole batch. */
const timestampSchema = z
  .unknown()
  .optional()
  .transform((text) => (typeof text === 'string' && TIMESTAMP.test(text) ? Date.parse(text) : NaN))
  .openapi({
    type: 'string',
    format: 'date-time',
    description: 'If it is missing or unreadable, the time of arrival counts.',
    example: '2026-01-01T12:00:00.000Z',
  });

/** The phone's time, or our own if the phone's can't be read or is out of range. */
function loggedAt(time: number, receivedAt: number): number {
  return time >= EARLIEST && time < LATEST ? time : receivedAt;
}

const isNamed = <Event extends { name: string | null }>(event: Event): event is Event & { name: string } =>
  event.name !== null;

const eventSchema = z.object({
  id: eventIdSchema,
  // An invalid name becomes null, and only its event is refused: refusing the batch would cost an app the others.
  name: z
    .unknown()
    .optional()
    .transform((name) => eventNameSchema.safeParse(name).data ?? null)
    .openapi({ type: 'string', pattern: EVENT_NAME.source, example: 'add_to_cart' }),
  data: eventDataSchema,
  timestamp: timestampSchema,
  userId: plainText(MAX_USER_ID_LENGTH).nullish().openapi({ description: 'The app’s own id for the person.' }),
});

/** React Native's names of systems. Any other word is unknown: refusing it would cost the batch. */
const platformSchema = z
  .unknown()
  .optional()
  .transform((name) => PLATFORMS.find((platform) => platform === name) ?? null)
  .openapi({ type: 'string', enum: [...PLATFORMS], description: 'Any other value counts as unknown.' });

const eventBatchSchema = z
  .object({
    installId: installIdSchema.openapi({ description: 'The id of the install.' }),
    platform: platformSchema,
    sentAt: timestampSchema,
    events: z.array(eventSchema).max(MAX_EVENTS),
  })
  .openapi('EventBatch');

const route = endpoint('post', '/api/link/events', {
  summary: 'Receive events; repeats are dropped by id',
  request: { body: jsonBody(eventBatchSchema) },
  responses: {
    200: json(
      'Stored, except for those that were dropped or rejected',
      z
        .object({
          ...eventCounts,
          dropped: z.int().openapi({
            description: 'How many events were not stored because their network or app sent too many.',
          }),
          rejected: z.int().openapi({ description: 'How many events were not stored because of their name.' }),
        })
        .openapi('EventCounts')
    ),
  },
});

/** Whether statistics count the amount. If not, it only stays in the event's data: refusing it would cost the batch. */
function isBelieved(name: string, { amount, currency }: Money, { maxAmounts }: App): boolean {
  const isWrongWay = name === 'purchase' && Number(amount) < 0;
  return !isWrongWay && Math.abs(Number(amount)) <= maxAmount(currency, maxAmounts);
}

export function serveEvents(
  { app: door, isEventStored, countedAs }: Doors,
  { addEvents, clock, metrics }: Pick<ServiceParts, 'addEvents' | 'clock' | 'metrics'>
): void {
  door.openapi(route, async (c) => {
    const { installId, platform, sentAt, events: sent } = c.req.valid('json');
    const now = clock();
    const app = c.get('app');
    const hasRevenue = app.revenueFrom === 'app';
    // Events over the limit are dropped, not refused: phones would only send them again.
    const named = sent.filter(isNamed);
    const events = named.filter(({ data }) => isEventStored(c, data.text));
    const rejected = sent.length - named.length;
    const dropped = named.length - events.length;
    const odd = events.filter(({ name, data: { money } }) => hasRevenue && money && !isBelieved(name, money, app));
    if (odd.length > 0) metrics?.countOddAmounts(app.id, odd.length);
    const accepted = await addEvents({
      appId: app.id,
      installId,
      platform,
      receivedAt: new Date(now),
      events: events.map(({ id, name, data, timestamp, userId }) => {
        const money = hasRevenue && data.money && isBelieved(name, data.money, app) ? data.money : null;
        return {
          id,
          name,
          data: data.text,
          loggedAt: loggedAt(timestamp, now),
          occurredAt: occurredAt(timestamp, sentAt, now),
          userId: userId || null,
          amount: money?.amount ?? null,
          currency: money?.currency ?? null,
          countedAs: countedAs(c, name),
        };
      }),
    });
    metrics?.countEvents(app.id, accepted, dropped);
    if (rejected > 0) metrics?.countRejectedEvents(app.id, rejected);
    return c.json({ accepted, repeated: events.length - accepted, dropped, rejected }, 200);
  });
}
