import type { Context } from 'hono';
import type { Caches } from '../../flow/createCaches.ts';
import { findAppsOfHost, listApps } from '../../storage/company/apps.ts';
import type { Queries } from '../../storage/base/Database.ts';
import type { App } from '../../storage/schema/tables.ts';
import { isLocalRequest, isServedHere, requestHost, type Site } from '../middleware/caller.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';

export type FindAppsHere = (c: Context<ServiceEnv>) => Promise<App[]>;

/** Whose host was asked: an app's, the service's own, which apps without a host share, or a name of this machine. */
type HostKind = 'app' | 'service' | 'machine';

interface AppsHereOptions {
  queries: Queries;
  caches: Caches;
  site: Site;
}

/** Finds the apps whose links live on the host that was asked, its own first. They are remembered until they change. */
export function createFindAppsHere({ queries, caches, site }: AppsHereOptions): FindAppsHere {
  async function find(host: string, kind: HostKind): Promise<App[]> {
    if (kind === 'app') return findAppsOfHost(queries, host, 'only its own');
    if (kind === 'service') return findAppsOfHost(queries, host, 'and those without a host');
    // On this machine, every app's links can be tried.
    const all = await listApps(queries);
    const isOwn = ({ linkHosts }: App) => linkHosts.includes(host);
    return [...all.filter(isOwn), ...all.filter((app) => !isOwn(app))];
  }

  const findHere = caches.cached(find, { appsOf: (apps) => apps.map(({ id }) => id), isKeptWithoutDatabase: true });

  return (c) => {
    const isOwnHost = isServedHere(c, site, { linkHosts: [] });
    const kind = isLocalRequest(c, site) ? 'machine' : isOwnHost ? 'service' : 'app';
    return findHere(requestHost(c), kind);
  };
}
