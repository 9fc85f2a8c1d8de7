import { createRoute, z } from '@hono/zod-openapi';
import { listClicks } from '../storage/clicks.ts';
import type { Click } from '../storage/tables.ts';
import { problemResponses } from './problems.ts';
import { bySecretKey } from './requireKey.ts';
import { jsonContent, listQuerySchema } from './schemas.ts';
import type { ServiceApp, ServiceContext } from './ServiceContext.ts';

const clickListSchema = z
  .object({
    clicks: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        address: z.string().nullable(),
        userAgent: z.string().nullable(),
        language: z.string().nullable(),
        screenWidth: z.number().nullable(),
        screenHeight: z.number().nullable(),
        scale: z.number().nullable(),
        timezone: z.string().nullable(),
        createdAt: z.iso.datetime(),
        claimedAt: z.iso.datetime().nullable(),
        claimedBy: z.enum(['clickId', 'pastedLink', 'fingerprint']).nullable(),
      })
    ),
  })
  .openapi('ClickList');

const route = createRoute({
  method: 'get',
  path: '/api/clicks',
  summary: 'List the clicks on the app’s links, the newest first',
  security: bySecretKey,
  request: { query: listQuerySchema },
  responses: {
    200: { description: 'The clicks', content: jsonContent(clickListSchema) },
    ...problemResponses(400, 401, 403, 429),
  },
});

function toWire({ appId: _appId, reportedAt: _reportedAt, ...click }: Click) {
  return {
    ...click,
    createdAt: click.createdAt.toISOString(),
    claimedAt: click.claimedAt?.toISOString() ?? null,
  };
}

export function serveClickList(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    const clicks = await listClicks(service.queries, c.get('app').id, c.req.valid('query').limit);
    return c.json({ clicks: clicks.map(toWire) }, 200);
  });
}
