import { z } from '@hono/zod-openapi';
import { noteStoreTap } from '../../../storage/facts/clicks.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { plainText } from '../../wire/schemas.ts';

const MAX_ID_LENGTH = 200;

const route = endpoint('post', '/api/clicks/{id}/store-tap', {
  summary: 'Record that the visitor tapped a store button. Only the first tap counts',
  request: {
    params: z.object({ id: plainText(MAX_ID_LENGTH) }),
    query: z.object({ app: plainText(MAX_ID_LENGTH) }),
  },
  responses: { 204: { description: 'Recorded, now or earlier; also the answer for an unknown click' } },
});

/** The landing page reports a tap while it is being left, so it doesn't wait for the answer. */
export function serveStoreTaps(door: Door, { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>): void {
  door.openapi(route, async (c) => {
    await noteStoreTap(queries, c.req.valid('query').app, c.req.valid('param').id, new Date(clock()));
    return c.body(null, 204);
  });
}
