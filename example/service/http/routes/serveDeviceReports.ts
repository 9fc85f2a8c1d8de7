import { createRoute } from '@hono/zod-openapi';
import { addDeviceReport } from '../../storage/addDeviceReport';
import { clickPathSchema, deviceReportSchema } from '../../wire/clickSchemas';
import { jsonContent } from '../jsonContent';
import { problemBody } from '../problemBody';
import { problemResponses } from '../problemResponses';
import type { ServiceApp, ServiceContext } from '../ServiceContext';

const route = createRoute({
  method: 'post',
  path: '/api/clicks/{id}/device',
  summary: 'Sent by the landing page: what only the browser knows. The click id is the permission',
  request: {
    params: clickPathSchema,
    body: { required: true, content: jsonContent(deviceReportSchema) },
  },
  responses: {
    204: { description: 'Noted' },
    ...problemResponses(400, 404, 413, 415, 429),
  },
});

export function serveDeviceReports(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    const { screenWidth, screenHeight, scale, timezone } = c.req.valid('json');
    const outcome = await addDeviceReport(
      service.queries,
      c.req.valid('param').id,
      {
        screenWidth: screenWidth ?? null,
        screenHeight: screenHeight ?? null,
        scale: scale ?? null,
        timezone: timezone ?? null,
      },
      new Date(service.clock())
    );
    if (outcome === 'added') return c.body(null, 204);
    return c.json(problemBody('click_unknown', 'No such click, or it has reported before.'), 404);
  });
}
