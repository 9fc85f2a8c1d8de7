import { z } from '@hono/zod-openapi';
import { readDatabaseTime } from '../../storage/databaseTime.ts';
import type { Door } from '../doors/createDoor.ts';
import { publicOrigin, seenOf } from '../middleware/caller.ts';
import type { ServiceContext } from '../ServiceContext.ts';
import { endpoint, json } from '../wire/endpoint.ts';

const route = endpoint('get', '/api/whoami', {
  summary: 'Show how this request looks to the service: what proxies pass on, and what the clocks say',
  responses: {
    200: json(
      'As seen',
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

export function serveWhoami(door: Door, service: ServiceContext): void {
  door.openapi(route, async (c) => {
    const databaseTime = await readDatabaseTime(service.queries);
    return c.json(
      {
        ...seenOf(c, service),
        origin: publicOrigin(c, service),
        time: new Date(service.clock()).toISOString(),
        databaseTime: new Date(databaseTime).toISOString(),
      },
      200
    );
  });
}
