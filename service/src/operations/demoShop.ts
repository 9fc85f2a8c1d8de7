import type { Queries } from '../storage/Database.ts';
import type { NewApp } from '../storage/tables.ts';
import { addApp } from './apps.ts';
import { createLinks } from './createLink.ts';
import { addDemoTraffic } from './demoTraffic.ts';

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
  androidSha256: [Array.from({ length: 32 }, () => 'DE').join(':')],
  scheme: 'deferredshop',
};

export const DEMO_APP_ID = demoApp.id;

/** A month of these is on the dashboard from the first start. Every destination is a screen of the example's shop. */
const demoLinks = [
  {
    code: 'welcome',
    destination: '/promo/WELCOME15?ref=newsletter',
    title: '15 % off your first order',
    share: 30,
    ...{ campaign: 'welcome', source: 'newsletter', medium: 'email' },
  },
  {
    code: 'halo',
    destination: '/product/halo-lamp?ref=friend',
    title: 'Halo lamp: a ring of warm light',
    share: 22,
    ...{ campaign: 'long-nights', source: 'instagram', medium: 'influencer' },
  },
  {
    code: 'longnight',
    destination: '/promo/LONGNIGHT?ref=story',
    title: 'The longest night: 20 % off',
    share: 18,
    ...{ campaign: 'long-nights', source: 'instagram', medium: 'story' },
  },
  {
    code: 'drift',
    destination: '/product/drift-blanket?ref=mail',
    title: 'The Drift blanket is back',
    share: 12,
    ...{ campaign: 'back-in-stock', source: 'newsletter', medium: 'email' },
  },
  {
    code: 'candle',
    destination: '/product/ember-candle?ref=podcast',
    title: 'Ember candle, as heard on air',
    share: 8,
    ...{ campaign: 'on-air', source: 'podcast', medium: 'audio' },
  },
  { code: 'cart', destination: '/cart?ref=push', title: 'Your cart is waiting', share: 4 },
];

/** What users of the shop shared with friends. */
const sharedLinks = [
  { code: 'aDa4Hk2p', destination: '/product/halo-lamp', data: { sharedBy: 'Ada' }, share: 3 },
  { code: 'bEn7Qw9x', destination: '/product/tide-mug', data: { sharedBy: 'Ben' }, share: 2 },
  { code: 'mAr5Zt3k', destination: '/product/fold-stool', data: { sharedBy: 'Mara' }, share: 1 },
];

const HOST = 'https://shop.example';
const DAY_MS = 24 * 60 * 60 * 1000;
const DEMO_DAYS = 30;
const QUARTER_MS = 15 * 60 * 1000;

/** Adds an app to play with, and a month that it seems to have had. An app that is there already stays as it is. */
export async function seedDemoShop(queries: Queries, now: Date): Promise<void> {
  // Clicks are counted by quarters of an hour: so none has both demo data and real clicks in it.
  const demoUntil = new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS);
  const createdAt = new Date(demoUntil.getTime() - DEMO_DAYS * DAY_MS);
  await queries.transaction(async (transaction) => {
    const outcome = await addApp(transaction, { ...demoApp, createdAt, demoUntil }, DEMO_KEYS);
    if (outcome.kind === 'taken') return;
    await createLinks(transaction, demoApp, [
      ...demoLinks.map(({ share: _share, destination, ...link }) => ({
        ...link,
        destination: `${HOST}${destination}`,
        createdAt,
      })),
      ...sharedLinks.map(({ code, destination, data }, position) => ({
        code,
        destination,
        data: JSON.stringify(data),
        createdBy: `demo-${data.sharedBy.toLowerCase()}`,
        createdAt: new Date(createdAt.getTime() + (position + 1) * DAY_MS),
      })),
    ]);
    const links = [...demoLinks, ...sharedLinks];
    await addDemoTraffic(transaction, { appId: DEMO_APP_ID, links, days: DEMO_DAYS, now: demoUntil.getTime() });
  });
}
