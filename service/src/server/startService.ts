import { setTimeout as sleep } from 'node:timers/promises';
import { openJobs } from '../jobs/openJobs.ts';
import { ensureAdminToken } from '../operations/adminToken.ts';
import { createService } from '../routes/createService.ts';
import type { ServiceOptions } from '../routes/ServiceOptions.ts';
import { hashText } from '../values/hashText.ts';
import { newSecret } from '../values/newSecret.ts';
import { createHostFetch } from './createHostFetch.ts';
import { createWebhookSender } from './createWebhookSender.ts';
import { createLoopWatch } from './createLoopWatch.ts';
import { createMetrics } from './createMetrics.ts';
import { createNodeServer } from './createNodeServer.ts';
import { listen } from './listen.ts';
import { openCountries } from './openCountries.ts';
import { openDatabase, type OpenDatabaseOptions } from './openDatabase.ts';
import { readDashboard } from './readDashboard.ts';

export const DEFAULT_PORT = 8787;

/** The library's default address is on this machine. To serve others, set the host. */
const DEFAULT_HOST = '127.0.0.1';

/** Enough for a request under way. Browsers keep idle connections open, which would never end by themselves. */
const GRACE_MS = 5_000;

/** From the signal to the end, for a long export. Kubernetes kills a process 30 s after it was told to stop. */
const MAX_STOP_MS = 25_000;

/** Long enough that one slow request doesn't count, but within the wait for which the database would be blamed. */
const OVERLOAD_SPAN_MS = 5_000;
/** When the process itself works for this share of the time, answers wait for it, instead of it for them. */
const OVERLOADED = 0.9;

/** Work that can wait notices a rush of people within `BUSY_SPAN_MS`, and then rests after each of its requests. */
const BUSY_SPAN_MS = 100;
const BUSY = 0.7;
const REST_MS = 50;

export interface StartOptions extends Omit<
  ServiceOptions,
  | 'database'
  | 'adminTokenHashes'
  | 'countries'
  | 'isOverloaded'
  | 'isStopping'
  | 'jobs'
  | 'matchModels'
  | 'metrics'
  | 'metricsTokenHash'
  | 'sendWebhook'
> {
  /** @default 127.0.0.1 */
  host?: string | undefined;
  /** @default 8787; 0 takes any free port */
  port?: number | undefined;
  database?: Omit<OpenDatabaseOptions, 'announce' | 'onLost' | 'onWait'> | undefined;
  /** Without it, the first start creates a token. */
  adminToken?: string | undefined;
  /** Opens nothing but the metrics, so Prometheus needs no admin token. */
  metricsToken?: string | undefined;
  /** The header in which a trusted proxy names the visitor's country. */
  countryHeader?: string | undefined;
  /** A file of MaxMind's format, to look countries up by address. */
  geoIpFile?: string | undefined;
  /** @default 400 */
  retentionDays?: number | undefined;
  /** Called before a wait of some seconds, with the reason. */
  onWait?: ((reason: string) => void) | undefined;
  /** Called if another process has taken PGlite's folder: this one must end. */
  onLost?: (() => void) | undefined;
}

export type StartOutcome =
  | {
      kind: 'started';
      url: string;
      /** The admin token, if this start created it. */
      adminToken: string | null;
      /**
       * Reports that it is not ready, but keeps serving for `drainMs`, until balancers have noticed. Then it takes no
       * new requests, and ends when all are answered.
       */
      close: (drainMs?: number) => Promise<void>;
    }
  | { kind: 'failed'; reason: string };

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Addresses that stand for all addresses of this machine. */
const ALL_ADDRESSES = ['0.0.0.0', '::'];

const originOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Migrations of a large database take minutes, in which the process must neither seem dead nor get requests. */
function answerWhileStarting(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  if (pathname === '/health') return Response.json({ status: 'starting' });
  return pathname === '/ready' ? Response.json({ status: 'starting' }, { status: 503 }) : null;
}

/** Takes the port before it opens the database, so a second start disturbs nothing. */
export async function startService({
  host = DEFAULT_HOST,
  port = DEFAULT_PORT,
  database: databaseOptions = {},
  adminToken,
  metricsToken,
  countryHeader,
  geoIpFile,
  retentionDays,
  onLost,
  onWait,
  ...options
}: StartOptions = {}): Promise<StartOutcome> {
  let isStopping = false;
  const ready = deferred<ReturnType<typeof createService>>();
  let isOpen = false;
  const { server, drain, stop } = createNodeServer(async (request, connection) => {
    const answer = isOpen ? null : answerWhileStarting(request);
    return answer ?? (await ready.promise).fetch(request, connection);
  });

  const listening = await listen(server, host, port);
  if (listening.kind === 'failed') return listening;

  try {
    const { clock = Date.now, log = () => {} } = options;
    const { address } = listening;
    const localHost = ALL_ADDRESSES.includes(address) ? DEFAULT_HOST : address;
    const local = { url: originOf(localHost, listening.port), token: newSecret('local') };
    const database = await openDatabase({ ...databaseOptions, announce: local, onLost, onWait });
    const made = adminToken === undefined ? await ensureAdminToken(database.queries) : null;
    const metrics = createMetrics({ waiting: database.waiting });
    const sendWebhook = createWebhookSender({ allowed: options.webhookNetworks });
    const isBusy = createLoopWatch(BUSY_SPAN_MS, BUSY);
    const giveWay = async () => {
      if (isBusy()) await sleep(REST_MS);
    };
    const background = openJobs({ ...options, sendWebhook, giveWay, database, clock, log, metrics, retentionDays });
    ready.resolve(
      createService({
        ...options,
        ...background,
        sendWebhook,
        fetchHost: options.fetchHost ?? createHostFetch(),
        database,
        isOverloaded: createLoopWatch(OVERLOAD_SPAN_MS, OVERLOADED),
        poolSize: databaseOptions.poolSize,
        adminTokenHashes: [made?.hash ?? (await hashText(adminToken ?? '')), await hashText(local.token)],
        dashboard: options.dashboard ?? (await readDashboard()),
        countries: {
          header: countryHeader ?? null,
          ofAddress: geoIpFile === undefined ? null : await openCountries(geoIpFile),
        },
        metrics,
        metricsTokenHash: metricsToken === undefined ? undefined : await hashText(metricsToken),
        isStopping: () => isStopping,
      })
    );
    isOpen = true;
    background.jobs.start();
    const close = async (drainMs = 0) => {
      isStopping = true;
      const jobsStopped = background.jobs.stop();
      drain();
      await new Promise((resolve) => setTimeout(resolve, drainMs));
      await stop(GRACE_MS, Math.max(GRACE_MS, MAX_STOP_MS - drainMs));
      await jobsStopped;
      await database.close();
    };
    return { kind: 'started', url: originOf(host, listening.port), adminToken: made?.token ?? null, close };
  } catch (error) {
    await stop(0);
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
