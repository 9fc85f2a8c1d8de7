import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { MAX_WAITING, PAUSE_REASONS } from '../../operations/webhooks/createDeliveries.ts';
import { addWebhook, changeWebhook, deleteWebhook, rotateSecret } from '../../operations/webhooks/webhooks.ts';
import { PAUSES, type Delivery, type Webhook } from '../../storage/schema/tables.ts';
import type { Queries } from '../../storage/base/Database.ts';
import {
  countWaiting,
  findWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  tellWebhook,
} from '../../storage/company/webhooks.ts';
import { isInNetworks, isPublicAddress, type Networks } from '../../values/networks.ts';
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '../../values/webhookEvents.ts';
import type { Doors } from '../doors/createDoors.ts';
import { authorOf } from '../middleware/requireKey.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { answerInvalidField } from '../wire/daysQuery.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';
import { listQuerySchema, millisecondsSchema, nextCursorSchema, plainText, writeCursor } from '../wire/schemas.ts';

const MAX_URL_LENGTH = 2_048;
const MAX_ID_LENGTH = 100;
const MAX_NAMES = 50;
const MAX_NAME_LENGTH = 200;

const fields = {
  url: plainText(MAX_URL_LENGTH).openapi({
    description: 'Where to send them: an https URL at a public address, except in the networks of WEBHOOK_ALLOW.',
    example: 'https://example.com/webhooks',
  }),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
  names: z
    .array(plainText(MAX_NAME_LENGTH).min(1))
    .max(MAX_NAMES)
    .openapi({
      description: 'For event.recorded: only events with these names; all if empty.',
      example: ['purchase'],
    }),
  format: z
    .enum(WEBHOOK_FORMATS)
    .openapi({ description: '`slack` sends the body that Slack’s incoming webhooks expect.' }),
};

const newWebhookSchema = z
  .strictObject({ ...fields, names: fields.names.default([]), format: fields.format.default('standard') })
  .openapi('NewWebhook');

const webhookChangeSchema = z
  .strictObject({
    ...z.object(fields).partial().shape,
    paused: z.boolean().optional().openapi({ description: 'While it is paused, nothing is written or sent for it.' }),
  })
  .openapi('WebhookChange');

const webhookSchema = z
  .object({
    id: z.string(),
    ...fields,
    createdAt: z.iso.datetime(),
    failingSince: z.iso.datetime().nullable().openapi({ description: 'Null if the last delivery succeeded.' }),
    waiting: z.int().openapi({ description: `How many deliveries are waiting, counted up to ${MAX_WAITING}.` }),
    paused: z
      .object({ at: z.iso.datetime(), because: z.enum(PAUSES), message: z.string() })
      .nullable()
      .openapi({ description: 'Why nothing is sent, and what was not sent; null if it is active.' }),
  })
  .openapi('Webhook');

const secretSchema = z.string().openapi({
  description: 'Signs the deliveries, shown only once.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
});

const deliverySchema = z
  .object({
    id: z.string().openapi({ description: 'The webhook-id, the same with every attempt.' }),
    type: z.string(),
    at: z.iso.datetime(),
    attempts: z.int(),
    triedAt: z.iso.datetime().nullable(),
    deliveredAt: z.iso.datetime().nullable(),
    nextAttemptAt: z.iso.datetime().nullable().openapi({ description: 'Null once it is delivered or given up.' }),
    status: z.int().nullable().openapi({ description: 'Status of the last answer; null if there was none.' }),
    answer: z.string().nullable().openapi({ description: 'The start of the last answer, or why there was none.' }),
  })
  .openapi('Delivery');

const deliveryListSchema = z
  .object({ deliveries: z.array(deliverySchema), nextCursor: nextCursorSchema })
  .openapi('DeliveryList');

export type WebhookWire = z.output<typeof webhookSchema>;
export type DeliveryListWire = z.output<typeof deliveryListSchema>;

const params = z.object({ id: plainText(MAX_ID_LENGTH) });

const list = endpoint('get', '/api/webhooks', {
  summary: 'List the webhook endpoints',
  responses: { 200: json('The endpoints', z.object({ webhooks: z.array(webhookSchema) }).openapi('WebhookList')) },
});

const add = endpoint('post', '/api/webhooks', {
  summary: 'Add a webhook endpoint (Standard Webhooks 1.0)',
  request: { body: jsonBody(newWebhookSchema) },
  responses: {
    201: json('Added', webhookSchema.extend({ secret: secretSchema }).openapi('AddedWebhook')),
    ...problemResponses(400, 409),
  },
});

const change = endpoint('patch', '/api/webhooks/{id}', {
  summary: 'Change an endpoint, pause it or resume it; fields that are left out stay as they are',
  request: { params, body: jsonBody(webhookChangeSchema) },
  responses: { 200: json('Changed', webhookSchema), ...problemResponses(400, 404) },
});

const remove = endpoint('delete', '/api/webhooks/{id}', {
  summary: 'Delete an endpoint and its deliveries',
  request: { params },
  responses: { 204: { description: 'Deleted' }, ...problemResponses(404) },
});

const rotate = endpoint('post', '/api/webhooks/{id}/rotate', {
  summary: 'Replace the secret of an endpoint; for a day, both sign the deliveries',
  request: { params },
  responses: {
    200: json('The new secret', z.object({ secret: secretSchema }).openapi('RotatedSecret')),
    ...problemResponses(404, 409),
  },
});

const test = endpoint('post', '/api/webhooks/{id}/test', {
  summary: 'Send webhook.test to an endpoint now, and show what it answers',
  request: { params },
  responses: { 200: json('The delivery', deliverySchema), ...problemResponses(404, 409) },
});

const placeSchema = z.tuple([millisecondsSchema, plainText(MAX_ID_LENGTH)]);

const deliveries = endpoint('get', '/api/webhooks/{id}/deliveries', {
  summary: 'List what was sent to an endpoint in the last seven days and what is waiting, newest first',
  request: { params, query: listQuerySchema(placeSchema) },
  responses: { 200: json('The deliveries', deliveryListSchema), ...problemResponses(404) },
});

const replay = endpoint('post', '/api/deliveries/{id}/replay', {
  summary: 'Send a delivery again, with the same id',
  request: { params },
  responses: { 200: json('It is due now', deliverySchema), ...problemResponses(404) },
});

const unknownWebhook = problemBody('webhook_unknown', 'The app has no endpoint with this id.');
const unknownDelivery = problemBody('delivery_unknown', 'The app has no delivery with this id.');
const withoutKey = problemBody(
  'secrets_key_missing',
  'Webhooks need SECRETS_KEY, which encrypts their secrets: 32 random bytes in base64, such as `openssl rand -base64 32` prints. Set it and restart the service.'
);

/** Why webhooks can't go to an address; null if its text allows them. Names are resolved only on sending. */
function problemOf(text: string, allowed: Networks): string | null {
  // A URL parser drops line breaks and tabs, so the list would show another address than the one in use.
  if (/[\p{Cc}\s]/u.test(text) || !URL.canParse(text)) return 'must be a URL such as https://example.com/webhooks';
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== 'https:' && (protocol !== 'http:' || allowed.length === 0)) return 'must be an https URL';
  if (username !== '' || password !== '') return 'must not contain a user name or a password';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAddress = host.includes(':') || /^[\d.]+$/.test(host);
  if (isAddress && !isPublicAddress(host) && !isInNetworks(host, allowed)) {
    return 'must be a public address, or in a network of WEBHOOK_ALLOW';
  }
  return null;
}

/** What was not sent, and where to find it. */
function describePause(because: NonNullable<Webhook['pausedBecause']>, waiting: number, at: Date): string {
  const missed = `Anything after ${at.toISOString()} is not among them: see GET /api/export/events.csv and clicks.csv.`;
  return `${PAUSE_REASONS[because]} ${waiting} deliveries wait until you resume. ${missed}`;
}

const toInstant = (at: Date | null) => at?.toISOString() ?? null;

async function toWire(queries: Queries, webhook: Webhook): Promise<WebhookWire> {
  const { id, url, events, names, format, createdAt, failingSince, pausedAt, pausedBecause } = webhook;
  const waiting = await countWaiting(queries, webhook, MAX_WAITING);
  const because = pausedBecause ?? 'owner';
  return {
    ...{
      id,
      url,
      events,
      names,
      format,
      createdAt: createdAt.toISOString(),
      failingSince: toInstant(failingSince),
      waiting,
    },
    paused: pausedAt && { at: pausedAt.toISOString(), because, message: describePause(because, waiting, pausedAt) },
  };
}

function deliveryToWire({ id, type, at, attempts, triedAt, deliveredAt, dueAt, status, answer }: Delivery) {
  return {
    ...{ id, type, at: at.toISOString(), attempts, triedAt: toInstant(triedAt), deliveredAt: toInstant(deliveredAt) },
    ...{ nextAttemptAt: toInstant(dueAt), status, answer },
  };
}

export function serveWebhooks(
  { owner: door, tests }: Pick<Doors, 'owner' | 'tests'>,
  { queries, clock, webhooks: { secrets, networks, deliverNow } }: Pick<ServiceParts, 'queries' | 'clock' | 'webhooks'>
): void {
  const find = (c: Context<ServiceEnv>, id: string) => findWebhook(queries, c.get('app').id, id);

  door.openapi(list, async (c) => {
    const found = await listWebhooks(queries, c.get('app').id);
    return c.json({ webhooks: await Promise.all(found.map((webhook) => toWire(queries, webhook))) }, 200);
  });

  door.openapi(add, async (c) => {
    if (!secrets.isReady) return c.json(withoutKey, 409);
    const wanted = c.req.valid('json');
    const problem = problemOf(wanted.url, networks);
    if (problem !== null) return c.json(answerInvalidField('url', problem), 400);
    const { webhook, secret } = await addWebhook(queries, secrets, c.get('app').id, wanted, authorOf(c, clock));
    return c.json({ ...(await toWire(queries, webhook)), secret }, 201);
  });

  door.openapi(change, async (c) => {
    const { paused, ...wanted } = c.req.valid('json');
    const problem = wanted.url === undefined ? null : problemOf(wanted.url, networks);
    if (problem !== null) return c.json(answerInvalidField('url', problem), 400);
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const changes = { ...given, ...(paused === undefined ? {} : { isPaused: paused }) };
    const webhook = await changeWebhook(queries, c.get('app').id, c.req.valid('param').id, changes, authorOf(c, clock));
    return webhook ? c.json(await toWire(queries, webhook), 200) : c.json(unknownWebhook, 404);
  });

  door.openapi(remove, async (c) => {
    const isDeleted = await deleteWebhook(queries, c.get('app').id, c.req.valid('param').id, authorOf(c, clock));
    return isDeleted ? c.body(null, 204) : c.json(unknownWebhook, 404);
  });

  door.openapi(rotate, async (c) => {
    if (!secrets.isReady) return c.json(withoutKey, 409);
    const secret = await rotateSecret(queries, secrets, c.get('app').id, c.req.valid('param').id, authorOf(c, clock));
    return secret === null ? c.json(unknownWebhook, 404) : c.json({ secret }, 200);
  });

  tests.openapi(test, async (c) => {
    if (!secrets.isReady) return c.json(withoutKey, 409);
    const webhook = await find(c, c.req.valid('param').id);
    if (!webhook) return c.json(unknownWebhook, 404);
    const data = JSON.stringify({ message: 'This is a test.' });
    const id = await tellWebhook(queries, webhook, { type: 'webhook.test', at: new Date(clock()), data });
    const delivery = await deliverNow(webhook, id);
    return delivery ? c.json(deliveryToWire(delivery), 200) : c.json(unknownDelivery, 404);
  });

  door.openapi(deliveries, async (c) => {
    const webhook = await find(c, c.req.valid('param').id);
    if (!webhook) return c.json(unknownWebhook, 404);
    const { limit, cursor: place } = c.req.valid('query');
    const after = place ? { at: new Date(place[0]), id: place[1] } : null;
    const found = await listDeliveries(queries, webhook.appId, webhook.id, limit, after);
    const last = found.length === limit ? found.at(-1) : undefined;
    const nextCursor = last ? writeCursor([last.at.getTime(), last.id]) : null;
    return c.json({ deliveries: found.map(deliveryToWire), nextCursor }, 200);
  });

  door.openapi(replay, async (c) => {
    const delivery = await replayDelivery(queries, c.get('app').id, c.req.valid('param').id, new Date(clock()));
    return delivery ? c.json(deliveryToWire(delivery), 200) : c.json(unknownDelivery, 404);
  });
}
