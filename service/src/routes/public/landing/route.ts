import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { isbot } from 'isbot';
import { describeBrowser } from '../../../matching/describeBrowser.ts';
import { MAX_AGENT, platformOf, readUserAgent, type Device } from '../../../matching/readUserAgent.ts';
import type { LinkOfApp } from '../../../storage/links.ts';
import { withQuery } from '../../../values/isDestination.ts';
import { isLive } from '../../../values/isLive.ts';
import { remember } from '../../../values/remember.ts';
import { isLinkCode, passedQuery, shortUrl } from '../../../values/shortUrl.ts';
import type { Door } from '../../doors/createDoor.ts';
import { isLocalRequest, isServedOn, linkOrigin, readVisitor, requestHost } from '../../middleware/caller.ts';
import type { ServiceContext, ServiceEnv } from '../../ServiceContext.ts';
import { problemResponses } from '../../wire/problems.ts';
import { prepareTemplate, type ClickTemplate } from './clickTemplate.ts';
import { endedPage, missingPage } from './missingPage.ts';
import { openLink } from './openLink.ts';
import { landingPage } from './page.ts';
import { pageHeaders } from './pageHeaders.ts';
import { storeLink } from './storeLink.ts';

const page = { 'text/html': { schema: z.string() } };

/** The headers in which browsers say that they only load a page ahead of time. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** No campaign has longer parameters. */
const LONGEST_QUERY = 2_000;

/** A code for a phone to scan gets finer with each character. A longer query would make it unreadable on a screen. */
const LONGEST_SCANNED_QUERY = 300;

/** Enough for the pages of 20,000 links that many people click on at once. When it is full, all are made again. */
const MAX_TEMPLATE_BYTES = 128 * 1024 * 1024;

const later = problemResponses(429, 503);

const route = createRoute({
  method: 'get',
  path: '/{code}',
  summary: 'The landing page of a link; each view by a person is a click',
  request: { params: z.object({ code: z.string() }) },
  responses: {
    200: { description: 'The page', content: page },
    302: { description: 'Sent to a desktop if the link has a fallback for desktops' },
    404: { description: 'No such link', content: page },
    410: { description: 'The link was disabled, or has expired', content: page },
    429: { ...later[429], content: { ...later[429].content, ...page } },
    503: { ...later[503], content: { ...later[503].content, ...page } },
  },
});

/** Few agents make up nearly all visits, and the list of bots is long. */
const AGENTS_REMEMBERED = 2_000;

const isBot = remember(AGENTS_REMEMBERED, (agent) => isbot(agent));

/** Views by link checkers and chat previews, and pages that are loaded ahead of time, are not clicks. */
function isPerson(c: Context<ServiceEnv>, userAgent: string | null): boolean {
  if (c.req.method === 'HEAD' || isBot(userAgent?.slice(0, MAX_AGENT) ?? '')) return false;
  return !PURPOSE_HEADERS.some((name) => /prefetch|prerender|preview/i.test(c.req.header(name) ?? ''));
}

export function serveLandingPage(door: Door, service: ServiceContext): void {
  async function findLinkOnHost(host: string, isNear: boolean, code: string): Promise<LinkOfApp | null> {
    const candidates = await service.findLinks(code);
    const servedHere = candidates.filter(({ app }) => isServedOn(host, isNear, service, app));
    // An app with this very host wins over one that only shares the service's own host.
    return servedHere.find(({ app }) => app.linkHosts.includes(host)) ?? servedHere[0] ?? null;
  }

  interface View {
    found: LinkOfApp;
    origin: string;
    device: Device | null;
    /** The query that is passed on to the destination. */
    query: string | null;
  }

  async function renderPage(
    { found: { link, app }, origin, device, query }: View,
    clickId: string | null
  ): Promise<string> {
    const destination = withQuery(link.destination, query);
    const pageUrl = shortUrl(origin, link.code);
    const listing = { ...app, storeUrl: service.storeUrl };
    const text = await landingPage({
      appName: app.name,
      title: link.title,
      description: link.description,
      imageUrl: link.imageUrl,
      destination: withQuery(link.desktopFallback ?? link.destination, query),
      platform: device && platformOf(device),
      isMac: device === 'mac',
      stores: {
        ios: link.iosFallback ? withQuery(link.iosFallback, query) : storeLink(listing, 'ios', clickId),
        android: link.androidFallback ? withQuery(link.androidFallback, query) : storeLink(listing, 'android', clickId),
      },
      openUrl: openLink(app.scheme, destination),
      pageUrl,
      scannedUrl: query !== null && query.length > LONGEST_SCANNED_QUERY ? pageUrl : withQuery(pageUrl, query),
      copiedLink: shortUrl(origin, link.code, clickId ?? undefined),
      reportUrl: clickId === null || app.deviceReport === 'never' ? null : `/api/clicks/${clickId}/device`,
      reportTime: app.deviceReport,
    });
    return text.toString();
  }

  // Pages are kept by the link object in the cache. A changed link is another object, so its old pages are dropped.
  let templates = new WeakMap<LinkOfApp, Map<string, Promise<ClickTemplate>>>();
  let templateBytes = 0;

  async function pageOf(view: View, clickId: string | null): Promise<string | Uint8Array<ArrayBuffer>> {
    // Pages with a query are not kept, because callers can write anything into it.
    if (clickId === null || view.query !== null) return renderPage(view, clickId);
    const ofLink = templates.get(view.found) ?? new Map<string, Promise<ClickTemplate>>();
    const key = `${view.device} ${view.origin}`;
    const known = ofLink.get(key);
    if (known) return (await known).fill(clickId);
    const made = prepareTemplate((placeholder) => renderPage(view, placeholder));
    const { bytes, fill } = await made;
    templateBytes += bytes;
    if (templateBytes > MAX_TEMPLATE_BYTES) {
      templates = new WeakMap();
      templateBytes = bytes;
    }
    ofLink.set(key, made);
    templates.set(view.found, ofLink);
    return fill(clickId);
  }

  door.openapi(route, async (c) => {
    const headers = await pageHeaders();
    const { code } = c.req.valid('param');
    const found = isLinkCode(code) ? await findLinkOnHost(requestHost(c), isLocalRequest(c, service), code) : null;
    if (!found) return c.html(missingPage(), 404, headers);

    const { link, app } = found;
    if (!isLive(link, service.clock())) return c.html(endedPage(), 410, headers);

    const visitor = readVisitor(c, service);
    const query = c.req.url.includes('?') ? passedQuery(new URL(c.req.url).search, LONGEST_QUERY) : null;
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
    // A Mac may be an iPad, so it gets the page, which finds out. A bot gets the page to preview it.
    if (platform === null && device !== 'mac' && link.desktopFallback !== null && clickId !== null) {
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
      // URL writes the address, because the framework would leave some letters as they are and escape others twice.
      return c.redirect(new URL(withQuery(link.desktopFallback, query)).href, 302);
    }

    const page = await pageOf({ found, origin: linkOrigin(c, service, app), device, query }, clickId);
    // The framework isn't used here, because its headers cost more than the page.
    return new Response(page, { status: 200, headers });
  });
}
