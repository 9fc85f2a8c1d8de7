import { OpenAPIHono } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { answerError, type Log } from './http/answerError';
import { answerInvalid } from './http/answerInvalid';
import type { RateLimit } from './http/createRateLimiter';
import { limitBody } from './http/limitBody';
import { limitRequests } from './http/limitRequests';
import { problemBody } from './http/problemBody';
import { requireKey } from './http/requireKey';
import { serveClickList } from './http/routes/serveClickList';
import { serveDeviceReports } from './http/routes/serveDeviceReports';
import { serveEventList } from './http/routes/serveEventList';
import { serveEvents } from './http/routes/serveEvents';
import { serveLandingPage } from './http/routes/serveLandingPage';
import { serveLinks } from './http/routes/serveLinks';
import { serveMatchLink } from './http/routes/serveMatchLink';
import { serveResolveShort } from './http/routes/serveResolveShort';
import { securitySchemes } from './http/securitySchemes';
import type { ServiceApp, ServiceContext, ServiceEnv } from './http/ServiceContext';
import type { ClickFacts } from './matching/ClickFacts';
import type { Database } from './storage/Database';

// Most people who install an app from a link open it within minutes; with every hour more, more
// strangers behind the same address look alike.
const DEFAULT_MATCH_WINDOW_MS = 60 * 60 * 1000;

// Generous, as a mobile carrier puts thousands of phones behind one address.
const DEFAULT_RATE_LIMIT: RateLimit = { burst: 300, perSecond: 20 };

const PREFLIGHT_VALID_SECONDS = 600;

export type ServiceOptions = {
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
};

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
