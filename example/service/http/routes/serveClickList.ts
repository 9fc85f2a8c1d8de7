import { createRoute } from '@hono/zod-openapi';
import { listClicks } from '../../storage/listClicks';
import type { Click } from '../../storage/tables';
import { clickListSchema } from '../../wire/clickSchemas';
import { listQuerySchema } from '../../wire/listQuerySchema';
import { jsonContent } from '../jsonContent';
import { problemResponses } from '../problemResponses';
import { bySecretKey } from '../securitySchemes';
import type { ServiceApp, ServiceContext } from '../ServiceContext';

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

export function serveClickList(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    const clicks = await listClicks(service.queries, c.get('app').id, c.req.valid('query').limit);
    return c.json({ clicks: clicks.map(toWire) }, 200);
  });
}

function toWire({ appId: _appId, reportedAt: _reportedAt, ...click }: Click) {
  return {
    ...click,
    createdAt: click.createdAt.toISOString(),
    claimedAt: click.claimedAt?.toISOString() ?? null,
  };
}
