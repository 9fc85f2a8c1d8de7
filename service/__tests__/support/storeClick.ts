import { randomUUID } from 'node:crypto';
import { addClicks } from '../../src/storage/facts/clicks.ts';
import type { Database } from '../../src/storage/base/Database.ts';
import { createGroupNames } from '../../src/storage/facts/names.ts';
import type { Shop } from './openShop.ts';

/** Stores a click of which nothing but its time is known; gives its id. */
export async function storeClick(
  { queries }: Pick<Database, 'queries'>,
  shop: { app: Pick<Shop['app'], 'id'> },
  code: string,
  at: number
): Promise<string> {
  const id = randomUUID();
  const nothing = {
    query: null,
    address: null,
    network: null,
    wideNetwork: null,
    device: null,
    model: null,
    systemVersion: null,
  };
  const unknown = {
    userAgent: null,
    language: null,
    screenWidth: null,
    screenHeight: null,
    scale: null,
    timezone: null,
  };
  await addClicks(queries, createGroupNames(Date.now), [
    { ...nothing, ...unknown, id, appId: shop.app.id, code, createdAt: new Date(at) },
  ]);
  return id;
}
