import { createRoute } from '@hono/zod-openapi';
import { shortUrl } from '../../links/shortUrl';
import { createLink } from '../../operations/createLink';
import { listLinks } from '../../storage/listLinks';
import type { Link } from '../../storage/tables';
import { linkListSchema, linkSchema, newLinkSchema } from '../../wire/linkSchemas';
import { listQuerySchema } from '../../wire/listQuerySchema';
import { jsonContent } from '../jsonContent';
import { problemBody } from '../problemBody';
import { problemResponses } from '../problemResponses';
import { publicOrigin } from '../publicOrigin';
import { bySecretKey } from '../securitySchemes';
import type { ServiceApp, ServiceContext } from '../ServiceContext';

const createOne = createRoute({
  method: 'post',
  path: '/api/links',
  summary: 'Create a link',
  security: bySecretKey,
  request: { body: { required: true, content: jsonContent(newLinkSchema) } },
  responses: {
    201: { description: 'Created', content: jsonContent(linkSchema) },
    ...problemResponses(400, 401, 403, 409, 413, 415, 429),
  },
});

const list = createRoute({
  method: 'get',
  path: '/api/links',
  summary: 'List the links of the app, the newest first',
  security: bySecretKey,
  request: { query: listQuerySchema },
  responses: {
    200: { description: 'The links', content: jsonContent(linkListSchema) },
    ...problemResponses(400, 401, 403, 429),
  },
});

export function serveLinks(server: ServiceApp, service: ServiceContext): void {
  server.openapi(createOne, async (c) => {
    const { code, destination, title } = c.req.valid('json');
    const outcome = await createLink(service.queries, {
      code,
      appId: c.get('app').id,
      destination,
      title: title ?? null,
      createdAt: new Date(service.clock()),
    });
    if (outcome.kind === 'code-taken') {
      return c.json(problemBody('code_taken', `The code ${code} is taken.`), 409);
    }
    return c.json(toWire(outcome.link, publicOrigin(c, service)), 201);
  });

  server.openapi(list, async (c) => {
    const links = await listLinks(service.queries, c.get('app').id, c.req.valid('query').limit);
    const origin = publicOrigin(c, service);
    return c.json({ links: links.map((link) => toWire(link, origin)) }, 200);
  });
}

function toWire({ code, destination, title, createdAt }: Link, origin: string) {
  return {
    code,
    shortUrl: shortUrl(origin, code),
    destination,
    title,
    createdAt: createdAt.toISOString(),
  };
}
