import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../storage/rowsOf.ts';
import { clientAddress, publicOrigin, requestHost } from './caller.ts';
import { problemResponses } from './problems.ts';
import { byAdminToken } from './requireKey.ts';
import { jsonContent } from './schemas.ts';
import type { ServiceApp, ServiceContext } from './ServiceContext.ts';

const route = createRoute({
  method: 'get',
  path: '/api/whoami',
  summary: 'How this very request looks from here: what proxies pass on, and what the clocks say',
  security: byAdminToken,
  responses: {
    200: {
      description: 'As seen',
      content: jsonContent(
        z
          .object({
            address: z.string().nullable(),
            host: z.string(),
            protocol: z.enum(['http', 'https']),
            origin: z.string(),
            time: z.iso.datetime(),
            databaseTime: z.iso.datetime(),
          })
          .openapi('Whoami')
      ),
    },
    ...problemResponses(401, 429, 503),
  },
});

export function serveWhoami(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    const answer = await service.queries.execute(sql`SELECT (extract(epoch FROM now()) * 1000)::float8 AS now`);
    const [row] = rowsOf<{ now: number }>(answer);
    return c.json(
      {
        address: clientAddress(c),
        host: requestHost(c),
        protocol: c.get('caller').protocol ?? (c.req.url.startsWith('https:') ? 'https' : 'http'),
        origin: publicOrigin(c, service),
        time: new Date(service.clock()).toISOString(),
        databaseTime: new Date(row?.now ?? 0).toISOString(),
      },
      200
    );
  });
}
