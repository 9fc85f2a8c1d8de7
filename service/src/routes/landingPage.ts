import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { isbot } from 'isbot';
import { describeBrowser } from '../matching/describeBrowser.ts';
import { platformOf, readUserAgent } from '../matching/readUserAgent.ts';
import { findLinksByCode } from '../storage/links.ts';
import { withQuery } from '../types/isDestination.ts';
import { isLive } from '../types/isLive.ts';
import { isLinkCode, passedQuery, shortUrl } from '../types/shortUrl.ts';
import { isLocalRequest, isServedOn, linkOrigin, readVisitor, requestHost } from './caller.ts';
import { contentSecurityPolicy } from './landing/contentSecurityPolicy.ts';
import { landingPage } from './landing/landingPage.ts';
import { endedPage, missingPage } from './landing/missingPage.ts';
import { openLink } from './landing/openLink.ts';
import { storeLink } from './landing/storeLink.ts';
import type { ServiceApp, ServiceContext, ServiceEnv } from './ServiceContext.ts';

const page = { 'text/html': { schema: z.string() } };

/** What is longer is nobody's campaign. */
const LONGEST_QUERY = 2_000;

const route = createRoute({
  method: 'get',
  path: '/{code}',
  summary: 'The landing page of a link; each view by a person is a click',
  request: { params: z.object({ code: z.string() }) },
  responses: {
    200: { description: 'The page', content: page },
    302: { description: 'From a desktop, if the link has a fallback for desktops' },
    404: { description: 'No such link', content: page },
    410: { description: 'The link was disabled, or its time has run out', content: page },
  },
});

/** Link checkers, chat previews and pages loaded ahead of time are nobody's click. */
function isPerson(c: Context<ServiceEnv>, userAgent: string | null): boolean {
  if (c.req.method === 'HEAD' || isbot(userAgent)) return false;
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => c.req.header(name) ?? '');
  return !purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}

export function serveLandingPage(server: ServiceApp, service: ServiceContext): void {
  const findLinkOnHost = service.caches.cached(async (host: string, place: 'near' | 'far', code: string) => {
    const candidates = await findLinksByCode(service.queries, code);
    const servedHere = candidates.filter(({ app }) => isServedOn(host, place === 'near', service, app));
    // An app that has this very host goes before one that only lives where the service does.
    return servedHere.find(({ app }) => app.linkHosts.includes(host)) ?? servedHere[0] ?? null;
  });

  server.openapi(route, async (c) => {
    c.header('Content-Security-Policy', await contentSecurityPolicy());
    c.header('X-Content-Type-Options', 'nosniff');
    // The store and the destination need not learn the click.
    c.header('Referrer-Policy', 'same-origin');
    // Each view is a click of its own.
    c.header('Cache-Control', 'no-store');

    const { code } = c.req.valid('param');
    const found = isLinkCode(code)
      ? await findLinkOnHost(requestHost(c), isLocalRequest(c, service) ? 'near' : 'far', code)
      : null;
    if (!found) return c.html(missingPage(), 404);

    const { link, app } = found;
    if (!isLive(link, service.clock())) return c.html(endedPage(), 410);

    const visitor = readVisitor(c, service);
    const query = passedQuery(new URL(c.req.url).search, LONGEST_QUERY);
    const clickId = isPerson(c, visitor.userAgent) ? crypto.randomUUID() : null;
    if (clickId !== null) {
      const createdAt = new Date(service.clock());
      await service.addClick({
        ...describeBrowser(visitor),
        id: clickId,
        appId: app.id,
        code,
        query,
        createdAt,
      });
    }

    const { device } = readUserAgent(visitor.userAgent);
    const platform = device && platformOf(device);
    const destination = withQuery(link.destination, query);
    const isMac = device === 'mac';
    // A Mac may be an iPad, and gets the page to find out; a bot gets what it should preview.
    if (platform === null && !isMac && link.desktopFallback !== null && clickId !== null) {
      // Written by URL: the framework would leave some letters as they are, and escape others twice.
      return c.redirect(new URL(withQuery(link.desktopFallback, query)).href, 302);
    }

    const listing = { ...app, storeUrl: service.storeUrl };
    const origin = linkOrigin(c, service, app);
    // A String object, as templates make, is none that the server can send as it is.
    const text = await landingPage({
      appName: app.name,
      title: link.title,
      description: link.description,
      imageUrl: link.imageUrl,
      destination: link.desktopFallback ?? destination,
      platform,
      isMac,
      stores: {
        ios: link.iosFallback ?? storeLink(listing, 'ios', clickId),
        android: link.androidFallback ?? storeLink(listing, 'android', clickId),
      },
      openUrl: openLink(app.scheme, destination),
      pageUrl: shortUrl(origin, code),
      copiedLink: shortUrl(origin, code, clickId ?? undefined),
      reportUrl: clickId === null ? null : `/api/clicks/${clickId}/device`,
    });
    return c.html(text.toString(), 200);
  });
}
