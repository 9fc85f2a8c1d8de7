import { addApp } from '../../../service/src/operations/apps.ts';
import { insertLinks } from '../../../service/src/operations/createLink.ts';
import type { Queries } from '../../../service/src/storage/base/Database.ts';
import type { NewApp } from '../../../service/src/storage/schema/tables.ts';
import { LINK_HOST, LINK_SCHEME, linkConfig } from '../../app/linkConfig';
import { shopLinks } from '../shopLinks';
import { addTraffic } from './addTraffic.ts';
import { SHOP_SECRET_KEY } from './shopSecretKey';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A month, and ninety days before it to compare with. */
const DAYS = 30 + 90;

const shop: Omit<NewApp, 'createdAt'> = {
  id: linkConfig.appID,
  name: 'Small Hours',
  linkHosts: [LINK_HOST, `go.${LINK_HOST}`],
  iosAppId: 'TEAMID0000.example.shop',
  appStoreId: '0000000042',
  androidPackage: 'example.shop',
  androidSha256: [Array.from({ length: 32 }, () => 'DE').join(':')],
  scheme: LINK_SCHEME,
  pathLinks: 'on',
};

/** Every destination is a screen of the shop. */
const campaignLinks = [
  { ...shopLinks.welcome, share: 30, campaign: 'welcome', source: 'newsletter', medium: 'email' },
  { ...shopLinks.halo, share: 22, campaign: 'long-nights', source: 'instagram', medium: 'influencer' },
  {
    code: 'longnight',
    destination: `https://${LINK_HOST}/promo/LONGNIGHT?ref=story`,
    title: 'The longest night: 20 % off',
    share: 18,
    ...{ campaign: 'long-nights', source: 'instagram', medium: 'story' },
  },
  {
    code: 'drift',
    destination: `https://${LINK_HOST}/product/drift-blanket?ref=mail`,
    title: 'The Drift blanket is back',
    share: 12,
    ...{ campaign: 'back-in-stock', source: 'newsletter', medium: 'email' },
  },
  {
    code: 'candle',
    destination: `https://${LINK_HOST}/product/ember-candle?ref=podcast`,
    title: 'Ember candle, as heard on air',
    share: 8,
    ...{ campaign: 'on-air', source: 'podcast', medium: 'audio' },
  },
  { code: 'cart', destination: `https://${LINK_HOST}/cart?ref=push`, title: 'Your cart is waiting', share: 4 },
];

/** What users of the shop shared with friends. */
const sharedLinks = [
  { code: 'aDa4Hk2p', destination: '/product/halo-lamp', sharedBy: 'Ada', share: 3 },
  { code: 'bEn7Qw9x', destination: '/product/tide-mug', sharedBy: 'Ben', share: 2 },
  { code: 'mAr5Zt3k', destination: '/product/fold-stool', sharedBy: 'Mara', share: 1 },
];

/** Adds the lab's shop, and four months that it seems to have had. A shop that is there already stays as it is. */
export async function seedShop(queries: Queries, now: number): Promise<void> {
  const createdAt = new Date(now - DAYS * DAY_MS);
  const keys = { publishable: linkConfig.API_KEY, secret: SHOP_SECRET_KEY };
  await queries.transaction(async (transaction) => {
    const outcome = await addApp(transaction, { ...shop, createdAt }, keys);
    if (outcome.kind === 'taken') return;
    await insertLinks(transaction, shop, [
      ...campaignLinks.map(({ share: _share, ...link }) => ({ ...link, createdAt })),
      ...sharedLinks.map(({ code, destination, sharedBy }, position) => ({
        code,
        destination,
        data: JSON.stringify({ sharedBy }),
        createdBy: `demo-${sharedBy.toLowerCase()}`,
        createdAt: new Date(createdAt.getTime() + (position + 1) * DAY_MS),
      })),
    ]);
    await addTraffic(transaction, { appId: shop.id, links: [...campaignLinks, ...sharedLinks], days: DAYS, now });
  });
}
