import { createRoute, z } from '@hono/zod-openapi';
import { createLink } from '../operations/createLink.ts';
import { listLinks } from '../storage/links.ts';
import type { Link } from '../storage/tables.ts';
import { isDestination } from '../types/isDestination.ts';
import { isLinkCode, shortUrl } from '../types/shortUrl.ts';
import { publicOrigin } from './caller.ts';
import { problemBody, problemResponses } from './problems.ts';
import { bySecretKey } from './requireKey.ts';
import { jsonContent, listQuerySchema, plainText } from './schemas.ts';
import type { ServiceApp, ServiceContext } from './ServiceContext.ts';

const LONGEST_DESTINATION = 2_048;
const LONGEST_TITLE = 140;

const newLinkSchema = z
  .object({
    code: z
      .string()
      .refine(isLinkCode, 'must be 1 to 64 letters, digits, - or _, and not "api"')
      .optional()
      .openapi({ description: 'Chosen by the service if left out.', example: 'autumn' }),
    destination: plainText(LONGEST_DESTINATION)
      .refine(isDestination, 'must be a web link, a link of an app scheme or a path')
      .openapi({ example: 'https://shop.example/promo/AUTUMN10' }),
    title: plainText(LONGEST_TITLE).nullish().openapi({ example: 'Autumn sale' }),
  })
  .openapi('NewLink');

const linkSchema = z
  .object({
    code: z.string(),
    shortUrl: z.url(),
    destination: z.string(),
    title: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .openapi('Link');

const linkListSchema = z.object({ links: z.array(linkSchema) }).openapi('LinkList');

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

function toWire({ code, destination, title, createdAt }: Link, origin: string) {
  return {
    code,
    shortUrl: shortUrl(origin, code),
    destination,
    title,
    createdAt: createdAt.toISOString(),
  };
}

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
