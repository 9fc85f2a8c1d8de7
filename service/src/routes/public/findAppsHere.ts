import type { Context } from 'hono';
import { findAppsOfHost, findAppsWithoutHost, listApps } from '../../storage/apps.ts';
import type { App } from '../../storage/tables.ts';
import { isLocalRequest, isServedHere, requestHost } from '../middleware/caller.ts';
import type { ServiceContext, ServiceEnv } from '../ServiceContext.ts';

export type FindAppsHere = (c: Context<ServiceEnv>) => Promise<App[]>;

/** Finds the apps whose links live on the host that was asked, its own apps first. They are remembered until they change. */
export function createFindAppsHere(service: ServiceContext): FindAppsHere {
  const { queries, caches } = service;
  const appsOf = (apps: readonly App[]) => apps.map(({ id }) => id);
  const ofHost = caches.cached((host: string) => findAppsOfHost(queries, host), { appsOf });
  const withoutHost = caches.cached(() => findAppsWithoutHost(queries), { appsOf });
  const all = caches.cached(() => listApps(queries), { appsOf });

  return async (c) => {
    const apps = await ofHost(requestHost(c));
    // On this machine all apps can be tried.
    if (isLocalRequest(c, service)) return apps.length > 0 ? apps : all();
    const isOwnHost = isServedHere(c, service, { linkHosts: [] });
    return isOwnHost ? [...apps, ...(await withoutHost())] : apps;
  };
}
