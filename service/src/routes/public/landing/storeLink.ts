import type { Platform } from '../../../matching/readUserAgent.ts';

const PLAY_STORE = 'https://play.google.com/store/apps/details';
const APP_STORE = 'https://apps.apple.com/app';

export interface StoreListing {
  androidPackage: string | null;
  appStoreId: string | null;
  /** Replaces both stores. */
  storeUrl: string | null;
}

/** The query is added by hand, because the store may be a path on this very server. */
function withQuery(url: string, query: Record<string, string>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
}

/**
 * Where to get the app, or null if it is not in that store. Google's store hands the referrer to the app on its
 * first start; Apple's has nothing like it. Without a click there is nothing to hand over.
 */
export function storeLink(listing: StoreListing, platform: Platform, clickId: string | null): string | null {
  const id = platform === 'android' ? listing.androidPackage : listing.appStoreId;
  if (id === null) return null;
  const isReferred = platform === 'android' && clickId !== null;
  const query = { id, ...(isReferred ? { referrer: `clickId=${clickId}` } : {}) };

  if (listing.storeUrl !== null) return withQuery(listing.storeUrl, { platform, ...query });
  return platform === 'android' ? withQuery(PLAY_STORE, query) : `${APP_STORE}/id${encodeURIComponent(id)}`;
}
