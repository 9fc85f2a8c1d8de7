import type { Attribution } from '../Attribution';
import { linkConfig } from '../../app/linkConfig';

// Everybody knows it, and the page still never gets it: an app's secret key belongs to its server.
const SECRET_KEY = 'sk_demo_local';

/** As many as one page of the service's list has at most; the event that the page asks about was just sent. */
const NEWEST = 200;

interface Service {
  fetch(request: Request): Response | Promise<Response>;
}

/** Asks as an operator would: over the service's HTTP endpoints, with the app's secret key. */
async function ask(service: Service, path: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${SECRET_KEY}`, 'X-App-ID': linkConfig.appID };
  const response = await service.fetch(new Request(`http://localhost${path}`, { headers }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The name that the app has put into the link's data. */
function makerIn(data: Record<string, unknown> | null): string | null {
  const name = data?.invitedBy ?? data?.sharedBy;
  return typeof name === 'string' ? name : null;
}

/** Which link the service attributes an event to; null if it knows no such event. */
export async function findAttribution(service: Service, eventId: string): Promise<Attribution | null> {
  const { events } = (await ask(service, `/api/events?limit=${NEWEST}`)) as {
    events: { id: string; link: string | null }[];
  };
  const event = events.find(({ id }) => id === eventId);
  if (!event) return null;
  if (event.link === null) return { kind: 'none' };
  const link = (await ask(service, `/api/links/${encodeURIComponent(event.link)}`)) as {
    shortUrl: string;
    data: Record<string, unknown> | null;
  };
  return { kind: 'link', shortUrl: link.shortUrl, madeBy: makerIn(link.data) };
}
