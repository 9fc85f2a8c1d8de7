import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { addApp, changeApp } from '../../operations/apps.ts';
import { findApp, listApps } from '../../storage/company/apps.ts';
import { nameIcon } from '../../storage/company/icons.ts';
import type { Queries } from '../../storage/base/Database.ts';
import type { App } from '../../storage/schema/tables.ts';
import type { Doors } from '../doors/createDoors.ts';
import { iconPath } from '../../values/icon.ts';
import { authorOf } from '../middleware/requireKey.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { appChangeSchema, appIdSchema, appSchema, newAppSchema } from '../wire/app.ts';
import { answerInvalidField } from '../wire/daysQuery.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';

const addedAppSchema = z
  .object({
    app: appSchema,
    publishableKey: z.string().openapi({ description: 'Shown only once.' }),
    secretKey: z.string().openapi({ description: 'Shown only once.' }),
  })
  .openapi('AddedApp');

export type AddedAppWire = z.output<typeof addedAppSchema>;

export const appPathSchema = z.object({ id: appIdSchema });

const add = endpoint('post', '/api/apps', {
  summary: 'Add an app with one key of each kind',
  request: { body: jsonBody(newAppSchema) },
  responses: { 201: json('Added', addedAppSchema), ...problemResponses(400, 409) },
});

const list = endpoint('get', '/api/apps', {
  scope: 'read',
  summary: 'List the apps: all of them, or the one that a secret key belongs to',
  responses: { 200: json('The apps', z.object({ apps: z.array(appSchema) }).openapi('AppList')) },
});

const read = endpoint('get', '/api/apps/{id}', {
  scope: 'read',
  summary: 'Show an app',
  request: { params: appPathSchema },
  responses: { 200: json('The app', appSchema), ...problemResponses(404) },
});

const change = endpoint('patch', '/api/apps/{id}', {
  summary: 'Change an app; fields that are left out stay as they are',
  request: { params: appPathSchema, body: jsonBody(appChangeSchema) },
  responses: { 200: json('Changed', appSchema), ...problemResponses(400, 404, 409) },
});

function toWire({ linkHosts, createdAt, ...app }: App) {
  return {
    ...app,
    hosts: linkHosts,
    icon: app.icon && iconPath(app.id, app.icon),
    createdAt: createdAt.toISOString(),
  };
}

const unknownZone = answerInvalidField('timeZone', 'is not a time zone that the database knows');

export const unknownApp = problemBody('app_unknown', 'There is no app with this id.');

/** The app with this id, if the caller may see it. To an owner, other apps look as if they didn't exist. */
export async function findAppInReach(c: Context<ServiceEnv>, queries: Queries, id: string): Promise<App | null> {
  const ownApp = c.get('ownApp');
  if (ownApp) return ownApp.id === id ? ownApp : null;
  return findApp(queries, id);
}

export function serveApps(
  { admin, adminOrOwner }: Doors,
  { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>
): void {
  admin.openapi(add, async (c) => {
    const { hosts, icon, ...wanted } = c.req.valid('json');
    const created = { ...wanted, linkHosts: hosts, createdAt: new Date(clock()) };
    const app: App = { ...created, icon: icon && (await nameIcon(icon)) };
    const outcome = await addApp(queries, app, { icon, by: authorOf(c, clock) });
    if (outcome.kind === 'taken') {
      return c.json(
        problemBody('app_taken', `An app with the id ${app.id} already exists. Change it, or choose another id.`),
        409
      );
    }
    if (outcome.kind === 'zone-unknown') return c.json(unknownZone, 400);
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
    const change = { ...wanted, ...(hosts === undefined ? {} : { linkHosts: hosts }) } as Parameters<
      typeof changeApp
    >[2];
    const outcome = await changeApp(queries, c.req.valid('param').id, change, authorOf(c, clock));
    switch (outcome.kind) {
      case 'changed':
        return c.json(toWire(outcome.app), 200);
      case 'unknown':
        return c.json(unknownApp, 404);
      case 'zone-unknown':
        return c.json(unknownZone, 400);
      case 'codes-shared': {
        const message = `Another app on these hosts has links with the same codes (${outcome.codes.join(', ')}). Delete them in one of the apps first, or choose other hosts.`;
        return c.json(problemBody('codes_shared', message, [{ name: 'hosts', message }]), 409);
      }
    }
  });
}
