import { z } from '@hono/zod-openapi';
import { addKey, revokeKey } from '../../operations/apps.ts';
import { findApp } from '../../storage/company/apps.ts';
import { listKeys } from '../../storage/company/keys.ts';
import type { Key } from '../../storage/schema/tables.ts';
import type { Doors } from '../doors/createDoors.ts';
import { authorOf } from '../middleware/requireKey.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { appIdSchema } from '../wire/app.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';
import { SCOPES } from '../../values/scopes.ts';
import { plainText } from '../wire/schemas.ts';
import { findAppInReach, unknownApp } from './apps.ts';

const MAX_ID_LENGTH = 100;
const MAX_LABEL_LENGTH = 80;

const keySchema = z
  .object({
    id: z.string(),
    app: z.string(),
    kind: z.enum(['publishable', 'secret']),
    scope: z.enum(SCOPES).nullable().openapi({ description: 'Null for a publishable key.' }),
    hint: z.string().openapi({
      description: 'A publishable key in full; the first and last characters of a secret key.',
      example: 'sk_Zk8…9aQf',
    }),
    label: z.string().nullable().openapi({ example: 'warehouse server' }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .openapi({ description: 'When the key was last used, to the minute; null if never.' }),
    revokedAt: z.iso.datetime().nullable(),
  })
  .openapi('Key');

export type KeyWire = z.output<typeof keySchema>;

const newKeySchema = z
  .strictObject({
    app: appIdSchema,
    kind: z.enum(['publishable', 'secret']),
    scope: z.enum(SCOPES).nullish().openapi({
      description:
        'What a secret key may do. `read`: statistics and links, no people, clicks or exports. `links`: the same, plus creating and changing links. `events`: send events from your server, nothing else. `all`, the default: everything that an owner may do.',
    }),
    label: plainText(MAX_LABEL_LENGTH)
      .nullable()
      .default(null)
      .transform((label) => label?.trim() || null)
      .openapi({ description: 'What the key is for, so you know later which one to revoke.' }),
  })
  .refine(({ kind, scope }) => kind === 'secret' || (scope ?? null) === null, {
    path: ['scope'],
    message: 'only a secret key has one',
  })
  .openapi('NewKey');

const add = endpoint('post', '/api/keys', {
  summary: 'Add a key; the app’s other keys stay valid',
  request: { body: jsonBody(newKeySchema) },
  responses: {
    201: json(
      'Added',
      keySchema
        .extend({ secret: z.string().openapi({ description: 'The key itself, shown only once.' }) })
        .openapi('AddedKey')
    ),
    ...problemResponses(404, 409),
  },
});

const list = endpoint('get', '/api/keys', {
  summary: 'List the keys of an app, without the secret keys themselves',
  request: { query: z.object({ app: appIdSchema }) },
  responses: {
    200: json('The keys', z.object({ keys: z.array(keySchema) }).openapi('KeyList')),
    ...problemResponses(404),
  },
});

const revoke = endpoint('delete', '/api/keys/{id}', {
  summary: 'Revoke a key: it stops working right away',
  request: { params: z.object({ id: plainText(MAX_ID_LENGTH) }) },
  responses: { 204: { description: 'Revoked' }, ...problemResponses(404) },
});

function toWire({
  id,
  appId,
  kind,
  scope,
  hint,
  label,
  createdAt,
  lastUsedAt,
  revokedAt,
}: Key & { lastUsedAt: Date | null }) {
  return {
    id,
    app: appId,
    kind,
    scope,
    hint,
    label,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

export function serveKeys(
  { admin, adminOrOwner }: Doors,
  { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>
): void {
  admin.openapi(add, async (c) => {
    const { app, ...wanted } = c.req.valid('json');
    if (!(await findApp(queries, app))) return c.json(unknownApp, 404);
    const { key, secret } = await addKey(queries, app, wanted, authorOf(c, clock));
    return c.json({ ...toWire({ ...key, lastUsedAt: null }), secret }, 201);
  });

  adminOrOwner.openapi(list, async (c) => {
    const { app } = c.req.valid('query');
    if (!(await findAppInReach(c, queries, app))) return c.json(unknownApp, 404);
    return c.json({ keys: (await listKeys(queries, app)).map(toWire) }, 200);
  });

  admin.openapi(revoke, async (c) => {
    const outcome = await revokeKey(queries, c.req.valid('param').id, authorOf(c, clock));
    if (outcome === 'revoked') return c.body(null, 204);
    return c.json(problemBody('key_unknown', 'There is no such key, or it was already revoked.'), 404);
  });
}
