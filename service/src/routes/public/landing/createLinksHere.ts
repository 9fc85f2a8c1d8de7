import type { Context } from 'hono';
import { EMPTY_LINK, type LinkOfApp } from '../../../storage/company/links.ts';
import type { App } from '../../../storage/schema/tables.ts';
import { isPathLink } from '../../../values/linkPaths.ts';
import { codeOfPath } from '../../../values/shortUrl.ts';
import { requestHost } from '../../middleware/caller.ts';
import type { ServiceEnv } from '../../ServiceEnv.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import type { FindAppsHere } from '../findAppsHere.ts';

/** The link for a path that belongs to no created link. */
function pathLinkOf(app: App, path: string): LinkOfApp {
  return { app, link: { ...EMPTY_LINK, appId: app.id, code: path, destination: path, createdAt: app.createdAt } };
}

/** Whether this is a path link, which nobody created: no code begins with a slash. */
export const isPath = ({ code }: LinkOfApp['link']) => code.startsWith('/');

export interface LinksHere {
  /** The link at a path of the host that was asked: one with that code, or else a path link. */
  findLinkHere: (c: Context<ServiceEnv>, path: string) => Promise<LinkOfApp | null>;
  /** Where the deleted link at a path sends people; null if there is none, or it doesn't say. */
  findAfterwards: (c: Context<ServiceEnv>, path: string) => Promise<string | null>;
  /** The app whose host was asked; null if several apps share it. */
  findAppHere: (c: Context<ServiceEnv>) => Promise<App | null>;
  /** By host, the app whose links were opened there last. */
  appOfHost: ReadonlyMap<string, App>;
}

interface LinksHereOptions extends Pick<ServiceParts, 'findLinks' | 'findAfterwards'> {
  findAppsHere: FindAppsHere;
}

const scopeOf = (apps: readonly App[]) => apps.map(({ id }) => id).join(' ');

export function createLinksHere({ findLinks, findAfterwards, findAppsHere }: LinksHereOptions): LinksHere {
  const appOfHost = new Map<string, App>();

  async function findLinkHere(c: Context<ServiceEnv>, path: string): Promise<LinkOfApp | null> {
    const host = requestHost(c);
    const apps = await findAppsHere(c);
    if (apps.length === 0) return null;
    const code = codeOfPath(path);
    const created = code === null ? [] : await findLinks(scopeOf(apps), code);
    const found =
      created.length > 0 ? created : apps.filter((app) => isPathLink(path, app)).map((app) => pathLinkOf(app, path));
    // An app with this very host wins over one that only shares the service's own host.
    const own = found.find(({ app }) => app.linkHosts.includes(host));
    if (own) appOfHost.set(host, own.app);
    return own ?? found[0] ?? null;
  }

  async function findAppHere(c: Context<ServiceEnv>): Promise<App | null> {
    const host = requestHost(c);
    const apps = await findAppsHere(c);
    const own = apps.filter(({ linkHosts }) => linkHosts.includes(host));
    const [app = null, ...others] = own.length > 0 ? own : apps;
    return others.length > 0 ? null : app;
  }

  async function findAfterwardsHere(c: Context<ServiceEnv>, path: string): Promise<string | null> {
    const code = codeOfPath(path);
    const apps = await findAppsHere(c);
    if (code === null || apps.length === 0) return null;
    const found = await findAfterwards(scopeOf(apps), code);
    // Apps that have this host themselves come first.
    const first = apps.find(({ id }) => found.some(({ appId }) => appId === id));
    return found.find(({ appId }) => appId === first?.id)?.url ?? null;
  }

  return { findLinkHere, findAfterwards: findAfterwardsHere, findAppHere, appOfHost };
}
