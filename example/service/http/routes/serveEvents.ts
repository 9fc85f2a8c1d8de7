import { createRoute } from '@hono/zod-openapi';
import { addEvents } from '../../storage/addEvents';
import { eventBatchSchema, eventCountsSchema } from '../../wire/eventSchemas';
import { jsonContent } from '../jsonContent';
import { problemResponses } from '../problemResponses';
import { byPublishableKey } from '../securitySchemes';
import type { ServiceApp, ServiceContext } from '../ServiceContext';

const route = createRoute({
  method: 'post',
  path: '/api/link/events',
  summary: 'Receive events; repeats are dropped by id',
  security: byPublishableKey,
  request: { body: { required: true, content: jsonContent(eventBatchSchema) } },
  responses: {
    200: { description: 'Stored', content: jsonContent(eventCountsSchema) },
    ...problemResponses(400, 401, 403, 413, 415, 429),
  },
});

export function serveEvents(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    const { deviceId, platform, events } = c.req.valid('json');
    const receivedAt = new Date(service.clock());
    const accepted = await addEvents(
      service.queries,
      events.map(({ id, name, data, timestamp }) => ({
        appId: c.get('app').id,
        id,
        deviceId,
        platform: platform ?? null,
        name,
        data: data === undefined ? null : JSON.stringify(data),
        loggedAt: new Date(timestamp),
        receivedAt,
      }))
    );
    return c.json({ accepted, repeated: events.length - accepted }, 200);
  });
}
