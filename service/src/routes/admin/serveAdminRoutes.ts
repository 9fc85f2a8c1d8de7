import type { JobRunner } from '../../jobs/Job.ts';
import type { Doors } from '../doors/createDoors.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { serveApps } from './apps.ts';
import { serveDoctor } from './doctor.ts';
import { serveJobs } from './jobs.ts';
import { serveKeys } from './keys.ts';
import { serveMetrics } from './metrics.ts';
import { servePreview } from './preview.ts';
import { serveSecrets } from './secrets.ts';
import { serveWhoami } from './whoami.ts';

/** Routes for admins, and for owners about their own app. */
export function serveAdminRoutes(doors: Doors, parts: ServiceParts, jobs: JobRunner | null): void {
  const { queries, clock, metrics, site, access, webhooks, fetchHost } = parts;
  serveApps(doors, { queries, clock });
  servePreview(doors.adminOrOwner, { queries, site });
  serveKeys(doors, { queries, clock });
  serveSecrets(doors.admin, { queries, webhooks });
  serveJobs(doors.jobs, jobs);
  serveDoctor(doors.examinations, { queries, clock, site, sessions: access.sessions, fetchHost });
  serveWhoami(doors.probes, { queries, clock, site });
  serveMetrics(doors.metrics, metrics);
}
