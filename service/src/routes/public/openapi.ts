import type { Door } from '../doors/createDoor.ts';
import { AUDIENCES } from '../doors/createDoors.ts';
import { securitySchemes } from '../middleware/requireKey.ts';
import type { ServiceApp } from '../ServiceEnv.ts';

/** What holds for all routes. */
const DESCRIPTION = `Send a key in \`Authorization: Bearer …\`, beside \`X-App-ID\`. The app’s endpoints accept only a publishable key, and the owner’s only a secret key, so a secret key in an app is noticed right away. A secret key has a scope: \`read\` (apps, links and statistics; no people, clicks or exports), \`links\` (that, and create and change links), \`events\` (only \`POST /api/events\`) or \`all\`. The admin token can do whatever a secret key can.

\`POST /api/session {"key": …}\` with either gives a browser a cookie that does the same for twelve hours. A request with \`Authorization\`, or from a page of another origin, ignores the cookie. With a cookie, a \`GET\` may have \`?app=\` instead of \`X-App-ID\`, for downloads.

Errors are \`{error: {code, message, fields?}}\`, and a failed request has changed nothing:

- 401: the app or the key is wrong; it doesn’t say which.
- 403: the key is right, but not for this. \`scope_required\`: a key with another scope may.
- 409: \`code_taken\` and \`app_taken\`; \`codes_shared\`: another app on that host has the same code, so delete one of the two links first; \`many_installs\`: the user to be deleted has more installs than are deleted unasked, and \`?confirm=\` with their number deletes them; \`quota_reached\`: the app has as much as its quota allows.
- 413: the body has more than 256 KiB (an import: 10 MiB).
- 429 and 503 come with \`Retry-After\`.

A code works on its app’s hosts. On another app’s host the same code may be another link, and on all other hosts it is unknown. On \`localhost\` and private addresses the codes of all apps work, so you can try them.`;

/** The document changes only with a new version of the service. */
const CACHED_SECONDS = 3_600;

/** The document is created from the schemas once, at the first request. */
export function serveOpenApi(door: Door, server: ServiceApp): void {
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    server.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  }
  let document: string | undefined;
  door.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(
      server.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'Deferred link service', version: '1.0.0', description: DESCRIPTION },
        tags: Object.entries(AUDIENCES).map(([name, description]) => ({ name, description })),
      })
    );
    c.header('Cache-Control', `public, max-age=${CACHED_SECONDS}`);
    return c.body(document, 200, { 'Content-Type': 'application/json' });
  });
}
