import { createRoute } from '@hono/zod-openapi';
import { readShortUrl } from '../../links/readShortUrl';
import { findLinkOfApp } from '../../storage/findLinkOfApp';
import { foundLinkSchema, resolveRequestSchema } from '../../wire/matchSchemas';
import { jsonContent } from '../jsonContent';
import { linkHosts } from '../linkHosts';
import { problemBody } from '../problemBody';
import { problemResponses } from '../problemResponses';
import { byPublishableKey } from '../securitySchemes';
import type { ServiceApp, ServiceContext } from '../ServiceContext';

const route = createRoute({
  method: 'post',
  path: '/api/link/resolve-short',
  summary: 'Tell where a short link leads',
  security: byPublishableKey,
  request: { body: { required: true, content: jsonContent(resolveRequestSchema) } },
  responses: {
    200: { description: 'The link', content: jsonContent(foundLinkSchema) },
    ...problemResponses(400, 401, 403, 404, 413, 415, 429),
  },
});

export function serveResolveShort(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    const app = c.get('app');
    const short = readShortUrl(c.req.valid('json').url, linkHosts(c, service, app));
    const link = short && (await findLinkOfApp(service.queries, app.id, short.code));
    if (!link) return c.json(problemBody('not_a_short_link', 'Use the URL itself.'), 404);
    return c.json({ link: link.destination }, 200);
  });
}
