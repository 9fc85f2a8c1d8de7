import type { Secrets } from '../operations/secrets.ts';
import type { Deliveries } from '../operations/webhooks/createDeliveries.ts';
import type { Networks } from '../values/networks.ts';
import type { Caches } from '../flow/createCaches.ts';
import type { Outages } from '../flow/createOutages.ts';
import type { FindMatch } from '../operations/findMatch.ts';
import type { GroupCommit } from '../flow/createGroupCommit.ts';
import type { NewClick } from '../storage/facts/clicks.ts';
import type { Queries } from '../storage/base/Database.ts';
import type { EventBatch, ServerEventBatch } from '../storage/facts/events.ts';
import type { Afterwards } from '../storage/company/deletedLinks.ts';
import type { LinkOfApp } from '../storage/company/links.ts';
import type { Open } from '../storage/facts/opens.ts';
import type { Log } from '../values/Log.ts';
import type { Metrics } from './Metrics.ts';
import type { Site } from './middleware/caller.ts';
import type { FetchHost } from '../operations/doctor/askHost.ts';
import type { Access } from './middleware/requireKey.ts';

/** What routes are made of. Each route names the parts that it needs, and gets no others. */
export interface ServiceParts {
  queries: Queries;
  clock: () => number;
  log: Log;
  metrics: Metrics | null;
  site: Site;
  access: Access;
  /** Lookups of apps, keys and links go through these. */
  caches: Caches;
  /**
   * The links that the apps in `scope` (their ids, separated by blanks) have under a code: from the caches, or looked
   * up together with other requests of the same moment.
   */
  findLinks: (scope: string, code: string) => Promise<LinkOfApp[]>;
  findAfterwards: (scope: string, code: string) => Promise<Afterwards[]>;
  findMatch: FindMatch;
  /** These write together with other requests of the same moment. Clicks wait in memory while the database is away. */
  addClick: GroupCommit<NewClick, unknown>;
  addEvents: (batch: EventBatch) => Promise<number>;
  addServerEvents: (batch: ServerEventBatch) => Promise<number>;
  addOpen: (open: Open) => Promise<unknown>;
  openWithinMs: number;
  outages: Outages;
  /** Whether this process has been too busy to read the database's answers in time. */
  isOverloaded: () => boolean;
  fetchHost: FetchHost;
  webhooks: {
    secrets: Secrets;
    /** Where webhooks may be sent, besides public addresses. */
    networks: Networks;
    deliverNow: Deliveries['deliverNow'];
  };
}
