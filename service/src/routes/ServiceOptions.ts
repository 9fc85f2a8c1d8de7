import type { CountrySources } from '../flow/countries.ts';
import type { HostHeader, TrustedProxies } from '../flow/proxies.ts';
import type { JobRunner } from '../jobs/Job.ts';
import type { ClickFacts } from '../matching/ClickFacts.ts';
import type { MatchModels } from '../operations/createMatchModels.ts';
import type { Database } from '../storage/base/Database.ts';
import type { FetchHost } from '../operations/doctor/askHost.ts';
import type { SendWebhook } from '../operations/webhooks/SendWebhook.ts';
import type { Networks } from '../values/networks.ts';
import type { Log } from '../values/Log.ts';
import type { DoorOptions } from './doors/createDoors.ts';
import type { Metrics } from './Metrics.ts';
import type { DashboardFiles } from './public/dashboard.ts';

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
   * How old a click may be to match by fingerprint, in milliseconds.
   * @default one day
   */
  matchWindowMs?: number | undefined;
  /**
   * How sure a match by fingerprint must be, from 0 to 1.
   * @default 0.9
   */
  minConfidence?: number | undefined;
  /** What matching has learned, if a job keeps it up to date. Otherwise each app's model is learned only once. */
  matchModels?: MatchModels | undefined;
  /** The background work that an admin may see and run. */
  jobs?: JobRunner | undefined;
  /** The built dashboard, by its paths below /dashboard/; without it, a page says how to build it. */
  dashboard?: DashboardFiles | undefined;
  /**
   * The proxies whose X-Forwarded-For, -Proto and -Host are believed.
   * @default none
   */
  trustedProxies?: TrustedProxies | undefined;
  /**
   * The header in which trusted proxies name the host that was asked.
   * @default x-forwarded-host
   */
  hostHeader?: HostHeader | undefined;
  /**
   * Where a visitor's country comes from.
   * @default nothing
   */
  countries?: CountrySources | undefined;
  /** SHA-256 of tokens that open the administration, in hexadecimal. */
  adminTokenHashes?: readonly string[] | undefined;
  /**
   * Overrides what a landing page's request says about its browser, for a server that simulates phones in one
   * browser. The page's own report then only fills in what is still unknown.
   */
  visitorFacts?: ((request: Request) => Partial<ClickFacts>) | undefined;
  /** Whether the process is about to end; then /ready answers that it is not ready. */
  isStopping?: (() => boolean) | undefined;
  /**
   * Whether this process has been too busy to read the database's answers in time.
   * @default never
   */
  isOverloaded?: (() => boolean) | undefined;
  /**
   * How many milliseconds a short link waits for its open to be stored before it is answered anyway.
   * @default 500
   */
  openWithinMs?: number | undefined;
  metrics?: Metrics | undefined;
  /** SHA-256 of a token that opens nothing but the metrics, in hexadecimal. */
  metricsTokenHash?: string | undefined;
  /** From SECRETS_KEY; without any, features that must read secrets back refuse and say why. */
  secretsKeys?: readonly Uint8Array<ArrayBuffer>[] | undefined;
  /** Networks that webhooks may be sent to, besides public addresses. */
  webhookNetworks?: Networks | undefined;
  /** @default sends nothing */
  sendWebhook?: SendWebhook | undefined;
  /**
   * How doctor asks an app's hosts.
   * @default fetch, whose lookups of names share one small pool
   */
  fetchHost?: FetchHost | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  log?: Log | undefined;
}
