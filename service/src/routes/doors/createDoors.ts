import type { Context } from 'hono';
import {
  appLimit,
  DEFAULT_EVENTS_PER_DAY,
  DEFAULT_PER_APP,
  DEFAULT_PER_NETWORK,
  networkLimit,
  newLinksLimit,
  SIGN_IN_LIMIT,
  WIDE_SIGN_IN_TIMES,
  WIDE_TIMES,
  type RateLimit,
} from '../../values/rateLimits.ts';
import { createEventBounds, createEventNames } from '../middleware/createEventBounds.ts';
import { allowAnyOrigin } from '../middleware/allowAnyOrigin.ts';
import { forbidStoring } from '../middleware/forbidStoring.ts';
import { forgetAfterChange } from '../middleware/forgetAfterChange.ts';
import { hostsOf, limitApps, limitConcurrency, limitNetworks, limitNewLinks } from '../middleware/limits.ts';
import {
  byAdminToken,
  byOwnerOrAdmin,
  byPublishableKey,
  bySecretKey,
  requireAdmin,
  requireKey,
  type Guarded,
} from '../middleware/requireKey.ts';
import { createGate } from '../../flow/createGate.ts';
import type { Metrics } from '../Metrics.ts';
import type { ServiceApp, ServiceEnv } from '../ServiceEnv.ts';
import { createDoor, type Audience } from './createDoor.ts';

export interface DoorOptions {
  /**
   * The limit of each network: of an IPv4 address, or an IPv6 /64. A whole /24 or /48 gets 16 times as much.
   * @default { burst: 300, perSecond: 20 }
   */
  rateLimit?: RateLimit | undefined;
  /**
   * The limit of each app, for all requests with its keys. A hundredth of its rate, and a tenth of its burst, may
   * create links for the app's users, and no network gets more than a fiftieth of that.
   * @default { burst: 20000, perSecond: 2000 }
   */
  appRateLimit?: RateLimit | undefined;
  /**
   * How often each network may try to sign in to the dashboard with a wrong key; a whole /24 or /48 gets three times as
   * much.
   * @default { burst: 10, perSecond: 0.1 }
   */
  signInRateLimit?: RateLimit | undefined;
  /**
   * How many events of an app's phones are stored in a day; an event of more than a kilobyte counts as several.
   * @default 20,000,000
   */
  maxEventsPerDay?: number | undefined;
  /**
   * How many connections the database has. No kind of request gets more than a fifth.
   * @default 10
   */
  poolSize?: number | undefined;
}

/** What a door asks for, limits and forbids, for the OpenAPI document. */
export const AUDIENCES: Readonly<Record<Audience, string>> = {
  app: 'The app, with a publishable key. Limited by network and app; `create` also has a limit of its own and takes turns.',
  owner:
    'The app’s owner, with a secret key or a session. Limited by network and app. A fixed number run at a time, downloads apart from the rest, and apps take turns; events don’t wait for either. Answers are never stored.',
  admin:
    'Whoever runs the service, with the admin token or a session; an owner may read their own app. Limited by network, and a fixed number run at a time. Answers are never stored.',
  public: 'Anybody. Limited by network, except `/health` and `/ready`.',
};

const DEFAULT_POOL_SIZE = 10;

/**
 * No kind of request gets more than this share of the connections, and files get less. So even if all requests that
 * need one table hang because it is locked, some connections are left for the others.
 */
const SHARE_OF_POOL = 0.2;
const SHARE_OF_FILES = 0.1;

/** Two, because creating a large file's links keeps everybody else on its host waiting. */
const HOSTS_AT_ONCE = 2;

/** A file takes seconds, so the next one may wait as long. */
const MAX_WAIT_FOR_FILE_MS = 20_000;

/** How many connections one kind of request gets. */
export function shareOfPool(poolSize = DEFAULT_POOL_SIZE, share = SHARE_OF_POOL): number {
  return Math.max(1, Math.floor(poolSize * share));
}

export type ReadInTurn = <Page>(c: Context<ServiceEnv>, read: () => Promise<Page>) => Promise<Page>;

/** The doors of the service. Routes are registered at one of them, and nowhere else. */
export function createDoors(guarded: Guarded & { clock: () => number; metrics: Metrics | null }, options: DoorOptions) {
  const { caches, clock, metrics } = guarded;
  const ofNetwork = options.rateLimit ?? networkLimit(DEFAULT_PER_NETWORK);
  const limitNetwork = limitNetworks(ofNetwork, WIDE_TIMES, clock);
  const ofApp = options.appRateLimit ?? appLimit(DEFAULT_PER_APP);
  const limitApp = limitApps(ofApp, clock);
  const forFiles = shareOfPool(options.poolSize, SHARE_OF_FILES);
  const forOwners = shareOfPool(options.poolSize);
  const half = (share: number) => Math.ceil(share / 2);
  const anyOrigin = allowAnyOrigin();
  const observeWait = (kind: string) => (seconds: number) => metrics?.observeWait(kind, seconds);
  /** For routes that wait for other machines: every app has one place, so no app waits for another. */
  const ofEachApp = (kind: string) => limitConcurrency(observeWait(kind), createGate(Infinity, 1));

  const pagesAtOnce = createGate(forFiles, half(forFiles), MAX_WAIT_FOR_FILE_MS);
  const inTurn: ReadInTurn = (c, read) => pagesAtOnce(read, c.get('app').id);

  /** For routes that create links, which wait for each other on the same host: see addLinks. */
  const ofEachHost = (kind: string) => limitConcurrency(observeWait(kind), createGate(HOSTS_AT_ONCE, 1), hostsOf);

  const app = createDoor({
    name: 'app',
    security: byPublishableKey,
    guards: [anyOrigin, limitNetwork, requireKey('publishable', guarded), limitApp],
    preflight: anyOrigin,
  });
  const owner = createDoor({
    name: 'owner',
    security: bySecretKey,
    guards: [forbidStoring, limitNetwork, requireKey('secret', guarded), limitApp, forgetAfterChange(caches)],
  });
  const admin = createDoor({ name: 'admin', security: byAdminToken, guards: [forbidStoring, limitNetwork] });
  const open = createDoor({ name: 'public', guards: [] });

  const ofAdmin = { guards: [requireAdmin(guarded), forgetAfterChange(caches)] };
  const ofAdminOrOwner = { guards: [requireAdmin(guarded, 'owners-to-read')], security: byOwnerOrAdmin };
  const administration = limitConcurrency(observeWait('administration'), createGate(forFiles));
  const visitors = open.with({ guards: [limitNetwork] });
  const session = visitors.with({ guards: [forbidStoring] });

  return {
    limitNetwork,
    /** Takes a publishable key. */
    app,
    isEventStored: createEventBounds({
      ofNetwork,
      maxPerDay: options.maxEventsPerDay ?? DEFAULT_EVENTS_PER_DAY,
      clock,
    }),
    countedAs: createEventNames(clock),
    newLinks: app.with({
      guards: [limitNewLinks(newLinksLimit(ofApp), clock)],
      gate: ofEachHost('new links'),
    }),
    /** Takes a secret key or a session. Downloads go through `files`, so nothing else waits for them. */
    owner: owner.with({ gate: limitConcurrency(observeWait('owners'), createGate(forOwners, half(forOwners))) }),
    /** For the owner's new links. */
    makers: owner.with({ gate: ofEachHost('makers') }),
    files: owner.with({ gate: limitConcurrency(observeWait('files'), pagesAtOnce) }),
    /** Reads further pages of a file, whose request left the gate after the first one. */
    inTurn,
    /** For requests to an app's endpoint, which may take long to answer. */
    tests: owner.with({ gate: ofEachApp('tests') }),
    /** For events: no gate, because they are stored in groups, and apps take turns in that queue. */
    serverEvents: owner,
    /** For a file of links, a transaction of some seconds: apps with a file take turns, and wait that long. */
    imports: owner.with({ gate: limitConcurrency(observeWait('imports'), createGate(1, 1, MAX_WAIT_FOR_FILE_MS)) }),
    /** Takes the admin token, or the session of an admin. */
    admin: admin.with({ ...ofAdmin, gate: administration }),
    /** Takes the same, without a gate: jobs run for longer than others can wait. */
    jobs: admin.with(ofAdmin),
    /** Takes the metrics' own token as well, which opens nothing else. */
    metrics: admin.with({ guards: [requireAdmin(guarded, 'metrics')] }),
    /** Takes a secret key as well. Its routes show owners only their own app: see findAppInReach. */
    adminOrOwner: admin.with({ ...ofAdminOrOwner, gate: administration }),
    /** The same for routes that wait for an app's hosts. */
    examinations: admin.with({ ...ofAdminOrOwner, gate: ofEachApp('examinations') }),
    /** Takes the token of an examination as well. */
    probes: admin.with({ guards: [requireAdmin(guarded, 'probes')] }),
    public: visitors,
    session,
    /** For a wrong key: the right one is always let in, whoever else guesses on its network. */
    limitGuesses: limitNetworks(options.signInRateLimit ?? SIGN_IN_LIMIT, WIDE_SIGN_IN_TIMES, clock),
    /** Without limits: load balancers ask often, and from one address. */
    health: open,
    /** Call this once all routes are registered. Landing pages come last, because their path matches every word. */
    mountOn: (server: ServiceApp) => {
      for (const door of [app, owner, admin, open]) door.mountOn(server);
    },
  };
}

export type Doors = ReturnType<typeof createDoors>;
