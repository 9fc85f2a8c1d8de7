import type { Doors } from '../doors/createDoors.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { serveEvents } from './events.ts';
import { serveMatchLink } from './matchLink.ts';
import { serveResolveShort } from './resolveShort.ts';
import { serveShareLink } from './shareLink.ts';

/** Routes for the app, with its publishable key. */
export function serveAppRoutes(doors: Doors, parts: ServiceParts): void {
  const { queries, clock, metrics, site, findMatch, addClick, addEvents } = parts;
  const { outages } = parts;
  serveMatchLink(doors.app, { findMatch, addClick, outages, site, clock, metrics });
  serveResolveShort(doors.app, parts);
  serveEvents(doors, { addEvents, clock, metrics });
  serveShareLink(doors.newLinks, { queries, clock, site });
}
