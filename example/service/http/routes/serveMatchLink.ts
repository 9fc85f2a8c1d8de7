import { createRoute } from '@hono/zod-openapi';
import { findMatch } from '../../operations/findMatch';
import { foundLinkSchema, matchRequestSchema } from '../../wire/matchSchemas';
import { clientAddress } from '../clientAddress';
import { jsonContent } from '../jsonContent';
import { linkHosts } from '../linkHosts';
import { problemBody } from '../problemBody';
import { problemResponses } from '../problemResponses';
import { byPublishableKey } from '../securitySchemes';
import type { ServiceApp, ServiceContext } from '../ServiceContext';

const route = createRoute({
  method: 'post',
  path: '/api/link/match-link',
  summary: 'Find the link that led to an install, once',
  security: byPublishableKey,
  request: { body: { required: true, content: jsonContent(matchRequestSchema) } },
  responses: {
    200: { description: 'The link', content: jsonContent(foundLinkSchema) },
    ...problemResponses(400, 401, 403, 404, 413, 415, 429),
  },
});

export function serveMatchLink(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    const app = c.get('app');
    const outcome = await findMatch(service.queries, {
      appId: app.id,
      hosts: linkHosts(c, service, app),
      address: clientAddress(c, service.trustProxy),
      request: c.req.valid('json'),
      now: service.clock(),
      windowMs: service.matchWindowMs,
    });

    switch (outcome.kind) {
      case 'matched':
        return c.json({ link: outcome.link }, 200);
      case 'none':
        return c.json(problemBody('no_match', 'No click fits this install.'), 404);
      case 'ambiguous':
        return c.json(problemBody('ambiguous_match', 'Clicks on different links fit this install equally.'), 404);
    }
  });
}
