import { createRoute, z } from '@hono/zod-openapi';
import { parseUserAgent } from '../matching/parseUserAgent.ts';
import { addClick } from '../storage/clicks.ts';
import { findLinkWithApp } from '../storage/links.ts';
import { isLinkCode, shortUrl } from '../types/shortUrl.ts';
import { publicOrigin, readVisitor } from './caller.ts';
import { contentSecurityPolicy } from './landing/contentSecurityPolicy.ts';
import { landingPage } from './landing/landingPage.ts';
import { missingPage } from './landing/missingPage.ts';
import { storeLink } from './landing/storeLink.ts';
import type { ServiceApp, ServiceContext } from './ServiceContext.ts';

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
    c.header('Content-Security-Policy', await contentSecurityPolicy());
    c.header('X-Content-Type-Options', 'nosniff');
    // The store and the destination need not learn the click.
    c.header('Referrer-Policy', 'same-origin');
    // Each view is a click of its own.
    c.header('Cache-Control', 'no-store');

    const { code } = c.req.valid('param');
    const found = isLinkCode(code) ? await findLinkWithApp(service.queries, code) : null;
    if (!found) return c.html(missingPage(), 404);

    const { link, app } = found;
    const clickId = crypto.randomUUID();
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
