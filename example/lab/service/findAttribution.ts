import type { Attribution } from '../Attribution';
import { linkConfig } from '../../app/linkConfig';
import { SHOP_SECRET_KEY } from './shopSecretKey';

/** The most that one page of the service's list has; the event that is asked about was just sent. */
const NEWEST = 200;

type Service = (request: Request) => Promise<Response>;

/** Asks as an operator would: over the service's HTTP endpoints, with the app's secret key. */
async function ask(service: Service, path: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${SHOP_SECRET_KEY}`, 'X-App-ID': linkConfig.appID };
  const response = await service(new Request(`http://localhost${path}`, { headers }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The name that the app has put into the link's data. */
function makerIn(data: Record<string, unknown> | null): string | null {
  const name = data?.invitedBy ?? data?.sharedBy;
  return typeof name === 'string' ? name : null;
}

/** The link that the service attributes an event to; null if it doesn't know the event. */
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
  return { kind: 'link', shortUrl: link.shortUrl, createdBy: makerIn(link.data) };
}
