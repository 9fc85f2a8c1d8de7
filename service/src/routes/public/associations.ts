import type { App } from '../../storage/schema/tables.ts';
import { linkComponents, type PathComponent } from '../../values/linkPaths.ts';
import type { Door } from '../doors/createDoor.ts';
import { problemBody } from '../wire/problems.ts';
import type { FindAppsHere } from './findAppsHere.ts';

/** Apple's and Google's servers ask rarely; a changed certificate should not have to wait long. */
const CACHED_SECONDS = 300;

const HANDLE_ALL_URLS = 'delegate_permission/common.handle_all_urls';

const nothingHere = problemBody(
  'not_found',
  'No app on this host has the ids that this file needs. Add them with `apps set`.'
);

/** One entry for all apps that open the same paths. */
function appleDetails(apps: readonly App[]) {
  const details = new Map<string, { appIDs: string[]; components: PathComponent[] }>();
  for (const app of apps) {
    if (app.iosAppId === null) continue;
    const components = linkComponents(app);
    const entry = details.get(JSON.stringify(components)) ?? { appIDs: [], components };
    details.set(JSON.stringify(components), { ...entry, appIDs: [...entry.appIDs, app.iosAppId] });
  }
  return [...details.values()];
}

/** Android 15 and later follow the components for path links. Otherwise the app's own intent filters decide. */
function googleStatements(apps: readonly App[]) {
  return apps.flatMap((app) =>
    app.androidPackage && app.androidSha256.length > 0
      ? [
          {
            relation: [HANDLE_ALL_URLS],
            target: {
              namespace: 'android_app',
              package_name: app.androidPackage,
              sha256_cert_fingerprints: app.androidSha256,
            },
            ...(app.pathLinks === 'on'
              ? { relation_extensions: { [HANDLE_ALL_URLS]: { dynamic_app_link_components: linkComponents(app) } } }
              : {}),
          },
        ]
      : []
  );
}

/** Otherwise a cache in front that keys by Host would give the answer for one visitor's forged host to all. */
const ASKED_HOST = 'X-Forwarded-Host';

/** The files by which iOS and Android learn that an app may open the links of this host. */
export function serveAssociations(door: Door, findAppsHere: FindAppsHere): void {
  door.get('/.well-known/apple-app-site-association', async (c) => {
    const details = appleDetails(await findAppsHere(c));
    if (details.length === 0) return c.json(nothingHere, 404);
    c.header('Cache-Control', `public, max-age=${CACHED_SECONDS}`);
    c.header('Vary', ASKED_HOST);
    return c.json({ applinks: { details } });
  });

  door.get('/.well-known/assetlinks.json', async (c) => {
    const statements = googleStatements(await findAppsHere(c));
    if (statements.length === 0) return c.json(nothingHere, 404);
    c.header('Cache-Control', `public, max-age=${CACHED_SECONDS}`);
    c.header('Vary', ASKED_HOST);
    return c.json(statements);
  });
}
