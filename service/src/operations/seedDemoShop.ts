import { addApp } from '../storage/apps.ts';
import type { Queries } from '../storage/Database.ts';
import { addLink } from '../storage/links.ts';

/** Everybody knows its keys. */
export const demoShop = {
  id: 'demo-shop',
  name: 'Demo Shop',
  publishableKey: 'pk_demo_local',
  secretKey: 'sk_demo_local',
  linkHosts: ['shop.example', 'go.shop.example'],
  androidPackage: 'example.shop',
  appStoreId: '0000000042',
};

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

export async function seedDemoShop(queries: Queries, now: Date): Promise<void> {
  await addApp(queries, demoShop);
  for (const link of demoLinks) {
    await addLink(queries, { ...link, appId: demoShop.id, createdAt: now });
  }
}
