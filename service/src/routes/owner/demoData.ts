import { createRoute } from '@hono/zod-openapi';
import { deleteDemoData } from '../../storage/demoData.ts';
import type { Door } from '../doors/createDoor.ts';
import type { ServiceContext } from '../ServiceContext.ts';
import { problemResponses } from '../wire/problems.ts';

const remove = createRoute({
  method: 'delete',
  path: '/api/demo-data',
  summary: 'Delete the demo data of the app; does nothing if there is none',
  responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 429, 503) },
});

export function serveDemoData(door: Door, { queries }: ServiceContext): void {
  door.openapi(remove, async (c) => {
    const { id, demoUntil } = c.get('app');
    if (demoUntil !== null) await deleteDemoData(queries, id, demoUntil);
    return c.body(null, 204);
  });
}
