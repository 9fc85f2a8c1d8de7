import { z } from '@hono/zod-openapi';
import { shareLink } from '../../operations/shareLink.ts';
import { isDestination } from '../../values/isDestination.ts';
import { shortUrl } from '../../values/shortUrl.ts';
import type { Door } from '../doors/createDoor.ts';
import { linkOrigin } from '../middleware/caller.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { installIdParameter, readInstallId } from '../wire/installId.ts';
import { dataSchema, titleSchema } from '../wire/link.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';
import { plainText } from '../wire/schemas.ts';

const MAX_ROUTE_LENGTH = 2_048;

/** After an hour, the oldest of the day's links may no longer count. */
const RETRY_AFTER_SECONDS = 3_600;

/** Whether a route stays on the app's origin, however a browser or an app resolves its dots. */
function isRoute(text: string): boolean {
  if (!text.startsWith('/') || !isDestination(text)) return false;
  return !new URL(text, 'https://app.invalid').pathname.startsWith('//');
}

const shareSchema = z
  .object({
    route: plainText(MAX_ROUTE_LENGTH)
      .refine(isRoute, 'must be a path in the app, such as /product/42')
      .openapi({ example: '/product/42' }),
    data: dataSchema.optional(),
    title: titleSchema.optional(),
  })
  .openapi('SharedLink');

const route = endpoint('post', '/api/link/create', {
  summary:
    'Create the link that somebody shares from the app; the same install gets the same link for the same route and data',
  parameters: [installIdParameter('The install that creates the link.')],
  request: { body: jsonBody(shareSchema) },
  responses: {
    200: json(
      'The link',
      z.object({ url: z.url().openapi({ example: 'https://go.shop.example/k3Fh8mPq' }) }).openapi('ShortLink')
    ),
    ...problemResponses(400, 409, 429),
  },
});

export function serveShareLink(
  door: Door,
  { queries, clock, site }: Pick<ServiceParts, 'queries' | 'clock' | 'site'>
): void {
  door.openapi(route, async (c) => {
    const app = c.get('app');
    const { route: path, data, title } = c.req.valid('json');
    const caller = readInstallId(c);
    if (caller.kind === 'invalid') return c.json(caller.problem, 400);
    const share = { installId: caller.installId, route: path, data: data ?? null, title: title ?? null };
    const outcome = await shareLink(queries, app, share, clock());
    if (outcome.kind === 'too-many') {
      c.header('Retry-After', String(RETRY_AFTER_SECONDS));
      return c.json(problemBody('too_many_links', 'This install created too many links today.'), 429);
    }
    return c.json({ url: shortUrl(linkOrigin(c, site, app), outcome.link.code) }, 200);
  });
}
