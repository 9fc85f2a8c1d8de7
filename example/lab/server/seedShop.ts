import { createLink, renameApp, type Queries } from '../../../service/dist/index.js';
import { linkConfig } from '../../app/linkConfig';
import { shopLinks } from '../shopLinks';

/** Gives the service's demo app the name and the links that the lab's messages use. */
export async function seedShop(queries: Queries): Promise<void> {
  const appId = linkConfig.appID;
  await renameApp(queries, appId, 'Small Hours');
  for (const link of Object.values(shopLinks)) {
    // A code that is taken is there from the last start.
    await createLink(queries, { ...link, appId, createdAt: new Date() });
  }
}
