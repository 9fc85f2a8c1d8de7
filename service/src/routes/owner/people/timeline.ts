import { z } from '@hono/zod-openapi';
import { findTimeline } from '../../../storage/facts/people.ts';
import { trimAmount } from '../../../values/readMoney.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { MAX_INSTALL_ID_LENGTH } from '../../wire/installId.ts';
import { idParams } from '../../wire/person.ts';

/** More than a person reads. Everything is in GET /api/export/events.csv. */
const MAX_MOMENTS = 200;

const timelineSchema = z
  .object({
    moments: z.array(
      z.object({
        at: z.iso.datetime().openapi({ description: 'By the service’s clock.' }),
        what: z.enum(['click', 'install', 'attempt', 'open', 'event']).openapi({
          description: 'An attempt is a search that found no link.',
        }),
        name: z
          .string()
          .nullable()
          .openapi({ description: 'The name of an event, how an install was matched, or how an attempt ended.' }),
        link: z.string().nullable().openapi({ description: 'For an event, the link that it is attributed to.' }),
        amount: z.string().nullable().openapi({ example: '59.9' }),
        currency: z.string().nullable().openapi({ example: 'EUR' }),
      })
    ),
    hasMore: z.boolean(),
  })
  .openapi('Timeline');

export type TimelineWire = z.output<typeof timelineSchema>;

const route = endpoint('get', '/api/installs/{id}/timeline', {
  summary: `List what an install did, with links and amounts, newest first; at most ${MAX_MOMENTS} moments`,
  request: { params: idParams(MAX_INSTALL_ID_LENGTH) },
  responses: { 200: json('The moments; none if the install is unknown', timelineSchema) },
});

export function serveTimeline(door: Door, { queries }: Pick<ServiceParts, 'queries'>): void {
  door.openapi(route, async (c) => {
    const found = await findTimeline(queries, c.get('app').id, c.req.valid('param').id, MAX_MOMENTS + 1);
    const moments = found
      .slice(0, MAX_MOMENTS)
      .map(({ code: link, amount, ...moment }) => ({ ...moment, link, amount: amount && trimAmount(amount) }));
    return c.json({ moments, hasMore: found.length > MAX_MOMENTS }, 200);
  });
}
