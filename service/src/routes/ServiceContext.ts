import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Caches } from '../flow/createCaches.ts';
import type { CountrySources } from '../flow/countries.ts';
import type { Traffic } from '../flow/createTraffic.ts';
import type { BoundNames } from '../flow/createNewNames.ts';
import type { Outages } from '../flow/createOutages.ts';
import type { Caller, TrustedProxies } from '../flow/proxies.ts';
import type { ClickFacts } from '../matching/ClickFacts.ts';
import type { NoteKeyUse } from '../operations/createKeyUses.ts';
import type { Sessions } from '../operations/sessions.ts';
import type { AddClick } from '../storage/clicks.ts';
import type { Database, Queries } from '../storage/Database.ts';
import type { AddEvents } from '../storage/events.ts';
import type { LinkOfApp } from '../storage/links.ts';
import type { AddOpen } from '../storage/opens.ts';
import type { App } from '../storage/tables.ts';
import type { Log } from '../values/Log.ts';
import type { Scope } from '../values/scopes.ts';

/** Counts what an operator has to notice. Labels are apps, patterns of routes and fixed words, never what somebody sent. */
export interface Metrics {
  observe: (request: { method: string; route: string; status: number; seconds: number }) => void;
  setBoundedValues: (appId: string, count: number) => void;
  setClicksInMemory: (count: number) => void;
  /** An install asked for its link: by its surest sign, and how that ended. */
  countMatch: (match: { app: string; method: string; outcome: string }) => void;
  countRejectedEvents: (app: string, count: number) => void;
  countOddAmounts: (app: string, count: number) => void;
  countEvents: (app: string, stored: number, dropped: number) => void;
  /** How long a request waited for a connection that its kind may use. */
  observeWait: (kind: string, seconds: number) => void;
  /** In Prometheus' text format. */
  read: () => Promise<{ contentType: string; text: string }>;
}

export interface ServiceContext {
  queries: Queries;
  database: Database;
  /** Lookups of apps, keys and links go through it. */
  caches: Caches;
  /**
   * The links with a code of the apps in `scope`, their ids with blanks between: from the caches, or together with other
   * requests of the same moment.
   */
  findLinks: (scope: string, code: string) => Promise<LinkOfApp[]>;
  sessions: Sessions;
  /** These write together with other requests of the same moment. Clicks wait in memory while the database is away. */
  addClick: AddClick;
  addEvents: AddEvents;
  addOpen: AddOpen;
  /** Bounds the names that visitors can make up, before they are stored. */
  boundNames: BoundNames;
  outages: Outages;
  noteKeyUse: NoteKeyUse;
  clock: () => number;
  matchWindowMs: number;
  minConfidence: number;
  storeUrl: string | null;
  publicUrl: string | null;
  trustedProxies: TrustedProxies;
  countries: CountrySources;
  /** Any of them opens the administration. */
  adminTokenHashes: readonly string[];
  /** Whether the keys that everybody knows are accepted. */
  isDemo: boolean;
  /** Whether the process is about to end, and should get no new work. */
  isStopping: () => boolean;
  traffic: Traffic;
  visitorFacts: (request: Request) => Partial<ClickFacts>;
  log: Log;
  metrics: Metrics | null;
  /** Of the token that opens nothing but the metrics. */
  metricsTokenHash: string | null;
}

/** What the server tells about the connection of a request. */
export interface Connection {
  address?: string | undefined;
  /** What was asked for, byte by byte: a URL hides the dots that were in a path. */
  target?: string | undefined;
  /** Called for an answer whose body is made after the handler has returned: a stop waits for its end. */
  onStream?: (() => void) | undefined;
}

export interface ServiceEnv {
  Variables: {
    caller: Caller;
    /** The app whose key was checked. */
    app: App;
    /** What the caller's secret key may do. The admin token may do everything. */
    scope: Scope | null;
    /** The secret key that was checked; null for the admin token. */
    keyId: string | null;
    /** In the administration: the only app that the caller may see; null if the caller may see all. */
    ownApp: App | null;
  };
  Bindings: Connection;
}

export type ServiceApp = OpenAPIHono<ServiceEnv>;
