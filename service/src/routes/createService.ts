import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { serveAdminRoutes } from './admin/serveAdminRoutes.ts';
import { serveAppRoutes } from './app/serveAppRoutes.ts';
import { createParts } from './createParts.ts';
import { createDoors } from './doors/createDoors.ts';
import { answerError, answerMissing } from './middleware/answerProblems.ts';
import { identifyCaller } from './middleware/caller.ts';
import { recordRequests } from './middleware/recordRequests.ts';
import { serveOwnerRoutes } from './owner/serveOwnerRoutes.ts';
import { showProblems } from './public/landing/showProblems.ts';
import { servePublicRoutes } from './public/servePublicRoutes.ts';
import type { ServiceApp, ServiceEnv } from './ServiceEnv.ts';
import type { ServiceOptions } from './ServiceOptions.ts';

/** The whole service as a Hono app; it lives at the root of its origin. */
export function createService(options: ServiceOptions): ServiceApp {
  const parts = createParts(options);
  const doors = createDoors(parts, options);
  // Paths are not strict: some chats add a slash to the end of a link, which changes nothing.
  const server: ServiceApp = new OpenAPIHono<ServiceEnv>({ strict: false });
  server.onError(answerError(parts));
  const missing = answerMissing(server);
  // A request that no route takes passes no door, so it is limited here.
  server.notFound(async (c) => {
    const refusal = await doors.limitNetwork(c as Context<ServiceEnv, string>, () => Promise.resolve());
    return refusal ?? missing(c);
  });
  server.use(recordRequests(parts), identifyCaller(parts.site), showProblems);

  serveAppRoutes(doors, parts);
  serveOwnerRoutes(doors, parts);
  serveAdminRoutes(doors, parts, options.jobs ?? null);
  const { dashboard = null, isStopping = () => false } = options;
  servePublicRoutes(doors, parts, { server, dashboard, isStopping, missing });

  doors.mountOn(server);
  return server;
}
