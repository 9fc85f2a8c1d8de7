import type { Shop } from './openShop.ts';

interface WireEvent {
  id: string;
  installId: string;
  link: string | null;
  occurredAt: string;
  userId: string | null;
  amount: string | null;
  currency: string | null;
}

/** The events of an app, as its owner gets them. */
export async function listEvents(shop: Shop): Promise<WireEvent[]> {
  const response = await shop.callAsOwner('/api/events?limit=1000');
  return ((await response.json()) as { events: WireEvent[] }).events;
}
