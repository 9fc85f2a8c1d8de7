import { addTraffic } from '../../../example/lab/service/addTraffic.ts';
import { foldRollups } from '../../src/operations/foldRollups.ts';
import { addApp } from '../../src/operations/apps.ts';
import type { Queries } from '../../src/storage/base/Database.ts';
import { linksTable } from '../../src/storage/schema/tables.ts';
import type { Campaign } from '../../src/values/campaign.ts';
import { DAY_MS } from '../../src/values/durations.ts';

export const SHOP = { id: 'small-hours', name: 'Small Hours', secret: 'sk_small_hours', publishable: 'pk_small_hours' };

const HOST = 'go.smallhours.example';
const DAYS = 90;

const of = (campaign: string, source: string, medium: string): Campaign => ({ campaign, source, medium });

/** Code, title, destination, how much of the traffic it has, and its campaign, source and medium. */
const LINKS: readonly [string, string | null, string, number, Campaign?][] = [
  [
    'autumn',
    'Autumn sale',
    '/promo/AUTUMN10?utm_campaign=autumn&utm_source=instagram&utm_medium=story',
    30,
    of('autumn', 'instagram', 'story'),
  ],
  [
    'halo',
    'Halo lamp, the one like a small eclipse',
    '/product/halo-lamp',
    22,
    of('autumn', 'instagram', 'influencer'),
  ],
  ['welcome', 'First order: 15 % off', '/promo/WELCOME15', 16, of('welcome', 'newsletter', 'email')],
  [
    'drift',
    'Drift blanket is back',
    'https://shop.smallhours.example/product/drift-blanket?ref=mail',
    12,
    of('back-in-stock', 'newsletter', 'email'),
  ],
  ['podcast', 'Night radio, episode 41', '/promo/RADIO', 8, of('night-radio', 'podcast', 'audio')],
  ['mara', 'Mara’s story', '/product/dusk-candle?ref=mara', 6],
  ['window', 'Shop window, Lindengasse', '/store/lindengasse', 4],
  ['k3Fh8mPq', null, '/invite', 2],
];

/** A shop in full swing: ninety days of clicks, installs and purchases, more of them on weekends and lately. */
export async function fillShop(queries: Queries, now: number): Promise<void> {
  await addApp(
    queries,
    {
      id: SHOP.id,
      name: SHOP.name,
      linkHosts: [HOST],
      iosAppId: 'TEAMID1234.example.smallhours',
      appStoreId: '1234567890',
      androidPackage: 'example.smallhours',
      androidSha256: [],
      scheme: 'smallhours',
      mainCurrency: 'EUR',
      createdAt: new Date(now - DAYS * DAY_MS),
    },
    SHOP
  );
  await queries.insert(linksTable).values(
    LINKS.map(([code, title, destination, , campaign], position) => ({
      code,
      ...campaign,
      name: code === 'mara' ? 'Mara, story of 3 March' : null,
      appId: SHOP.id,
      destination,
      title,
      data: code === 'mara' ? JSON.stringify({ invitedBy: 'Mara', discount: 10 }) : null,
      // Before anybody came by it: an install that is older than its link was another link's.
      createdAt: new Date(now - (DAYS + position + 1) * DAY_MS),
      disabledAt: code === 'podcast' ? new Date(now - DAY_MS) : null,
      expiresAt: code === 'window' ? new Date(now - 2 * DAY_MS) : null,
    }))
  );

  const links = LINKS.map(([code, , , share, campaign]) => ({ code, share, ...campaign }));
  await addTraffic(queries, { appId: SHOP.id, links, days: DAYS, now });
  await foldRollups(queries, now);
}
