import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Shop } from './openShop.ts';

interface Logged {
  id?: string;
  /** How much later it arrives. */
  late?: number;
  /** By how much the phone's clock is wrong. */
  skew?: number;
  name?: string;
  data?: unknown;
  userId?: string;
}

/** Sends an event that happened at `at`. */
export async function log(shop: Shop, installId: string, at: number, { late = 0, skew = 0, ...more }: Logged = {}) {
  shop.clock.now = at + late;
  const body = {
    installId,
    sentAt: new Date(at + late + skew).toISOString(),
    events: [{ id: randomUUID(), name: 'purchase', timestamp: new Date(at + skew).toISOString(), ...more }],
  };
  const response = await shop.callAsApp('/api/link/events', { body });
  assert.equal(response.status, 200);
}

/** The installed app opens a short link. */
export async function open(shop: Shop, installId: string | null, code: string, at: number) {
  shop.clock.now = at;
  const headers: Record<string, string> = installId === null ? {} : { 'x-install-id': installId };
  const response = await shop.callAsApp('/api/link/resolve-short', {
    body: { url: `${shop.origin}/${code}` },
    headers,
  });
  assert.equal(response.status, 200);
}

/** The installed app asks for the link of a click. */
export async function match(shop: Shop, installId: string, clickId: string, at: number) {
  shop.clock.now = at;
  assert.equal((await shop.match({ clickId }, undefined, installId)).status, 200);
}
