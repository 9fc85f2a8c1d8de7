import { findCarriedClick, type CarriedQuestion } from '../../storage/facts/clicks.ts';
import type { Doors } from '../doors/createDoors.ts';
import type { AnswerMissing } from '../middleware/answerProblems.ts';
import type { ServiceApp } from '../ServiceEnv.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { serveAssociations } from './associations.ts';
import { serveBanner } from './banner/route.ts';
import { serveDashboard, type DashboardFiles } from './dashboard.ts';
import { createFindAppsHere } from './findAppsHere.ts';
import { serveHealth } from './health.ts';
import { serveKnownHosts } from './knownHosts.ts';
import { createLinksHere } from './landing/createLinksHere.ts';
import { serveDeviceReports } from './landing/deviceReport.ts';
import { serveIcons } from './landing/icon.ts';
import { serveLandingPage } from './landing/route.ts';
import { serveStoreTaps } from './landing/storeTap.ts';
import { serveOpenApi } from './openapi.ts';
import { serveSession } from './session.ts';

interface PublicOptions {
  /** The app whose routes the OpenAPI document describes. */
  server: ServiceApp;
  dashboard: DashboardFiles | null;
  isStopping: () => boolean;
  missing: AnswerMissing;
}

export function servePublicRoutes(doors: Doors, parts: ServiceParts, options: PublicOptions): void {
  const { queries, clock, log, site, access, caches, findLinks, findAfterwards, addClick } = parts;
  const { server, dashboard, isStopping, missing } = options;
  const findAppsHere = createFindAppsHere({ queries, caches, site });
  const linksHere = createLinksHere({ findLinks, findAfterwards, findAppsHere });
  serveHealth(doors.health, queries, isStopping);
  serveKnownHosts(doors.health, { queries, site });
  serveDashboard(doors.public, dashboard);
  serveDeviceReports(doors.public, { queries, clock, addClick });
  serveStoreTaps(doors.public, { queries, clock });
  serveIcons(doors.public, { queries, caches });
  serveSession(doors, access.sessions);
  serveAssociations(doors.public, findAppsHere);
  serveBanner(doors.public, findAppsHere);
  serveOpenApi(doors.public, server);
  // Last, because a link may have any path.
  const findCarried = (question: CarriedQuestion) => findCarriedClick(queries, question);
  const clicks = { add: addClick, findCarried };
  serveLandingPage(doors.public, { linksHere, clicks, site, clock, log, missing });
}
