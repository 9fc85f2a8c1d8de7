import { createRoute } from '@hono/zod-openapi';
import { listEvents } from '../../storage/listEvents';
import type { StoredEvent } from '../../storage/tables';
import { eventListSchema } from '../../wire/eventSchemas';
import { listQuerySchema } from '../../wire/listQuerySchema';
import { jsonContent } from '../jsonContent';
import { problemResponses } from '../problemResponses';
import { bySecretKey } from '../securitySchemes';
import type { ServiceApp, ServiceContext } from '../ServiceContext';

const route = createRoute({
  method: 'get',
  path: '/api/events',
  summary: 'List the newest events of the app, in the order in which they came',
  security: bySecretKey,
  request: { query: listQuerySchema },
  responses: {
    200: { description: 'The events', content: jsonContent(eventListSchema) },
    ...problemResponses(400, 401, 403, 429),
  },
});

export function serveEventList(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    const events = await listEvents(service.queries, c.get('app').id, c.req.valid('query').limit);
    return c.json({ events: events.map(toWire) }, 200);
  });
}

function toWire({ id, name, data, deviceId, platform, loggedAt, receivedAt }: StoredEvent) {
  const parsed: unknown = data === null ? undefined : JSON.parse(data);
  return {
    id,
    name,
    data: parsed,
    deviceId,
    platform,
    timestamp: loggedAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
  };
}
