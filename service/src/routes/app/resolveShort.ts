import { z } from '@hono/zod-openapi';
import type { Open } from '../../storage/facts/opens.ts';
import { campaignOfUrl, pickCampaign } from '../../values/campaign.ts';
import { describeFault } from '../../values/faults.ts';
import { isLive } from '../../values/isLive.ts';
import { isPathLink } from '../../values/linkPaths.ts';
import { networkOf } from '../../values/address.ts';
import { codeOfPath, readShortUrl } from '../../values/shortUrl.ts';
import { within } from '../../values/within.ts';
import type { Door } from '../doors/createDoor.ts';
import { clientAddress, linkHosts } from '../middleware/caller.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { installIdParameter, readInstallId } from '../wire/installId.ts';
import { foundLinkSchema, foundLinkToWire } from '../wire/link.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';
import { MAX_LINK_LENGTH, plainText } from '../wire/schemas.ts';

const resolveRequestSchema = z
  .object({ url: plainText(MAX_LINK_LENGTH).min(1).openapi({ example: 'https://go.shop.example/summer' }) })
  .openapi('ResolveRequest');

const route = endpoint('post', '/api/link/resolve-short', {
  summary: 'Find where a short link leads',
  parameters: [installIdParameter('The install that opened the link, so its events can be attributed to the link.')],
  request: { body: jsonBody(resolveRequestSchema) },
  responses: { 200: json('The link', foundLinkSchema), ...problemResponses(400, 404) },
});

export function serveResolveShort(
  door: Door,
  parts: Pick<ServiceParts, 'findLinks' | 'addOpen' | 'openWithinMs' | 'site' | 'clock' | 'log'>
): void {
  const { findLinks, addOpen, openWithinMs, site, clock, log } = parts;

  /** Without an install id nothing is recorded, because no event could be attributed to the open. */
  async function recordOpen(open: Omit<Open, 'installId' | 'openedAt'>, installId: string | null): Promise<void> {
    if (installId === null) return;
    const stored = addOpen({ ...open, installId, openedAt: new Date(clock()) });
    const logged = stored.catch((error: unknown) => {
      log('warn', 'A link open could not be recorded', describeFault(error));
    });
    await within(openWithinMs, logged, () => null);
  }

  door.openapi(route, async (c) => {
    const app = c.get('app');
    const caller = readInstallId(c);
    if (caller.kind === 'invalid') return c.json(caller.problem, 400);
    const address = clientAddress(c);
    const network = address && networkOf(address);
    const short = readShortUrl(c.req.valid('json').url, linkHosts(c, site, app));
    const code = short && codeOfPath(short.path);
    const found = code === null ? [] : await findLinks(app.id, code);
    const link = found[0]?.link;
    if (!short || !link || !isLive(link, clock())) {
      if (short && !link && isPathLink(short.path, app)) {
        const campaign = campaignOfUrl(`?${short.query ?? ''}`);
        await recordOpen({ appId: app.id, code: short.path, network, ...campaign }, caller.installId);
      }
      return c.json(problemBody('not_a_short_link', 'Use the URL itself.'), 404);
    }
    await recordOpen({ appId: app.id, code: link.code, network, ...pickCampaign(link) }, caller.installId);
    return c.json(foundLinkToWire(link, short.query), 200);
  });
}
