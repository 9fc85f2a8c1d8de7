import type { Doors } from '../doors/createDoors.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { serveChanges } from './changes.ts';
import { serveLinkImport } from './links/import.ts';
import { serveLink } from './links/link.ts';
import { serveLinks } from './links/links.ts';
import { serveLinkList } from './links/list.ts';
import { serveQrZip } from './links/qrZip.ts';
import { serveClickList } from './lists/clicks.ts';
import { serveEventList } from './lists/events.ts';
import { serveMatchAttempts } from './lists/matchAttempts.ts';
import { serveInstalls } from './people/installs.ts';
import { serveServerEvents } from './people/serverEvents.ts';
import { serveTimeline } from './people/timeline.ts';
import { serveUsers } from './people/users.ts';
import { serveCohorts } from './reports/cohorts.ts';
import { serveExports } from './reports/exports.ts';
import { serveIncrementalExports } from './reports/incrementalExports.ts';
import { serveLinkStatistics } from './reports/statistics.ts';
import { serveStatisticsExport } from './reports/statisticsExport.ts';
import { serveShares } from './sharedViews.ts';
import { serveWebhooks } from './webhooks.ts';

/** Routes for an app's owner, with a secret key or a session. */
export function serveOwnerRoutes(doors: Doors, parts: ServiceParts): void {
  const { queries, clock, log, metrics, site, webhooks, addServerEvents } = parts;
  serveLinks(doors, { queries, clock, site });
  serveLinkImport(doors.imports, { queries, clock });
  serveLinkList(doors.owner, { queries, clock, site });
  serveQrZip(doors.files, { queries, site });
  serveLink(doors, { queries, clock, site });
  serveChanges(doors.owner, { queries });
  serveShares(doors.owner, { queries, clock });
  serveWebhooks(doors, { queries, clock, webhooks });
  serveClickList(doors.owner, { queries });
  serveEventList(doors.owner, { queries });
  serveMatchAttempts(doors.owner, { queries, clock });
  serveInstalls(doors.owner, { queries, clock });
  serveTimeline(doors.owner, { queries });
  serveUsers(doors.owner, { queries, clock });
  serveServerEvents(doors.serverEvents, { addServerEvents, clock, metrics });
  serveStatisticsExport(doors, { queries, clock, log });
  serveIncrementalExports(doors, { queries, log });
  serveExports(doors, { queries, site, log });
  serveLinkStatistics(doors.owner, { queries, clock, site });
  serveCohorts(doors.owner, { queries, clock });
}
