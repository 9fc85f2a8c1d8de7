import { eq } from 'drizzle-orm';

import { linkConfig } from '../../app/linkConfig';
import { addLink } from '../../service/storage/addLink';
import type { Queries } from '../../service/storage/Database';
import { appsTable } from '../../service/storage/tables';
import { shopLinks } from '../shopLinks';

/** Gives the service's demo app the name and the links that the lab's messages use. */
export async function seedShop(queries: Queries): Promise<void> {
  const appId = linkConfig.appID;
  await queries.update(appsTable).set({ name: 'Small Hours' }).where(eq(appsTable.id, appId));
  for (const link of Object.values(shopLinks)) {
    // A code that is taken is there from the last start.
    await addLink(queries, { ...link, appId, createdAt: new Date() });
  }
}
