import { OpenAPIHono } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { answerError, answerInvalid, problemBody, type Log } from './problems.ts';
import type { RateLimit } from './createRateLimiter.ts';
import { limitBody, limitRequests } from './limits.ts';
import { requireKey, securitySchemes } from './requireKey.ts';
import { serveClickList } from './clickList.ts';
import { serveDeviceReports } from './deviceReport.ts';
import { serveEventList } from './eventList.ts';
import { serveEvents } from './events.ts';
import { serveLandingPage } from './landingPage.ts';
import { serveLinks } from './links.ts';
import { serveMatchLink } from './matchLink.ts';
import { serveResolveShort } from './resolveShort.ts';
import type { ServiceApp, ServiceContext, ServiceEnv } from './ServiceContext.ts';
import type { ClickFacts } from '../matching/ClickFacts.ts';
import type { Database } from '../storage/Database.ts';

// Most people who install an app from a link open it within minutes; with every hour more, more
// strangers behind the same address look alike.
const DEFAULT_MATCH_WINDOW_MS = 60 * 60 * 1000;

// Generous, as a mobile carrier puts thousands of phones behind one address.
const DEFAULT_RATE_LIMIT: RateLimit = { burst: 300, perSecond: 20 };

const PREFLIGHT_VALID_SECONDS = 600;

export interface ServiceOptions {
  database: Database;
  /** Takes the place of both app stores; gets `platform`, `id` and, for Android, `referrer`. */
  storeUrl?: string | undefined;
  /**
   * The origin in short links and copied links.
   * @default the origin that the request was made to
   */
  publicUrl?: string | undefined;
  /**
   * How old a click may be that a fingerprint finds, in milliseconds.
   * @default one hour
   */
  matchWindowMs?: number | undefined;
  /**
   * For each app and address.
   * @default { burst: 300, perSecond: 20 }
   */
  rateLimit?: RateLimit | undefined;
  /**
   * Whether X-Forwarded-For, as written by one proxy in front, names the caller.
   * @default false
   */
  trustProxy?: boolean | undefined;
  /**
   * Overrules what a request for a landing page tells of its browser, for a host that simulates
   * phones in one browser. What the page then reports only fills what is still unknown.
   */
  visitorFacts?: ((request: Request) => Partial<ClickFacts>) | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  log?: Log | undefined;
}

/** The whole service as a Hono app; it lives at the root of its origin. */
export function createService({
  database,
  storeUrl,
  publicUrl,
  matchWindowMs = DEFAULT_MATCH_WINDOW_MS,
  rateLimit = DEFAULT_RATE_LIMIT,
  trustProxy = false,
  visitorFacts = () => ({}),
  clock = Date.now,
  log = console.error,
}: ServiceOptions): ServiceApp {
  const service: ServiceContext = {
    queries: database.queries,
    clock,
    matchWindowMs,
    storeUrl: storeUrl ?? null,
    publicUrl: publicUrl ?? null,
    trustProxy,
    visitorFacts,
  };
  const server: ServiceApp = new OpenAPIHono<ServiceEnv>({ defaultHook: answerInvalid });
  server.onError(answerError(log));
  server.notFound((c) => c.json(problemBody('not_found', 'There is nothing here.'), 404));

  // For an app run in a browser on another port. The key is publishable and there are no cookies,
  // so any origin may ask.
  server.use(
    '/api/link/*',
    cors({
      origin: '*',
      allowMethods: ['POST'],
      allowHeaders: ['Authorization', 'Content-Type', 'X-App-ID', 'X-SDK'],
      exposeHeaders: ['Retry-After'],
      maxAge: PREFLIGHT_VALID_SECONDS,
    })
  );
  const limit = limitRequests(rateLimit, service);
  server.use('/api/*', limit);
  server.use('/:code', limit);
  server.use('/api/*', limitBody());
  server.use('/api/link/*', requireKey('publishable', service));
  for (const path of ['/api/links', '/api/clicks', '/api/events']) {
    server.use(path, requireKey('secret', service));
  }

  serveMatchLink(server, service);
  serveResolveShort(server, service);
  serveEvents(server, service);
  serveLinks(server, service);
  serveClickList(server, service);
  serveEventList(server, service);
  serveDeviceReports(server, service);
  serveOpenApi(server);
  serveLandingPage(server, service);
  return server;
}

function serveOpenApi(server: ServiceApp): void {
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    server.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  }
  server.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Deferred link matching service', version: '1.0.0' },
  });
}
