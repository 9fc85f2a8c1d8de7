import type { Context } from 'hono';
import { EMPTY_LINK, type FindLinks, type LinkOfApp } from '../../../storage/links.ts';
import type { App } from '../../../storage/tables.ts';
import { isPathLink } from '../../../values/linkPaths.ts';
import { codeOfPath } from '../../../values/shortUrl.ts';
import { requestHost } from '../../middleware/caller.ts';
import type { ServiceEnv } from '../../ServiceEnv.ts';
import type { FindAppsHere } from '../findAppsHere.ts';

/** The link that a path is although nobody created it. */
function pathLinkOf(app: App, path: string): LinkOfApp {
  return { app, link: { ...EMPTY_LINK, appId: app.id, code: path, destination: path, createdAt: app.createdAt } };
}

/** Whether nobody created the link. */
export const isPath = ({ code }: LinkOfApp['link']) => code.startsWith('/');

export interface LinksHere {
  /** The link that a path is on the host that was asked: by its code, or else as a path link. */
  findLinkHere: (c: Context<ServiceEnv>, path: string) => Promise<LinkOfApp | null>;
  /** The app whose host was asked; null if several apps share it. */
  findAppHere: (c: Context<ServiceEnv>) => Promise<App | null>;
  /** The apps whose links were opened here, by their own hosts. */
  appOfHost: ReadonlyMap<string, App>;
}

interface LinksHereOptions {
  findLinks: FindLinks;
  findAppsHere: FindAppsHere;
}

export function createLinksHere({ findLinks, findAppsHere }: LinksHereOptions): LinksHere {
  const appOfHost = new Map<string, App>();

  async function findLinkHere(c: Context<ServiceEnv>, path: string): Promise<LinkOfApp | null> {
    const host = requestHost(c);
    const apps = await findAppsHere(c);
    if (apps.length === 0) return null;
    const code = codeOfPath(path);
    const created = code === null ? [] : await findLinks(apps.map(({ id }) => id).join(' '), code);
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

  return { findLinkHere, findAppHere, appOfHost };
}
