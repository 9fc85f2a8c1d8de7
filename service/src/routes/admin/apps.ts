import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { addApp, changeApp } from '../../operations/apps.ts';
import { findApp, listApps } from '../../storage/apps.ts';
import type { Queries } from '../../storage/Database.ts';
import type { App } from '../../storage/tables.ts';
import { isHost, normalizeHost } from '../../values/hosts.ts';
import { isAppScheme } from '../../values/isDestination.ts';
import type { Doors } from '../doors/createDoors.ts';
import type { ServiceContext, ServiceEnv } from '../ServiceContext.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';
import { jsonContent, plainText } from '../wire/schemas.ts';

const LONGEST_NAME = 100;
const MOST_HOSTS = 20;
const MOST_CERTIFICATES = 20;
const DEFAULT_ATTRIBUTION_DAYS = 30;
/** By default events and opens are kept only a little longer. */
const MOST_ATTRIBUTION_DAYS = 365;

export const appIdSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'must have 1 to 64 characters from a–z, 0–9, dot, - and _, and begin with a letter or digit'
  )
  .openapi({ example: 'my-app' });

const fields = {
  name: plainText(LONGEST_NAME)
    .refine((name) => name.trim() !== '', 'must not be blank')
    .refine((name) => !/\p{Cc}/u.test(name), 'must not contain control characters')
    .openapi({ minLength: 1, example: 'My App' }),
  hosts: z
    .array(
      z
        .string()
        .transform(normalizeHost)
        .refine(isHost, 'must be a host such as go.example.com, without https:// and without a path')
    )
    .max(MOST_HOSTS)
    .transform((hosts) => [...new Set(hosts)])
    .openapi({
      description: 'The hosts of the app’s short links; new links use the first one.',
      example: ['go.example.com'],
    }),
  iosAppId: z
    .string()
    .regex(
      /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/,
      'must be the team id, a dot and the bundle id: TEAMID1234.com.example.app'
    )
    .nullable()
    .openapi({ example: 'TEAMID1234.com.example.app' }),
  appStoreId: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the digits of the app’s address in the App Store')
    .nullable()
    .openapi({ example: '1234567890' }),
  androidPackage: z
    .string()
    .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, 'must be a package such as com.example.app')
    .max(155)
    .nullable()
    .openapi({ example: 'com.example.app' }),
  androidSha256: z
    .array(
      z
        .string()
        .transform((text) => text.toUpperCase())
        .refine(
          (text) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(text),
          'must be the SHA-256 of the signing certificate: 32 pairs of hexadecimal digits with colons between'
        )
    )
    .max(MOST_CERTIFICATES)
    .transform((fingerprints) => [...new Set(fingerprints)]),
  scheme: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]{1,62}$/, 'must be the app’s own scheme, without a colon')
    .refine(isAppScheme, 'must be a scheme that belongs to the app alone')
    .nullable()
    .openapi({ description: 'Opens the installed app from the landing page.', example: 'myapp' }),
  attributionDays: z.int().min(1).max(MOST_ATTRIBUTION_DAYS).openapi({
    description:
      'For how many days after a link was opened or matched the events of that install are attributed to it. A new value holds for later events.',
    example: DEFAULT_ATTRIBUTION_DAYS,
  }),
};

const newAppSchema = z
  .strictObject({
    id: appIdSchema,
    name: fields.name,
    hosts: fields.hosts.default([]),
    iosAppId: fields.iosAppId.default(null),
    appStoreId: fields.appStoreId.default(null),
    androidPackage: fields.androidPackage.default(null),
    androidSha256: fields.androidSha256.default([]),
    scheme: fields.scheme.default(null),
    attributionDays: fields.attributionDays.default(DEFAULT_ATTRIBUTION_DAYS),
  })
  .openapi('NewApp');

const appChangeSchema = z.strictObject(fields).partial().openapi('AppChange');

const appSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    hosts: z.array(z.string()),
    iosAppId: z.string().nullable(),
    appStoreId: z.string().nullable(),
    androidPackage: z.string().nullable(),
    androidSha256: z.array(z.string()),
    scheme: z.string().nullable(),
    attributionDays: z.int(),
    createdAt: z.iso.datetime(),
  })
  .openapi('App');

const addedAppSchema = z
  .object({
    app: appSchema,
    publishableKey: z.string().openapi({ description: 'Shown now and never again.' }),
    secretKey: z.string().openapi({ description: 'Shown now and never again.' }),
  })
  .openapi('AddedApp');

export const appPathSchema = z.object({ id: appIdSchema.openapi({ param: { name: 'id', in: 'path' } }) });

const add = createRoute({
  method: 'post',
  path: '/api/apps',
  summary: 'Add an app, with a key of each kind',
  request: { body: { required: true, content: jsonContent(newAppSchema) } },
  responses: {
    201: { description: 'Added', content: jsonContent(addedAppSchema) },
    ...problemResponses(400, 401, 403, 409, 413, 415, 429, 503),
  },
});

const list = createRoute({
  method: 'get',
  path: '/api/apps',
  summary: 'List the apps: all of them, or the one that a secret key belongs to',
  responses: {
    200: { description: 'The apps', content: jsonContent(z.object({ apps: z.array(appSchema) }).openapi('AppList')) },
    ...problemResponses(401, 403, 429, 503),
  },
});

const read = createRoute({
  method: 'get',
  path: '/api/apps/{id}',
  summary: 'Show an app',
  request: { params: appPathSchema },
  responses: {
    200: { description: 'The app', content: jsonContent(appSchema) },
    ...problemResponses(400, 401, 403, 404, 429, 503),
  },
});

const change = createRoute({
  method: 'patch',
  path: '/api/apps/{id}',
  summary: 'Change an app; fields that are left out stay as they are',
  request: { params: appPathSchema, body: { required: true, content: jsonContent(appChangeSchema) } },
  responses: {
    200: { description: 'Changed', content: jsonContent(appSchema) },
    ...problemResponses(400, 401, 403, 404, 409, 413, 415, 429, 503),
  },
});

function toWire({ linkHosts, createdAt, ...app }: App) {
  return { ...app, hosts: linkHosts, createdAt: createdAt.toISOString() };
}

export const unknownApp = problemBody('app_unknown', 'There is no app with this id.');

/** The app with this id, if the caller may see it. To an owner, other apps look as if they didn't exist. */
export async function findAppInReach(c: Context<ServiceEnv>, queries: Queries, id: string): Promise<App | null> {
  const ownApp = c.get('ownApp');
  if (ownApp) return ownApp.id === id ? ownApp : null;
  return findApp(queries, id);
}

export function serveApps({ admin, adminOrOwner }: Doors, { queries, clock }: ServiceContext): void {
  admin.openapi(add, async (c) => {
    const { hosts, ...wanted } = c.req.valid('json');
    const app: App = { ...wanted, linkHosts: hosts, createdAt: new Date(clock()) };
    const outcome = await addApp(queries, app);
    if (outcome.kind === 'taken') {
      return c.json(
        problemBody('app_taken', `There is an app ${app.id} already. Change it, or choose another id.`),
        409
      );
    }
    const { publishableKey, secretKey } = outcome;
    return c.json({ app: toWire(app), publishableKey, secretKey }, 201);
  });

  adminOrOwner.openapi(list, async (c) => {
    const ownApp = c.get('ownApp');
    const apps = ownApp ? [ownApp] : await listApps(queries);
    return c.json({ apps: apps.map(toWire) }, 200);
  });

  adminOrOwner.openapi(read, async (c) => {
    const app = await findAppInReach(c, queries, c.req.valid('param').id);
    return app ? c.json(toWire(app), 200) : c.json(unknownApp, 404);
  });

  admin.openapi(change, async (c) => {
    const { hosts, ...wanted } = c.req.valid('json');
    const outcome = await changeApp(queries, c.req.valid('param').id, {
      ...wanted,
      ...(hosts === undefined ? {} : { linkHosts: hosts }),
    } as Partial<App>);
    switch (outcome.kind) {
      case 'changed':
        return c.json(toWire(outcome.app), 200);
      case 'unknown':
        return c.json(unknownApp, 404);
      case 'codes-shared': {
        const message = `Another app on these hosts has links with the same codes (${outcome.codes.join(', ')}). Delete them in one of the apps first, or choose other hosts.`;
        return c.json(problemBody('codes_shared', message, [{ name: 'hosts', message }]), 409);
      }
    }
  });
}
