import assert from 'node:assert/strict';
import type { Shop } from './openShop.ts';

interface Sums {
  currency: string | null;
  sum: string;
}

export interface Figures {
  clicks: number;
  visitors: number;
  storeTaps: number;
  installs: number;
  bought: number;
  withoutLink: number;
  unsure: number;
  opens: number;
  buyers: number;
  purchases: number;
  conversion: number | null;
  events: { name: string; count: number; sums: Sums[] }[];
  revenue: Sums[];
  confirmedPurchases: number;
  confirmedRevenue: Sums[];
}

export interface Statistics {
  from: string;
  to: string;
  total: Figures;
  rows?: (Figures & { day?: string; link?: { code: string; title: string | null } | null })[];
  order?: { by: string; currency?: string | null };
  nextCursor?: string | null;
}

export async function askStatistics(shop: Shop, query = ''): Promise<Statistics> {
  const response = await shop.callAsOwner(`/api/statistics?${query}`);
  assert.equal(response.status, 200);
  return (await response.json()) as Statistics;
}
