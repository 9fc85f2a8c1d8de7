import { deleteDemoData } from '../../storage/demoData.ts';
import type { Door } from '../doors/createDoor.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint } from '../wire/endpoint.ts';

const remove = endpoint('delete', '/api/demo-data', {
  summary: 'Delete the demo data of the app; does nothing if there is none',
  responses: { 204: { description: 'Deleted' } },
});

export function serveDemoData(door: Door, { queries }: Pick<ServiceParts, 'queries'>): void {
  door.openapi(remove, async (c) => {
    const { id, demoUntil } = c.get('app');
    if (demoUntil !== null) await deleteDemoData(queries, id, demoUntil);
    return c.body(null, 204);
  });
}
