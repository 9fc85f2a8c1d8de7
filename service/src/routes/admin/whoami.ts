import { z } from '@hono/zod-openapi';
import { readDatabaseTime } from '../../storage/base/databaseTime.ts';
import type { Door } from '../doors/createDoor.ts';
import { publicOrigin, seenOf } from '../middleware/caller.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint, json } from '../wire/endpoint.ts';

const route = endpoint('get', '/api/whoami', {
  summary: 'Show how this request looks to the service: what proxies pass on, and what the clocks say',
  responses: {
    200: json(
      'What the service sees',
      z
        .object({
          address: z.string().nullable(),
          host: z.string(),
          protocol: z.enum(['http', 'https']),
          country: z.string().nullable(),
          origin: z.string(),
          time: z.iso.datetime(),
          databaseTime: z.iso.datetime(),
        })
        .openapi('Whoami')
    ),
  },
});

export function serveWhoami(
  door: Door,
  { queries, clock, site }: Pick<ServiceParts, 'queries' | 'clock' | 'site'>
): void {
  door.openapi(route, async (c) => {
    const databaseTime = await readDatabaseTime(queries);
    return c.json(
      {
        ...seenOf(c, site),
        origin: publicOrigin(c, site),
        time: new Date(clock()).toISOString(),
        databaseTime: new Date(databaseTime).toISOString(),
      },
      200
    );
  });
}
