import { OpenAPIHono } from '@hono/zod-openapi';
import { createCaches } from '../flow/createCaches.ts';
import { NO_PROXIES, type TrustedProxies } from '../flow/proxies.ts';
import type { ClickFacts } from '../matching/ClickFacts.ts';
import { DEFAULT_MIN_CONFIDENCE, DEFAULT_WINDOW_MS } from '../matching/startValues.ts';
import { createSessions } from '../operations/sessions.ts';
import { addClicks } from '../storage/clicks.ts';
import { createGroupCommit } from '../storage/createGroupCommit.ts';
import type { Database } from '../storage/Database.ts';
import { addEventBatches } from '../storage/events.ts';
import { addOpens } from '../storage/opens.ts';
import type { Log } from '../values/Log.ts';
import {
  appLimit,
  DEFAULT_PER_APP,
  DEFAULT_PER_NETWORK,
  networkLimit,
  newLinksLimit,
  SIGN_IN_LIMIT,
  type RateLimit,
} from '../values/rateLimits.ts';
import { serveApps } from './admin/apps.ts';
import { serveDoctor } from './admin/doctor.ts';
import { serveKeys } from './admin/keys.ts';
import { serveMetrics } from './admin/metrics.ts';
import { serveWhoami } from './admin/whoami.ts';
import { serveEvents } from './app/events.ts';
import { serveMatchLink } from './app/matchLink.ts';
import { serveResolveShort } from './app/resolveShort.ts';
import { serveShareLink } from './app/shareLink.ts';
import { allowAnyOrigin } from './middleware/allowAnyOrigin.ts';
import { answerError, answerInvalid, answerMissing } from './middleware/answerProblems.ts';
import { identifyCaller } from './middleware/caller.ts';
import { createLimiters } from './middleware/createLimiters.ts';
import { forgetAfterChange } from './middleware/forgetAfterChange.ts';
import { limitApps, limitBody, limitConcurrency, limitConcurrencyOfApps, limitNetworks } from './middleware/limits.ts';
import { recordRequests } from './middleware/recordRequests.ts';
import { requireAdmin, requireKey } from './middleware/requireKey.ts';
import { serveLink } from './owner/links/link.ts';
import { serveLinks } from './owner/links/links.ts';
import { serveClickList } from './owner/lists/clicks.ts';
import { serveEventList } from './owner/lists/events.ts';
import { serveMatchAttempts } from './owner/lists/matchAttempts.ts';
import { serveInstalls } from './owner/people/installs.ts';
import { serveUsers } from './owner/people/users.ts';
import { serveExports } from './owner/reports/exports.ts';
import { serveLinkStatistics } from './owner/reports/statistics.ts';
import { serveStatisticsExport } from './owner/reports/statisticsExport.ts';
import { serveAssociations } from './public/associations.ts';
import { serveDashboard, type DashboardFiles } from './public/dashboard.ts';
import { serveHealth } from './public/health.ts';
import { serveDeviceReports } from './public/landing/deviceReport.ts';
import { serveLandingPage } from './public/landing/route.ts';
import { serveOpenApi } from './public/openapi.ts';
import { serveSession } from './public/session.ts';
import type { Metrics, ServiceApp, ServiceContext, ServiceEnv } from './ServiceContext.ts';

/** As many connections as the pool has by default. */
const DEFAULT_POOL_SIZE = 10;

/**
 * No kind of request gets more than this share of the connections, and requests of owners get less. So even if all
 * requests that need one table hang because it is locked, some connections are left for the others.
 */
const SHARE_OF_POOL = 0.2;
const SHARE_OF_OWNERS = 0.1;

export interface ServiceOptions {
  database: Database;
  /** Takes the place of both app stores; gets `platform`, `id` and, for Android, `referrer`. */
  storeUrl?: string | undefined;
  /**
   * The origin of the short links of apps without a host.
   * @default the origin that the request was made to
   */
  publicUrl?: string | undefined;
  /**
   * How old a click may be for a fingerprint to find it, in milliseconds.
   * @default one day
   */
  matchWindowMs?: number | undefined;
  /**
   * How sure a match by fingerprint must be, from 0 to 1.
   * @default 0.9
   */
  minConfidence?: number | undefined;
  /**
   * The limit of each network: of an IPv4 address, or an IPv6 /64.
   * @default { burst: 300, perSecond: 20 }
   */
  rateLimit?: RateLimit | undefined;
  /**
   * The limit of each app, for all requests with its keys. A hundredth of it may make links for the app's users.
   * @default { burst: 20000, perSecond: 2000 }
   */
  appRateLimit?: RateLimit | undefined;
  /**
   * How often each network may try to sign in to the dashboard.
   * @default { burst: 10, perSecond: 0.1 }
   */
  signInRateLimit?: RateLimit | undefined;
  /** The built dashboard, by its paths below /dashboard/; without it, a page says how to build it. */
  dashboard?: DashboardFiles | undefined;
  /**
   * The proxies whose X-Forwarded-For, -Proto and -Host are believed.
   * @default none
   */
  trustedProxies?: TrustedProxies | undefined;
  /** SHA-256 of tokens that open the administration, in hexadecimal. */
  adminTokenHashes?: readonly string[] | undefined;
  /**
   * Whether the demonstration's keys, which everybody knows, are accepted.
   * @default false
   */
  isDemo?: boolean | undefined;
  /**
   * How many connections the database has. No kind of request gets more than a fifth.
   * @default 10
   */
  poolSize?: number | undefined;
  /**
   * Overrules what a request for a landing page tells about its browser, for a server that simulates phones in one
   * browser. The page's own report then only fills in what is still unknown.
   */
  visitorFacts?: ((request: Request) => Partial<ClickFacts>) | undefined;
  /** Whether the process is about to end; then /ready answers that it is not ready. */
  isStopping?: (() => boolean) | undefined;
  metrics?: Metrics | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  log?: Log | undefined;
}

/** Paths that take an app's secret key. */
const SECRET_PATHS = [
  '/api/links/*',
  '/api/clicks',
  '/api/events',
  '/api/export/*',
  '/api/installs/*',
  '/api/statistics',
  '/api/match-attempts',
  '/api/users/*',
];

/** Paths that take the admin token. An owner may read what concerns the owner's own app. */
const ADMIN_PATHS = ['/api/apps/*', '/api/keys/*'];

/** The whole service as a Hono app; it lives at the root of its origin. */
export function createService({ database, poolSize = DEFAULT_POOL_SIZE, ...options }: ServiceOptions): ServiceApp {
  const { queries } = database;
  const clock = options.clock ?? Date.now;
  const share = Math.max(1, Math.floor(poolSize * SHARE_OF_POOL));
  const caches = createCaches(clock, share);
  database.onChange(caches.forget);
  const credentials = { adminTokenHashes: options.adminTokenHashes ?? [], isDemo: options.isDemo ?? false };
  const service: ServiceContext = {
    database,
    queries,
    clock,
    caches,
    addClick: createGroupCommit((clicks) => addClicks(queries, clicks)),
    addEvents: createGroupCommit((batches) => addEventBatches(queries, batches)),
    addOpen: createGroupCommit((opens) => addOpens(queries, opens)),
    matchWindowMs: options.matchWindowMs ?? DEFAULT_WINDOW_MS,
    minConfidence: options.minConfidence ?? DEFAULT_MIN_CONFIDENCE,
    storeUrl: options.storeUrl ?? null,
    publicUrl: options.publicUrl ?? null,
    trustedProxies: options.trustedProxies ?? NO_PROXIES,
    ...credentials,
    sessions: createSessions({ queries, clock, ...credentials, connections: share }),
    isStopping: options.isStopping ?? (() => false),
    visitorFacts: options.visitorFacts ?? (() => ({})),
    log: options.log ?? (() => {}),
    metrics: options.metrics ?? null,
  };
  // Paths are not strict: some chats add a slash to the end of a link, which changes nothing.
  const server: ServiceApp = new OpenAPIHono<ServiceEnv>({ defaultHook: answerInvalid, strict: false });
  server.onError(answerError(service.log));
  server.notFound(answerMissing(server));
  server.use(recordRequests(service), identifyCaller(service));
  serveHealth(server, service);

  server.use('/api/link/*', allowAnyOrigin());
  const createLimiter = createLimiters(database, clock);
  const limit = limitNetworks('networks', options.rateLimit ?? networkLimit(DEFAULT_PER_NETWORK), createLimiter);
  const ofApp = options.appRateLimit ?? appLimit(DEFAULT_PER_APP);
  const limitApp = limitApps('apps', ofApp, createLimiter);
  server.use(limit);
  server.use('/api/*', limitBody());
  server.on('POST', '/api/session', limitNetworks('sign-ins', options.signInRateLimit ?? SIGN_IN_LIMIT, createLimiter));
  serveDashboard(server, options.dashboard ?? null);
  // Behind the limit, as guesses of the token are; before landing pages' concurrency, as it needs no database.
  serveMetrics(server, service);
  server.use('/api/link/*', requireKey('publishable', service), limitApp);
  for (const path of SECRET_PATHS) server.use(path, requireKey('secret', service), limitApp);
  for (const path of ADMIN_PATHS) server.use(path, requireAdmin(service, 'owners-to-read'));
  server.use('/api/whoami', requireAdmin(service, 'probes'));

  const shareOfOwners = Math.max(1, Math.floor(poolSize * SHARE_OF_OWNERS));
  const forEachOwner = limitConcurrencyOfApps(Math.ceil(shareOfOwners / 2));
  const forOwners = limitConcurrency(shareOfOwners);
  for (const path of SECRET_PATHS) server.use(path, forEachOwner, forOwners);
  const forAdministration = limitConcurrency(shareOfOwners);
  // Doctor is left out, because it waits for other machines.
  for (const path of ['/api/apps', '/api/apps/:id', '/api/keys/*']) server.use(path, forAdministration);
  for (const path of [...SECRET_PATHS, ...ADMIN_PATHS]) server.use(path, forgetAfterChange(service));
  const limitNewLinks = limitApps('new links', newLinksLimit(ofApp), createLimiter);
  server.use('/api/link/create', limitNewLinks, limitConcurrencyOfApps(1), limitConcurrency(1));

  serveMatchLink(server, service);
  serveResolveShort(server, service);
  serveEvents(server, service);
  serveShareLink(server, service);
  serveLinks(server, service);
  serveLink(server, service);
  serveClickList(server, service);
  serveEventList(server, service);
  serveStatisticsExport(server, service);
  serveExports(server, service);
  serveInstalls(server, service);
  serveUsers(server, service);
  serveLinkStatistics(server, service);
  serveMatchAttempts(server, service);
  serveDeviceReports(server, service);
  serveApps(server, service);
  serveDoctor(server, service);
  serveKeys(server, service);
  serveSession(server, service);
  serveWhoami(server, service);
  serveAssociations(server, service);
  serveOpenApi(server);
  serveLandingPage(server, service);
  return server;
}
