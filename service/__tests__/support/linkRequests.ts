import assert from 'node:assert/strict';
import type { Shop } from './openShop.ts';

/** A link as the service lists it, as far as tests look at it. */
export interface WireLink {
  code: string;
  shortUrl: string;
  destination: string;
  disabled: boolean;
}

/** Makes a link as the app's owner does. */
export async function create(shop: Shop, body: object): Promise<WireLink> {
  const response = await shop.callAsOwner('/api/links', { body });
  assert.equal(response.status, 201);
  return (await response.json()) as WireLink;
}

/** Asks where a short link leads, as the app does. */
export async function resolve(shop: Shop, url: unknown) {
  const response = await shop.callAsApp('/api/link/resolve-short', { body: { url } });
  return { status: response.status, body: await response.json() };
}
