import { z } from '@hono/zod-openapi';
import { changeLink } from '../../../operations/changeLink.ts';
import { deleteAllLinks } from '../../../operations/deleteLink.ts';
import { restoreAllLinks } from '../../../operations/restoreLink.ts';
import { findLinkOfApp } from '../../../storage/company/links.ts';
import { MAX_CODE_LENGTH } from '../../../values/shortUrl.ts';
import type { Doors } from '../../doors/createDoors.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import { authorOf } from '../../middleware/requireKey.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint, json, jsonBody } from '../../wire/endpoint.ts';
import { linkChangeSchema, linkFromWire, linkSchema, linkToWire } from '../../wire/link.ts';
import { problemBody, problemResponses } from '../../wire/problems.ts';
import { plainText } from '../../wire/schemas.ts';

const params = z.object({ code: plainText(MAX_CODE_LENGTH) });

const read = endpoint('get', '/api/links/{code}', {
  scope: 'read',
  summary: 'Show a link',
  request: { params },
  responses: { 200: json('The link', linkSchema), ...problemResponses(404) },
});

const change = endpoint('patch', '/api/links/{code}', {
  scope: 'links',
  summary: 'Change a link, disable it or enable it; fields that are left out stay as they are',
  request: { params, body: jsonBody(linkChangeSchema) },
  responses: { 200: json('Changed', linkSchema), ...problemResponses(404) },
});

const remove = endpoint('delete', '/api/links/{code}', {
  summary: 'Delete a link. For 30 days it can be restored and its code stays reserved; then its clicks are deleted',
  request: { params },
  responses: { 204: { description: 'Deleted' }, ...problemResponses(404) },
});

const restore = endpoint('post', '/api/links/{code}/restore', {
  summary: 'Restore a link that was deleted in the last 30 days, as it was, with its clicks',
  request: { params },
  responses: { 200: json('Restored', linkSchema), ...problemResponses(404, 409) },
});

const notRestorable = problemBody('link_unknown', 'No link with this code was deleted in the last 30 days.');

const unknownLink = problemBody('link_unknown', 'The app has no link with this code.');

export function serveLink(
  { owner: door, makers }: Pick<Doors, 'owner' | 'makers'>,
  { queries, clock, site }: Pick<ServiceParts, 'queries' | 'clock' | 'site'>
): void {
  door.openapi(read, async (c) => {
    const app = c.get('app');
    const link = await findLinkOfApp(queries, app.id, c.req.valid('param').code);
    return link ? c.json(linkToWire(link, linkOrigin(c, site, app), c.get('scope')), 200) : c.json(unknownLink, 404);
  });

  door.openapi(change, async (c) => {
    const app = c.get('app');
    const now = new Date(clock());
    const wanted = linkFromWire(c.req.valid('json'), now);
    const link = await changeLink(
      queries,
      app.id,
      c.req.valid('param').code,
      { ...wanted, updatedAt: now },
      authorOf(c, clock)
    );
    return link ? c.json(linkToWire(link, linkOrigin(c, site, app), c.get('scope')), 200) : c.json(unknownLink, 404);
  });

  door.openapi(remove, async (c) => {
    const { code } = c.req.valid('param');
    const appId = c.get('app').id;
    const { kind } = await deleteAllLinks(queries, appId, [code], authorOf(c, clock));
    return kind === 'deleted' ? c.body(null, 204) : c.json(unknownLink, 404);
  });

  makers.openapi(restore, async (c) => {
    const app = c.get('app');
    const { code } = c.req.valid('param');
    const outcome = await restoreAllLinks(queries, app, [code], authorOf(c, clock));
    const [link] = outcome.kind === 'restored' ? outcome.links : [];
    if (link) return c.json(linkToWire(link, linkOrigin(c, site, app), c.get('scope')), 200);
    if (outcome.kind !== 'codes-taken') return c.json(notRestorable, 404);
    return c.json(problemBody('code_taken', `Another link has the code ${code} now.`), 409);
  });
}
