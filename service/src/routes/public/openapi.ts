import type { Door } from '../doors/createDoor.ts';
import { securitySchemes } from '../middleware/requireKey.ts';
import type { ServiceApp } from '../ServiceEnv.ts';

/** The document changes only with a new version of the service. */
const CACHED_SECONDS = 3_600;

/** Serves the document that is made from the schemas, once. */
export function serveOpenApi(door: Door, server: ServiceApp): void {
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    server.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  }
  let document: string | undefined;
  door.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(
      server.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'Deferred link service', version: '1.0.0' },
      })
    );
    c.header('Cache-Control', `public, max-age=${CACHED_SECONDS}`);
    return c.body(document, 200, { 'Content-Type': 'application/json' });
  });
}
