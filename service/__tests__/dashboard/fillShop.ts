import { foldRollups } from '../../src/operations/foldRollups.ts';
import { addApp } from '../../src/operations/apps.ts';
import { addDemoTraffic } from '../../src/operations/demoTraffic.ts';
import type { Queries } from '../../src/storage/Database.ts';
import { linksTable } from '../../src/storage/tables.ts';

export const SHOP = { id: 'small-hours', name: 'Small Hours', secret: 'sk_small_hours', publishable: 'pk_small_hours' };

const HOST = 'go.smallhours.example';
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 90;

/** Code, title, destination, and how much of the traffic it has. */
const LINKS: readonly [string, string | null, string, number][] = [
  ['autumn', 'Autumn sale', '/promo/AUTUMN10', 30],
  ['halo', 'Halo lamp, the one like a small eclipse', '/product/halo-lamp', 22],
  ['welcome', 'First order: 15 % off', '/promo/WELCOME15', 16],
  ['drift', 'Drift blanket is back', 'https://shop.smallhours.example/product/drift-blanket?ref=mail', 12],
  ['podcast', 'Night radio, episode 41', '/promo/RADIO', 8],
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
      createdAt: new Date(now - DAYS * DAY_MS),
    },
    SHOP
  );
  await queries.insert(linksTable).values(
    LINKS.map(([code, title, destination], position) => ({
      code,
      appId: SHOP.id,
      destination,
      title,
      data: code === 'mara' ? JSON.stringify({ invitedBy: 'Mara', discount: 10 }) : null,
      createdAt: new Date(now - (position + 1) * 3 * DAY_MS),
      disabledAt: code === 'podcast' ? new Date(now - DAY_MS) : null,
      expiresAt: code === 'window' ? new Date(now - 2 * DAY_MS) : null,
    }))
  );

  const links = LINKS.map(([code, , , share]) => ({ code, share }));
  await addDemoTraffic(queries, { appId: SHOP.id, links, days: DAYS, now });
  await foldRollups(queries, now);
}
