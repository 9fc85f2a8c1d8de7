import type { Secrets } from '../operations/secrets.ts';
import type { Deliveries } from '../operations/webhooks/createDeliveries.ts';
import type { Networks } from '../values/networks.ts';
import type { Caches } from '../flow/createCaches.ts';
import type { Outages } from '../flow/createOutages.ts';
import type { FindMatch } from '../operations/findMatch.ts';
import type { AddClick } from '../storage/facts/clicks.ts';
import type { Queries } from '../storage/base/Database.ts';
import type { AddEvents, AddServerEvents } from '../storage/facts/events.ts';
import type { FindAfterwards } from '../storage/company/deletedLinks.ts';
import type { FindLinks } from '../storage/company/links.ts';
import type { AddOpen } from '../storage/facts/opens.ts';
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
  /** Lookups of apps, keys and links go through it. */
  caches: Caches;
  /** From the caches, or together with other requests of the same moment. */
  findLinks: FindLinks;
  findAfterwards: FindAfterwards;
  findMatch: FindMatch;
  /** These write together with other requests of the same moment. Clicks wait in memory while the database is away. */
  addClick: AddClick;
  addEvents: AddEvents;
  addServerEvents: AddServerEvents;
  addOpen: AddOpen;
  openWithinMs: number;
  outages: Outages;
  /** Whether this process has been too busy to notice answers in time. */
  isOverloaded: () => boolean;
  fetchHost: FetchHost;
  webhooks: {
    secrets: Secrets;
    /** Into which webhooks may go, beside public addresses. */
    networks: Networks;
    deliverNow: Deliveries['deliverNow'];
  };
}
