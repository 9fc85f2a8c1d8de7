import { z } from '@hono/zod-openapi';
import { createAllLinks, createLink } from '../../../operations/createLink.ts';
import type { Door } from '../../doors/createDoor.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { ServiceContext } from '../../ServiceContext.ts';
import { endpoint, json, jsonBody } from '../../wire/endpoint.ts';
import { linkFromWire, linkSchema, linkToWire, newLinkSchema } from '../../wire/link.ts';
import { problemBody, problemResponses } from '../../wire/problems.ts';

/** As many links as fit into a body with ordinary titles. */
const MAX_AT_ONCE = 500;

const bulkSchema = z.object({ links: z.array(newLinkSchema).min(1).max(MAX_AT_ONCE) }).openapi('NewLinks');

const createOne = endpoint('post', '/api/links', {
  scope: 'links',
  summary: 'Create a link',
  request: { body: jsonBody(newLinkSchema) },
  responses: { 201: json('Created', linkSchema), ...problemResponses(409) },
});

const createMany = endpoint('post', '/api/links/bulk', {
  scope: 'links',
  summary: 'Create many links: all of them, or none if a code is taken',
  request: { body: jsonBody(bulkSchema) },
  responses: {
    201: json('Created, in the order given', z.object({ links: z.array(linkSchema) }).openapi('CreatedLinks')),
    ...problemResponses(409),
  },
});

function toNewLink({ code, destination, ...rest }: z.output<typeof newLinkSchema>, now: Date) {
  return { ...linkFromWire(rest, now), ...(code === undefined ? {} : { code }), destination, createdAt: now };
}

export function serveLinks(door: Door, service: ServiceContext): void {
  const { queries, clock } = service;

  door.openapi(createOne, async (c) => {
    const app = c.get('app');
    const wanted = c.req.valid('json');
    const outcome = await createLink(queries, app, toNewLink(wanted, new Date(clock())));
    if (outcome.kind === 'code-taken') {
      return c.json(problemBody('code_taken', `The code ${wanted.code} is taken.`), 409);
    }
    return c.json(linkToWire(outcome.link, linkOrigin(c, service, app)), 201);
  });

  door.openapi(createMany, async (c) => {
    const app = c.get('app');
    const now = new Date(clock());
    const wanted = c.req.valid('json').links.map((link) => toNewLink(link, now));
    const outcome = await createAllLinks(queries, app, wanted);
    if (outcome.kind === 'codes-taken') {
      const fields = outcome.positions.map((position) => ({ name: `links.${position}.code`, message: 'is taken' }));
      return c.json(problemBody('code_taken', 'Some codes are taken; no link was created.', fields), 409);
    }
    const origin = linkOrigin(c, service, app);
    return c.json({ links: outcome.links.map((link) => linkToWire(link, origin)) }, 201);
  });
}
