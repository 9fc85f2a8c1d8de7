import type { Episode } from './LabState';

/** The id of the last purchase that the service has accepted in an episode. */
export function purchaseIn({ requests }: Episode): string | undefined {
  for (const { path, body, end } of requests.toReversed()) {
    if (!path.endsWith('/events') || end?.kind !== 'answered' || end.status >= 300) continue;
    const { events } = JSON.parse(body ?? '{"events":[]}') as { events: { id: string; name: string }[] };
    const purchase = events.findLast(({ name }) => name === 'purchase');
    if (purchase) return purchase.id;
  }
  return undefined;
}
