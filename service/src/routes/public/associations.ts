import type { Context } from 'hono';
import { findAppsOfHost, findAppsWithoutHost, listApps } from '../../storage/apps.ts';
import type { App } from '../../storage/tables.ts';
import { RESERVED_WORDS } from '../../values/shortUrl.ts';
import type { Door } from '../doors/createDoor.ts';
import { isLocalRequest, isServedHere, requestHost } from '../middleware/caller.ts';
import type { ServiceContext, ServiceEnv } from '../ServiceContext.ts';
import { problemBody } from '../wire/problems.ts';

/** Apple's and Google's servers ask rarely; a changed certificate should not have to wait long. */
const CACHED_SECONDS = 300;

/** Paths that are not links; all others are. Apple reads from top to bottom and takes the first entry that fits. */
const components = [
  { '/': '/', exclude: true, comment: 'the front page' },
  { '/': '/.well-known/*', exclude: true },
  ...RESERVED_WORDS.flatMap((word) => [
    { '/': `/${word}`, exclude: true },
    { '/': `/${word}/*`, exclude: true },
  ]),
  { '/': '/*/?*', exclude: true, comment: 'a link has one segment' },
  { '/': '/?*', comment: 'a short link' },
];

async function appsHere(c: Context<ServiceEnv>, service: ServiceContext): Promise<App[]> {
  const apps = await findAppsOfHost(service.queries, requestHost(c));
  // On this machine all apps can be tried.
  if (isLocalRequest(c, service)) return apps.length > 0 ? apps : listApps(service.queries);
  const isOwnHost = isServedHere(c, service, { linkHosts: [] });
  return isOwnHost ? [...apps, ...(await findAppsWithoutHost(service.queries))] : apps;
}

const nothingHere = problemBody(
  'not_found',
  'No app on this host has the ids that this file needs. Add them with `apps set`.'
);

/** The files by which iOS and Android learn that an app may open the links of this host. */
export function serveAssociations(door: Door, service: ServiceContext): void {
  door.get('/.well-known/apple-app-site-association', async (c) => {
    const ids = (await appsHere(c, service)).flatMap(({ iosAppId }) => (iosAppId ? [iosAppId] : []));
    if (ids.length === 0) return c.json(nothingHere, 404);
    c.header('Cache-Control', `public, max-age=${CACHED_SECONDS}`);
    return c.json({ applinks: { details: [{ appIDs: ids, components }] } });
  });

  door.get('/.well-known/assetlinks.json', async (c) => {
    const statements = (await appsHere(c, service)).flatMap(({ androidPackage, androidSha256 }) =>
      androidPackage && androidSha256.length > 0
        ? [
            {
              relation: ['delegate_permission/common.handle_all_urls'],
              target: {
                namespace: 'android_app',
                package_name: androidPackage,
                sha256_cert_fingerprints: androidSha256,
              },
            },
          ]
        : []
    );
    if (statements.length === 0) return c.json(nothingHere, 404);
    c.header('Cache-Control', `public, max-age=${CACHED_SECONDS}`);
    return c.json(statements);
  });
}
