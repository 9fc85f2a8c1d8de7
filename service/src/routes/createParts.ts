import { NO_COUNTRIES } from '../flow/countries.ts';
import { createCaches, type Caches } from '../flow/createCaches.ts';
import { createOutages } from '../flow/createOutages.ts';
import { NO_PROXIES } from '../flow/proxies.ts';
import { DEFAULT_MIN_CONFIDENCE, DEFAULT_WINDOW_MS } from '../matching/startValues.ts';
import { addServerEvents } from '../operations/addServerEvents.ts';
import { createKeyUses } from '../operations/createKeyUses.ts';
import { createMatchModels, reportBounds } from '../operations/createMatchModels.ts';
import { createMatcher, type FindMatch } from '../operations/findMatch.ts';
import { createSecrets } from '../operations/secrets.ts';
import { createDeliveries } from '../operations/webhooks/createDeliveries.ts';
import type { SendWebhook } from '../operations/webhooks/SendWebhook.ts';
import { createSessions } from '../operations/sessions.ts';
import { addClicks, MAX_CLICKS_IN_MEMORY, type NewClick } from '../storage/facts/clicks.ts';
import { createGroupCommit } from '../flow/createGroupCommit.ts';
import type { Queries } from '../storage/base/Database.ts';
import { addEventBatches, type EventBatch, type ServerEventBatch } from '../storage/facts/events.ts';
import { findAfterwardsByCodes } from '../storage/company/deletedLinks.ts';
import { findLinksByCodes } from '../storage/company/links.ts';
import { createGroupNames, type GroupNames } from '../storage/facts/names.ts';
import { addOpens, type Open } from '../storage/facts/opens.ts';
import { describeFault } from '../values/faults.ts';
import type { Log } from '../values/Log.ts';
import { shareOfPool } from './doors/createDoors.ts';
import type { Access } from './middleware/requireKey.ts';
import type { ServiceOptions } from './ServiceOptions.ts';
import type { ServiceParts } from './ServiceParts.ts';

/** If storing an open takes longer than this, the link is answered first. */
const OPEN_WITHIN_MS = 500;

/** Tells the operator when clicks begin to wait for the database, and when all are stored. */
function reportClicksInMemory({ metrics, log }: Pick<ServiceOptions, 'metrics' | 'log'>) {
  let before = 0;
  return (count: number) => {
    metrics?.setClicksInMemory(count);
    if (before === 0) log?.('warn', 'The database can’t store clicks; they are kept in memory');
    if (count === 0) log?.('info', 'The clicks that were kept in memory are now stored');
    before = count;
  };
}

const ownerOf = ({ appId }: { appId: string }) => appId;

/** About what an event takes besides its data. */
const EVENT_BYTES = 500;

const sizeOf = ({ events }: Pick<EventBatch, 'events'>) =>
  events.reduce((sum, { data }) => sum + EVENT_BYTES + (data?.length ?? 0), 0);

interface Basis {
  queries: Queries;
  clock: () => number;
  log: Log;
  /** How many connections each kind of lookup may use. */
  connections: number;
}

function createAccess({ queries, clock, log, connections }: Basis, options: ServiceOptions): Access {
  const { adminTokenHashes = [] } = options;
  const noteKeyUse = createKeyUses(queries, clock, (error) =>
    log('warn', 'The last use of a key could not be stored', describeFault(error))
  );
  const sessions = createSessions({ queries, clock, adminTokenHashes, connections, noteKeyUse });
  return { adminTokenHashes, metricsTokenHash: options.metricsTokenHash ?? null, sessions, noteKeyUse };
}

/** Looks a code up in the apps of a scope. Lookups of the same moment share a statement. */
function createLookup<Found>(
  find: (queries: Queries, appIds: string[], codes: string[]) => Promise<Found[][]>,
  appOf: (found: Found) => string,
  { queries, connections }: Basis,
  caches: Caches
) {
  const lookUp = createGroupCommit(
    (questions: { scope: string; code: string }[]) =>
      find(
        queries,
        (questions[0]?.scope ?? '').split(' '),
        questions.map(({ code }) => code)
      ),
    { ownerOf: ({ scope }) => scope, groupsAtOnce: connections }
  );
  return caches.cached((scope: string, code: string) => lookUp({ scope, code }), {
    isOfLinks: true,
    appsOf: (found) => found.map(appOf),
  });
}

function createFindMatch({ queries, log }: Basis, groupNames: GroupNames, options: ServiceOptions): FindMatch {
  const { matchWindowMs: windowMs = DEFAULT_WINDOW_MS, minConfidence = DEFAULT_MIN_CONFIDENCE } = options;
  const onBounds = reportBounds(log, (appId, count) => options.metrics?.setBoundedValues(appId, count));
  const { modelOf } = options.matchModels ?? createMatchModels({ queries, windowMs, onBounds });
  const onError = (error: unknown) => log('warn', 'A match could not be stored for learning', describeFault(error));
  return createMatcher({ queries, groupNames, modelOf, windowMs, minConfidence, onError });
}

const sendNothing: SendWebhook = () => Promise.resolve({ kind: 'failed', reason: 'This process sends no webhooks.' });

function createWebhookParts({ queries, clock, log }: Basis, options: ServiceOptions): ServiceParts['webhooks'] {
  const secrets = createSecrets(options.secretsKeys ?? []);
  const { deliverNow } = createDeliveries({ queries, clock, secrets, send: options.sendWebhook ?? sendNothing, log });
  return { secrets, networks: options.webhookNetworks ?? [], deliverNow };
}

export function createParts(options: ServiceOptions): ServiceParts {
  const { database, clock = Date.now, log = () => {} } = options;
  const { queries } = database;
  const connections = shareOfPool(options.poolSize);
  const basis = { queries, clock, log, connections };
  const caches = createCaches({ clock, connections, isListening: database.isListening });
  database.onChange(caches.forget);
  const outages = createOutages(clock);
  database.onChange(({ kind }) => {
    if (kind === 'everything' && !database.isListening()) outages.note();
  });
  const groupNames = createGroupNames(clock);
  const addClick = createGroupCommit(
    (clicks: NewClick[]): Promise<unknown[]> => addClicks(queries, groupNames, clicks),
    {
      ownerOf,
      keep: { most: MAX_CLICKS_IN_MEMORY, result: null, onCount: reportClicksInMemory(options) },
    }
  );
  return {
    queries,
    clock,
    log,
    metrics: options.metrics ?? null,
    site: {
      publicUrl: options.publicUrl ?? null,
      storeUrl: options.storeUrl ?? null,
      trustedProxies: options.trustedProxies ?? NO_PROXIES,
      hostHeader: options.hostHeader ?? 'x-forwarded-host',
      countries: options.countries ?? NO_COUNTRIES,
      visitorFacts: options.visitorFacts ?? (() => ({})),
    },
    access: createAccess(basis, options),
    caches,
    findLinks: createLookup(findLinksByCodes, ({ app }) => app.id, basis, caches),
    findAfterwards: createLookup(findAfterwardsByCodes, ({ appId }) => appId, basis, caches),
    findMatch: createFindMatch(basis, groupNames, options),
    addClick,
    addEvents: createGroupCommit((batches: EventBatch[]) => addEventBatches(queries, batches), { ownerOf, sizeOf }),
    addServerEvents: createGroupCommit((batches: ServerEventBatch[]) => addServerEvents(queries, batches), {
      ownerOf,
      sizeOf,
      // Calls for one app wait for each other in the database.
      groupsAtOnce: 1,
    }),
    addOpen: createGroupCommit((opens: Open[]) => addOpens(queries, groupNames, opens), { ownerOf }),
    openWithinMs: options.openWithinMs ?? OPEN_WITHIN_MS,
    webhooks: createWebhookParts(basis, options),
    outages,
    isOverloaded: options.isOverloaded ?? (() => false),
    fetchHost: options.fetchHost ?? ((url, init) => fetch(url, { ...init, redirect: 'manual' })),
  };
}
