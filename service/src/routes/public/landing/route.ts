import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { isbot } from 'isbot';
import type { ClickFacts } from '../../../matching/ClickFacts.ts';
import { describeBrowser } from '../../../matching/describeBrowser.ts';
import {
  MAX_AGENT,
  platformOf,
  readUserAgent,
  senderOfTail,
  type Device,
  type Platform,
} from '../../../matching/readUserAgent.ts';
import { EMPTY_LINK, type LinkOfApp } from '../../../storage/company/links.ts';
import type { App, Link } from '../../../storage/schema/tables.ts';
import { campaignOfUrl, pickCampaign } from '../../../values/campaign.ts';
import type { CarriedClick, CarriedQuestion } from '../../../storage/facts/clicks.ts';
import { describeFault, isPassingFault } from '../../../values/faults.ts';
import { BY_INTENT } from '../../../values/inAppBrowsers.ts';
import { withQuery } from '../../../values/isDestination.ts';
import { isLive } from '../../../values/isLive.ts';
import { remember } from '../../../values/remember.ts';
import { carriedClickId, passedQuery, shortUrl } from '../../../values/shortUrl.ts';
import type { Door } from '../../doors/createDoor.ts';
import { EVERY_PATH, type AnswerMissing } from '../../middleware/answerProblems.ts';
import { isPrefetch, isPreview } from '../../middleware/loadedAhead.ts';
import { linkOrigin, readVisitor, requestHost, requestOrigin, requestPath } from '../../middleware/caller.ts';
import type { ServiceEnv } from '../../ServiceEnv.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { isPath, type LinksHere } from './createLinksHere.ts';
import { createTemplates } from './createTemplates.ts';
import { chooseLanguage } from './languages/chooseLanguage.ts';
import { wordsOf } from './languages/wordsOf.ts';
import { missingPage } from './missingPage.ts';
import { openIntent, storeIntent } from './intentLinks.ts';
import { leavingOf, marksOf, NOTHING_TO_LEAVE, type Leaving } from './leaving.ts';
import { openLink, openLinkOnIos } from './openLink.ts';
import { landingPage, NO_CLICK, type Landing } from './page.ts';
import { pageHeaders } from './pageHeaders.ts';
import { scannable } from './qrCode.ts';
import { isForPeople } from './showProblems.ts';
import { storeLink, type StoreVisit } from './storeLink.ts';

const page = { 'text/html': { schema: z.string() } };

/** No campaign has longer parameters. */
const MAX_QUERY_LENGTH = 2_000;

/** Enough to leave an app's browser, and to paste a link. Later, it counts as another visit. */
const CARRIED_FOR_MS = 10 * 60 * 1000;

const later = problemResponses(429, 503);

const route = endpoint('get', '/{code}', {
  summary: 'The landing page of a link; each view by a person is a click',
  parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'The page', content: page },
    302: {
      description:
        'Sent to a desktop if the link has a fallback for desktops, to an Android phone if the link leads straight to the store, and to everybody if the link can’t be looked up, or has ended or was deleted and says where to go afterwards',
    },
    404: { description: 'No such link', content: page },
    410: { description: 'The link was disabled, or has expired', content: page },
    429: { ...later[429], content: { ...later[429].content, ...page } },
    503: { ...later[503], content: { ...later[503].content, ...page } },
  },
});

/** A few agents make nearly all visits, and searching the long list of bots for each would be slow. */
const AGENTS_REMEMBERED = 2_000;

const isBot = remember(
  AGENTS_REMEMBERED,
  (agent) => (senderOfTail(agent) ?? (isbot(agent) ? 'bot' : 'person')) === 'bot'
);

/** Views by link checkers and chat previews, and pages that are loaded ahead of time, are not clicks. */
function isPerson(c: Context<ServiceEnv>, userAgent: string | null): boolean {
  return c.req.method !== 'HEAD' && !isBot(userAgent?.slice(0, MAX_AGENT) ?? '') && !isPreview(c);
}

interface LandingOptions extends Pick<ServiceParts, 'site' | 'clock' | 'log'> {
  linksHere: LinksHere;
  clicks: {
    add: ServiceParts['addClick'];
    findCarried: (question: CarriedQuestion) => Promise<CarriedClick | null>;
  };
  missing: AnswerMissing;
}

export function serveLandingPage(door: Door, options: LandingOptions): void {
  const { linksHere, clicks, site, clock, log, missing } = options;
  const { findLinkHere, findAfterwards, findAppHere, appOfHost } = linksHere;

  const storeOf = (app: App, platform: Platform, clickId: string | null, visit: StoreVisit | null) =>
    storeLink({ ...app, storeUrl: site.storeUrl }, platform, clickId, visit);

  /** Where a visitor goes while nobody knows where the link leads; null if the host's app is in no store. */
  function storeOfHost(host: string, userAgent: string | null): string | null {
    const app = appOfHost.get(host);
    if (!app) return null;
    const { device } = readUserAgent(userAgent);
    const platform = device && platformOf(device);
    if (platform !== null) return storeOf(app, platform, null, null);
    return storeOf(app, 'ios', null, null) ?? storeOf(app, 'android', null, null);
  }

  /** Returns the click's id; null if the click can't be stored, which only costs the visitor the exact match. */
  async function recordClick({ link }: LinkOfApp, query: string | null, visitor: ClickFacts): Promise<string | null> {
    const { appId, code } = link;
    const id = crypto.randomUUID();
    const createdAt = new Date(clock());
    const route = isPath(link) ? code : null;
    const campaign = isPath(link) ? campaignOfUrl(`?${query ?? ''}`) : pickCampaign(link);
    const browser = describeBrowser(visitor);
    try {
      await clicks.add({ ...browser, ...campaign, id, appId, code, route, query, createdAt });
      return id;
    } catch (error) {
      log('warn', 'A click could not be stored', describeFault(error));
      return null;
    }
  }

  /** The click of a visitor who left an app's own browser for the phone's; null for anybody else. */
  async function findCarried({ link }: LinkOfApp, id: string, visitor: ClickFacts): Promise<CarriedClick | null> {
    const { network, device } = describeBrowser(visitor);
    if (network === null || device === null) return null;
    const since = new Date(clock() - CARRIED_FOR_MS);
    const { appId, code } = link;
    return clicks.findCarried({ appId, id, code, network, device, since }).catch((error: unknown) => {
      log('warn', 'A click could not be looked up again', describeFault(error));
      return null;
    });
  }

  interface Reader {
    device: Device | null;
    language: string;
    leaving: Leaving;
  }

  interface View extends Reader {
    found: LinkOfApp;
    origin: string;
    /** The query that is passed on to the destination. */
    query: string | null;
    /** Whether the page was loaded ahead of time. */
    isPreview: boolean;
    /** The click that the visitor brought along from an app's own browser. */
    carried: CarriedClick | null;
  }

  /** Where a phone without the app goes instead of the store; null for the store. */
  function fallbackOf({ link }: LinkOfApp, platform: Platform, query: string | null): string | null {
    const fallback = platform === 'ios' ? link.iosFallback : link.androidFallback;
    return fallback === null ? null : withQuery(fallback, query);
  }

  /** Anybody with the app can share a link, so the app's owner decides whether its page shows the sharer's title. */
  function textsOf({ link, app }: LinkOfApp): Pick<Link, 'title' | 'description' | 'imageUrl'> {
    return link.createdBy === null || app.sharedTitles === 'on' ? link : EMPTY_LINK;
  }

  async function renderPage(view: View, clickId: string | null): Promise<string> {
    const { found, origin, device, query, language, carried } = view;
    const isReported = clickId === null || (carried?.isReported ?? false);
    const { link, app } = found;
    const platform = device && platformOf(device);
    const destination = withQuery(link.destination, query);
    const offered = (each: Platform) => {
      const store = storeOf(app, each, clickId, { link, query });
      return store && (fallbackOf(found, each, query) ?? store);
    };
    const pageUrl = shortUrl(origin, link.code);
    const copiedLink = shortUrl(origin, link.code, clickId ?? undefined);
    const address = withQuery(copiedLink, query);
    const stores = { ios: offered('ios'), android: offered('android') };
    // Any browser can show a web page that takes the place of the store.
    const leaving = platform && fallbackOf(found, platform, query) !== null ? NOTHING_TO_LEAVE : view.leaving;
    const text = await landingPage({
      brand: app,
      words: wordsOf(language, app.texts, app.name),
      notice: null,
      link: textsOf(found),
      destination:
        (platform && fallbackOf(found, platform, query)) ?? withQuery(link.desktopFallback ?? link.destination, query),
      platform,
      isMac: device === 'mac',
      stores,
      iosButton: app.iosButton,
      hasFallback: { ios: link.iosFallback !== null, android: link.androidFallback !== null },
      desktopUrl: device === 'mac' && link.desktopFallback !== null ? withQuery(link.desktopFallback, query) : null,
      openUrl: platform === 'android' ? openLink(app.scheme, destination) : openLinkOnIos(app, address, destination),
      intents:
        platform === 'android'
          ? { ...intentsOf(app, withQuery(pageUrl, query), stores.android), areFollowed: leaving.byIntent }
          : null,
      leaving: waysOf(leaving, platform),
      pageUrl,
      scannedUrl: scannable(withQuery(pageUrl, query), pageUrl),
      copiedLink,
      reportUrl:
        isReported || app.deviceReport === 'never'
          ? null
          : `/api/clicks/${clickId}/device?app=${encodeURIComponent(app.id)}`,
      tapUrl: clickId === null ? null : `/api/clicks/${clickId}/store-tap?app=${encodeURIComponent(app.id)}`,
      reportTime: app.deviceReport,
      isPreview: view.isPreview,
    });
    return text.toString();
  }

  /** Shows the app in place of a link. Repeats nothing of the address, because strangers write that. */
  async function renderNotice(notice: 'missing' | 'ended', app: App, { device, language, leaving }: Reader) {
    const platform = device && platformOf(device);
    const stores = { ios: storeOf(app, 'ios', null, null), android: storeOf(app, 'android', null, null) };
    const store = stores.android && storeIntent(stores.android);
    const text = await landingPage({
      ...NO_CLICK,
      brand: app,
      words: wordsOf(language, app.texts, app.name),
      notice,
      link: EMPTY_LINK,
      destination: '/',
      platform,
      stores,
      iosButton: 'go',
      openUrl: null,
      intents: platform === 'android' ? { store, open: null, areFollowed: leaving.byIntent } : null,
      leaving: waysOf(leaving, platform),
      pageUrl: '',
      scannedUrl: null,
      copiedLink: null,
    });
    return text.toString();
  }

  function waysOf(leaving: Leaving, platform: Platform | null): Landing['leaving'] {
    return {
      isStuck: !leaving.isBrowser && leaving.way === null,
      wayOut: leaving.way === BY_INTENT ? null : leaving.way,
      marks: marksOf(leaving, platform),
    };
  }

  /** An app that is in no store has no package by which Android could open it. */
  function intentsOf({ androidPackage }: App, link: string, store: string | null) {
    if (store === null || androidPackage === null) return { store: null, open: null };
    return { store: storeIntent(store), open: openIntent(link, androidPackage, store) };
  }

  /** Where a visitor who gets no page is sent; null for most. */
  function elsewhere({ found, device, query, leaving }: View, clickId: string | null) {
    const { link, app } = found;
    if (device === 'android') {
      // An app's own browser may follow nothing but a tap.
      if (!leaving.isBrowser || (link.landing ?? app.landing) === 'page') return null;
      return fallbackOf(found, 'android', query) ?? storeOf(app, 'android', clickId, { link, query });
    }
    // A Mac may be an iPad, so it gets the page, which finds out.
    const isDesktop = device === null || (device !== 'mac' && platformOf(device) === null);
    return isDesktop && link.desktopFallback !== null ? withQuery(link.desktopFallback, query) : null;
  }

  // A changed link is another object in the cache, so its old pages are dropped.
  const fillTemplate = createTemplates();
  const keyOf = ({ device, language, leaving }: Reader) =>
    [device, language, leaving.isBrowser, leaving.way, leaving.byIntent].join(' ');

  /** Everybody with the same kind of phone gets the same page. */
  const noticeOf = (notice: 'missing' | 'ended', app: App, reader: Reader) =>
    fillTemplate(app, `${notice} ${keyOf(reader)}`, '', () => renderNotice(notice, app, reader));

  function pageOf(view: View, clickId: string | null): Promise<string | Uint8Array<ArrayBuffer>> {
    // Not kept: pages of paths and with a query, because callers can write anything into them.
    const { found, query, carried, origin } = view;
    if (clickId === null || query !== null || carried !== null || isPath(found.link)) return renderPage(view, clickId);
    return fillTemplate(found, `${origin} ${keyOf(view)}`, clickId, (id) => renderPage(view, id));
  }

  function readReader(c: Context<ServiceEnv>, app: App, userAgent: string | null, isCarried: boolean): Reader {
    const { device } = readUserAgent(userAgent);
    return {
      device,
      language: chooseLanguage(c.req.header('accept-language'), app.texts),
      leaving: leavingOf(userAgent, device && platformOf(device), isCarried),
    };
  }

  async function answerNotice(c: Context<ServiceEnv>, notice: 'missing' | 'ended', app: App): Promise<Response> {
    const isCarried = carriedClickId(new URL(c.req.url).search) !== null;
    const page = await noticeOf(notice, app, readReader(c, app, readVisitor(c, site).userAgent, isCarried));
    const headers = await pageHeaders({ colours: app });
    return new Response(page, { status: notice === 'ended' ? 410 : 404, headers });
  }

  // URL writes the address, because the framework would leave some letters as they are and escape others twice.
  const redirect = (c: Context<ServiceEnv>, url: string) => c.redirect(new URL(url, requestOrigin(c)).href, 302);

  /** A mistyped or deleted link still leads to the app, unless nobody knows which. */
  async function answerMissing(c: Context<ServiceEnv>, path: string | null): Promise<Response> {
    const afterwards = path === null ? null : await findAfterwards(c, path);
    if (afterwards !== null) return redirect(c, afterwards);
    const app = await findAppHere(c);
    if (app) return answerNotice(c, 'missing', app);
    return c.html(missingPage(c.req.header('accept-language')), 404, await pageHeaders());
  }

  async function answerPath(c: Context<ServiceEnv>, path: string | null): Promise<Response | null> {
    if (isPrefetch(c)) return c.body(null, 503, { 'Cache-Control': 'no-store' });
    const found =
      path === null
        ? null
        : await findLinkHere(c, path).catch((error: unknown) => {
            const agent = c.req.header('user-agent') ?? null;
            const store = isPassingFault(error) ? storeOfHost(requestHost(c), agent) : null;
            if (store === null) throw error;
            return { store };
          });
    if (found === null) return null;
    if ('store' in found) return c.redirect(found.store, 302);

    const { link, app } = found;
    if (!isLive(link, clock())) {
      if (link.afterwards !== null) return redirect(c, link.afterwards);
      return answerNotice(c, 'ended', app);
    }

    const headers = await pageHeaders({ colours: app, imageUrl: textsOf(found).imageUrl });
    const visitor = readVisitor(c, site);
    const { search } = new URL(c.req.url);
    const query = passedQuery(search, MAX_QUERY_LENGTH);
    const carriedId = carriedClickId(search);
    const isClick = isPerson(c, visitor.userAgent);
    const carried = isClick && carriedId !== null ? await findCarried(found, carriedId, visitor) : null;
    const clickId = carried?.id ?? (isClick ? await recordClick(found, query, visitor) : null);

    const view: View = {
      ...readReader(c, app, visitor.userAgent, carriedId !== null),
      found,
      origin: linkOrigin(c, site, app),
      query,
      isPreview: isPreview(c),
      carried,
    };
    // Bots get the page, because they make previews of it.
    const away = isClick ? elsewhere(view, clickId) : null;
    if (away !== null) {
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
      return redirect(c, away);
    }

    const page = await pageOf(view, clickId);
    // The framework would copy the headers: 130 µs instead of 114 for a request that does nothing else.
    return new Response(page, { status: 200, headers });
  }

  door.openapi(route, async (c) => {
    const path = requestPath(c);
    return (await answerPath(c, path)) ?? answerMissing(c, path);
  });

  door.get(EVERY_PATH, async (c) => {
    const path = requestPath(c);
    return (await answerPath(c, path)) ?? (isForPeople(c) ? answerMissing(c, path) : missing(c));
  });
}
