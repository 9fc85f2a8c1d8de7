import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createCaches } from '../flow/createCaches.ts';
import { NO_COUNTRIES, type CountrySources } from '../flow/countries.ts';
import { createNewNames } from '../flow/createNewNames.ts';
import { createOutages } from '../flow/createOutages.ts';
import { createTraffic } from '../flow/createTraffic.ts';
import { NO_PROXIES, type TrustedProxies } from '../flow/proxies.ts';
import type { ClickFacts } from '../matching/ClickFacts.ts';
import { DEFAULT_MIN_CONFIDENCE, DEFAULT_WINDOW_MS } from '../matching/startValues.ts';
import { createKeyUses } from '../operations/createKeyUses.ts';
import { createSessions } from '../operations/sessions.ts';
import { addClicks, MAX_CLICKS_IN_MEMORY, type NewClick } from '../storage/clicks.ts';
import { createGroupCommit } from '../storage/createGroupCommit.ts';
import type { Database } from '../storage/Database.ts';
import { addEventBatches, type EventBatch } from '../storage/events.ts';
import { findLinksByCodes } from '../storage/links.ts';
import { addOpens, type Open } from '../storage/opens.ts';
import { describeFault } from '../values/faults.ts';
import type { Log } from '../values/Log.ts';
import { serveApps } from './admin/apps.ts';
import { serveDoctor } from './admin/doctor.ts';
import { serveKeys } from './admin/keys.ts';
import { servePreview } from './admin/preview.ts';
import { serveMetrics } from './admin/metrics.ts';
import { serveWhoami } from './admin/whoami.ts';
import { serveEvents } from './app/events.ts';
import { serveMatchLink } from './app/matchLink.ts';
import { serveResolveShort } from './app/resolveShort.ts';
import { serveShareLink } from './app/shareLink.ts';
import { createDoors, shareOfPool, type DoorOptions } from './doors/createDoors.ts';
import { answerError, answerMissing } from './middleware/answerProblems.ts';
import { identifyCaller } from './middleware/caller.ts';
import { recordRequests } from './middleware/recordRequests.ts';
import { serveChanges } from './owner/changes.ts';
import { serveLink } from './owner/links/link.ts';
import { serveDemoData } from './owner/demoData.ts';
import { serveLinkList } from './owner/links/list.ts';
import { serveLinkImport } from './owner/links/import.ts';
import { serveLinks } from './owner/links/links.ts';
import { serveQrZip } from './owner/links/qrZip.ts';
import { serveClickList } from './owner/lists/clicks.ts';
import { serveEventList } from './owner/lists/events.ts';
import { serveMatchAttempts } from './owner/lists/matchAttempts.ts';
import { serveInstalls } from './owner/people/installs.ts';
import { serveServerEvents } from './owner/people/serverEvents.ts';
import { serveUsers } from './owner/people/users.ts';
import { serveExports } from './owner/reports/exports.ts';
import { serveLinkStatistics } from './owner/reports/statistics.ts';
import { serveStatisticsExport } from './owner/reports/statisticsExport.ts';
import { serveAssociations } from './public/associations.ts';
import { serveDashboard, type DashboardFiles } from './public/dashboard.ts';
import { createFindAppsHere } from './public/findAppsHere.ts';
import { serveHealth } from './public/health.ts';
import { serveKnownHosts } from './public/knownHosts.ts';
import { serveDeviceReports } from './public/landing/deviceReport.ts';
import { serveIcons } from './public/landing/icon.ts';
import { serveLandingPage } from './public/landing/route.ts';
import { serveOpenApi } from './public/openapi.ts';
import { serveSession } from './public/session.ts';
import type { Metrics, ServiceApp, ServiceContext, ServiceEnv } from './ServiceContext.ts';

export interface ServiceOptions extends DoorOptions {
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
  /** The built dashboard, by its paths below /dashboard/; without it, a page says how to build it. */
  dashboard?: DashboardFiles | undefined;
  /**
   * The proxies whose X-Forwarded-For, -Proto and -Host are believed.
   * @default none
   */
  trustedProxies?: TrustedProxies | undefined;
  /**
   * What tells the country of a visitor.
   * @default nothing
   */
  countries?: CountrySources | undefined;
  /** SHA-256 of tokens that open the administration, in hexadecimal. */
  adminTokenHashes?: readonly string[] | undefined;
  /**
   * Whether the demonstration's keys, which everybody knows, are accepted.
   * @default false
   */
  isDemo?: boolean | undefined;
  /**
   * Overrules what a request for a landing page tells about its browser, for a server that simulates phones in one
   * browser. The page's own report then only fills in what is still unknown.
   */
  visitorFacts?: ((request: Request) => Partial<ClickFacts>) | undefined;
  /** Whether the process is about to end; then /ready answers that it is not ready. */
  isStopping?: (() => boolean) | undefined;
  metrics?: Metrics | undefined;
  /** SHA-256 of a token that opens nothing but the metrics, in hexadecimal. */
  metricsTokenHash?: string | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  log?: Log | undefined;
}

/** Tells the operator when clicks begin to wait for the database, and when all are stored. */
function reportClicksInMemory({ metrics, log }: Pick<ServiceOptions, 'metrics' | 'log'>) {
  let before = 0;
  return (count: number) => {
    metrics?.setClicksInMemory(count);
    if (before === 0) log?.('warn', 'The database takes no clicks; they are kept in memory');
    if (count === 0) log?.('info', 'The clicks that were kept in memory are stored');
    before = count;
  };
}

/** The whole service as a Hono app; it lives at the root of its origin. */
export function createService({ database, ...options }: ServiceOptions): ServiceApp {
  const { queries } = database;
  const clock = options.clock ?? Date.now;
  const connections = shareOfPool(options.poolSize);
  const caches = createCaches({ clock, connections, isListening: database.isListening });
  const ownerOf = ({ appId }: { appId: string }) => appId;
  const lookUp = createGroupCommit(
    (questions: { scope: string; code: string }[]) =>
      findLinksByCodes(
        queries,
        (questions[0]?.scope ?? '').split(' '),
        questions.map(({ code }) => code)
      ),
    { ownerOf: ({ scope }) => scope, groupsAtOnce: connections }
  );
  database.onChange(caches.forget);
  const outages = createOutages(clock);
  database.onChange(({ kind }) => {
    if (kind === 'everything' && !database.isListening()) outages.note();
  });
  const credentials = { adminTokenHashes: options.adminTokenHashes ?? [], isDemo: options.isDemo ?? false };
  const log = options.log ?? (() => {});
  const noteKeyUse = createKeyUses(queries, clock, (error) =>
    log('warn', 'The use of a key could not be noted', describeFault(error))
  );
  const service: ServiceContext = {
    database,
    queries,
    clock,
    caches,
    findLinks: caches.cached((scope: string, code: string) => lookUp({ scope, code }), {
      isOfLinks: true,
      appsOf: (found) => found.map(({ app }) => app.id),
    }),
    addClick: createGroupCommit((clicks: NewClick[]): Promise<unknown[]> => addClicks(queries, clicks), {
      ownerOf,
      keep: { most: MAX_CLICKS_IN_MEMORY, result: null, onCount: reportClicksInMemory(options) },
    }),
    addEvents: createGroupCommit((batches: EventBatch[]) => addEventBatches(queries, batches), { ownerOf }),
    addOpen: createGroupCommit((opens: Open[]) => addOpens(queries, opens), { ownerOf }),
    boundNames: createNewNames(clock),
    outages,
    matchWindowMs: options.matchWindowMs ?? DEFAULT_WINDOW_MS,
    minConfidence: options.minConfidence ?? DEFAULT_MIN_CONFIDENCE,
    storeUrl: options.storeUrl ?? null,
    publicUrl: options.publicUrl ?? null,
    trustedProxies: options.trustedProxies ?? NO_PROXIES,
    countries: options.countries ?? NO_COUNTRIES,
    ...credentials,
    noteKeyUse,
    sessions: createSessions({ queries, clock, ...credentials, connections, noteKeyUse }),
    isStopping: options.isStopping ?? (() => false),
    traffic: createTraffic(),
    visitorFacts: options.visitorFacts ?? (() => ({})),
    log,
    metrics: options.metrics ?? null,
    metricsTokenHash: options.metricsTokenHash ?? null,
  };
  const doors = createDoors(service, options);
  const findAppsHere = createFindAppsHere(service);
  // Paths are not strict: some chats add a slash to the end of a link, which changes nothing.
  const server: ServiceApp = new OpenAPIHono<ServiceEnv>({ strict: false });
  server.onError(answerError(service));
  const missing = answerMissing(server);
  // Who tries many methods is limited here, at no door.
  server.notFound(async (c) => {
    const refusal = await doors.limitNetwork(c as Context<ServiceEnv, string>, () => Promise.resolve());
    return refusal ?? missing(c);
  });
  server.use(recordRequests(service), identifyCaller(service));

  serveMatchLink(doors.app, service);
  serveResolveShort(doors.app, service);
  serveEvents(doors, service);
  serveShareLink(doors.newLinks, service);

  serveLinks(doors.owner, service);
  serveLinkImport(doors.imports, service);
  serveLinkList(doors.linkList, service);
  serveDemoData(doors.owner, service);
  serveQrZip(doors.reports, service);
  serveLink(doors.owner, service);
  serveChanges(doors.owner, service);
  serveClickList(doors.owner, service);
  serveEventList(doors.owner, service);
  serveMatchAttempts(doors.owner, service);
  serveInstalls(doors.owner, service);
  serveUsers(doors.owner, service);
  serveServerEvents(doors.owner, service);
  serveStatisticsExport(doors.reports, service);
  serveExports(doors.reports, service);
  serveLinkStatistics(doors.reports, service);

  serveApps(doors, service);
  servePreview(doors.adminOrOwner, service);
  serveKeys(doors, service);
  serveDoctor(doors.examinations, service);
  serveWhoami(doors.probes, service);
  serveMetrics(doors.metrics, service);

  serveHealth(doors.health, service);
  serveKnownHosts(doors.health, service);
  serveDashboard(doors.public, options.dashboard ?? null);
  serveDeviceReports(doors.public, service);
  serveIcons(doors.public, service);
  serveSession(doors, service);
  serveAssociations(doors.public, findAppsHere);
  serveOpenApi(doors.public, server);
  serveLandingPage(doors.public, service, { findAppsHere, missing });

  doors.mountOn(server);
  return server;
}
