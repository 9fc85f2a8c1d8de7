import { addApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import type { Target } from './sendLoad.ts';

/** An app and a link to load. */
export async function addShop(url: string): Promise<Target> {
  const database = await openDatabase({ url });
  const target: Target = { host: 'go.shop.test', code: 'summer', appId: 'shop', key: 'pk_load' };
  try {
    const app = {
      id: target.appId,
      name: 'Shop',
      linkHosts: [target.host],
      iosAppId: null,
      appStoreId: null,
      androidPackage: null,
      androidSha256: [],
      scheme: null,
      createdAt: new Date(),
    };
    await addApp(database.queries, app, { publishable: target.key, secret: 'sk_load' });
    await createLink(database.queries, app, { code: target.code, destination: '/summer', createdAt: new Date() });
  } finally {
    await database.close();
  }
  return target;
}
