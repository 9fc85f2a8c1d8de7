import type { Queries } from '../storage/Database.ts';
import type { NewApp } from '../storage/tables.ts';
import { addApp } from './apps.ts';
import { createLinks } from './createLink.ts';

/** Everybody knows these keys. */
export const DEMO_KEYS = { publishable: 'pk_demo_local', secret: 'sk_demo_local' } as const;
export const demoKeys: readonly string[] = Object.values(DEMO_KEYS);

const demoApp: Omit<NewApp, 'createdAt'> = {
  id: 'demo-shop',
  name: 'Demo Shop',
  linkHosts: ['shop.example', 'go.shop.example'],
  iosAppId: 'TEAMID0000.example.shop',
  appStoreId: '0000000042',
  androidPackage: 'example.shop',
  androidSha256: [],
  scheme: 'deferredshop',
};

export const DEMO_APP_ID = demoApp.id;

const demoLinks = [
  {
    code: 'sneaker',
    destination: 'https://shop.example/product/42?ref=mail',
    title: 'The trail sneaker you looked at',
  },
  {
    code: 'summer',
    destination: 'https://shop.example/promo/SUMMER20?ref=newsletter',
    title: 'Summer sale: 20% off everything',
  },
  {
    code: 'backpack',
    destination: 'https://shop.example/product/7?ref=friend',
    title: 'A friend recommends this backpack',
  },
  {
    code: 'basket',
    destination: 'https://shop.example/cart',
    title: 'Your basket is waiting',
  },
];

/** Adds an app to play with. An app and links that are there already stay as they are. */
export async function seedDemoShop(queries: Queries, now: Date): Promise<void> {
  await addApp(queries, { ...demoApp, createdAt: now }, DEMO_KEYS);
  await createLinks(
    queries,
    demoApp,
    demoLinks.map((link) => ({ ...link, createdAt: now }))
  );
}
