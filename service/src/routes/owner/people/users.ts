import { createRoute, z } from '@hono/zod-openapi';
import { forgetEvents } from '../../../operations/forgetEvents.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceContext } from '../../ServiceContext.ts';
import { problemResponses } from '../../wire/problems.ts';
import { jsonContent, plainText } from '../../wire/schemas.ts';

const LONGEST_USER_ID = 256;

const route = createRoute({
  method: 'delete',
  path: '/api/users/{id}',
  summary: 'Forget a user: delete the events that carry this user id',
  request: {
    params: z.object({
      id: plainText(LONGEST_USER_ID)
        .min(1)
        .openapi({ param: { name: 'id', in: 'path' } }),
    }),
  },
  responses: {
    200: {
      description: 'How many events were deleted; no event of this user is left',
      content: jsonContent(z.object({ events: z.int() }).openapi('ForgottenUser')),
    },
    ...problemResponses(400, 401, 403, 429, 503),
  },
});

export function serveUsers(door: Door, { queries }: ServiceContext): void {
  door.openapi(route, async (c) =>
    c.json({ events: await forgetEvents(queries, c.get('app').id, { userId: c.req.valid('param').id }) }, 200)
  );
}
