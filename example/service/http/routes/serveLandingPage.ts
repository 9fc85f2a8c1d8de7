import { randomUUID } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import { contentSecurityPolicy } from '../../landing/contentSecurityPolicy';
import { landingPage } from '../../landing/landingPage';
import { missingPage } from '../../landing/missingPage';
import { storeLink } from '../../landing/storeLink';
import { isLinkCode } from '../../links/isLinkCode';
import { shortUrl } from '../../links/shortUrl';
import { parseUserAgent } from '../../matching/parseUserAgent';
import { addClick } from '../../storage/addClick';
import { findLinkWithApp } from '../../storage/findLinkWithApp';
import { publicOrigin } from '../publicOrigin';
import { readVisitor } from '../readVisitor';
import type { ServiceApp, ServiceContext } from '../ServiceContext';

const page = { 'text/html': { schema: z.string() } };

const route = createRoute({
  method: 'get',
  path: '/{code}',
  summary: 'The landing page of a link; each view is a click',
  request: { params: z.object({ code: z.string() }) },
  responses: {
    200: { description: 'The page', content: page },
    404: { description: 'No such link', content: page },
  },
});

export function serveLandingPage(server: ServiceApp, service: ServiceContext): void {
  server.openapi(route, async (c) => {
    c.header('Content-Security-Policy', contentSecurityPolicy);
    c.header('X-Content-Type-Options', 'nosniff');
    // The store and the destination need not learn the click.
    c.header('Referrer-Policy', 'same-origin');
    // Each view is a click of its own.
    c.header('Cache-Control', 'no-store');

    const { code } = c.req.valid('param');
    const found = isLinkCode(code) ? await findLinkWithApp(service.queries, code) : null;
    if (!found) return c.html(missingPage(), 404);

    const { link, app } = found;
    const clickId = randomUUID();
    const visitor = readVisitor(c, service);
    // Link checkers and chat previews ask for the head alone, and are nobody's click.
    if (c.req.method !== 'HEAD') {
      const createdAt = new Date(service.clock());
      await addClick(service.queries, { ...visitor, id: clickId, appId: app.id, code, createdAt });
    }

    const listing = { ...app, storeUrl: service.storeUrl };
    return c.html(
      landingPage({
        appName: app.name,
        title: link.title,
        destination: link.destination,
        platform: parseUserAgent(visitor.userAgent).platform,
        stores: {
          ios: storeLink(listing, 'ios', clickId),
          android: storeLink(listing, 'android', clickId),
        },
        copiedLink: shortUrl(publicOrigin(c, service), code, clickId),
        reportUrl: `/api/clicks/${clickId}/device`,
      }),
      200
    );
  });
}
