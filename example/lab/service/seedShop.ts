import { createLinks } from '../../../service/src/operations/createLink.ts';
import { changeApp } from '../../../service/src/storage/apps.ts';
import type { Queries } from '../../../service/src/storage/Database.ts';
import { linkConfig } from '../../app/linkConfig';
import { shopLinks } from '../shopLinks';

/** Gives the service's demo app the name and the links that the lab's messages use. */
export async function seedShop(queries: Queries): Promise<void> {
  const app = await changeApp(queries, linkConfig.appID, { name: 'Small Hours', pathLinks: 'on' });
  if (!app) throw new Error('The service has no demo app.');
  // A code that is taken was added by an earlier start.
  const createdAt = new Date();
  await createLinks(
    queries,
    app,
    Object.values(shopLinks).map((link) => ({ ...link, createdAt }))
  );
}
