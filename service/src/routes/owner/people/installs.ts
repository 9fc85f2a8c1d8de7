import { createRoute, z } from '@hono/zod-openapi';
import { forgetInstall } from '../../../operations/forgetInstall.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceContext } from '../../ServiceContext.ts';
import { problemResponses } from '../../wire/problems.ts';
import { jsonContent, plainText } from '../../wire/schemas.ts';

const LONGEST_ID = 128;

const route = createRoute({
  method: 'delete',
  path: '/api/installs/{id}',
  summary: 'Forget an install: delete everything that is known of it',
  request: {
    params: z.object({
      id: plainText(LONGEST_ID)
        .min(1)
        .openapi({ param: { name: 'id', in: 'path' } }),
    }),
  },
  responses: {
    200: {
      description: 'What was deleted; nothing of this install is left',
      content: jsonContent(z.object({ events: z.int(), opens: z.int(), links: z.int() }).openapi('ForgottenInstall')),
    },
    ...problemResponses(400, 401, 403, 429, 503),
  },
});

export function serveInstalls(door: Door, { queries }: ServiceContext): void {
  door.openapi(route, async (c) => c.json(await forgetInstall(queries, c.get('app').id, c.req.valid('param').id), 200));
}
