import type { Platform } from '../../matching/parseUserAgent.ts';

const PLAY_STORE = 'https://play.google.com/store/apps/details';
const APP_STORE = 'https://apps.apple.com/app';

export type StoreListing = {
  androidPackage: string;
  appStoreId: string;
  /** Takes the place of both stores. */
  storeUrl: string | null;
};

/**
 * Where to get the app. Google's store hands the referrer to the app on its first start;
 * Apple's has nothing like it.
 */
export function storeLink(listing: StoreListing, platform: Platform, clickId: string): string {
  const { androidPackage, appStoreId, storeUrl } = listing;
  const referrer = `clickId=${clickId}`;

  if (storeUrl !== null) {
    const query = platform === 'android' ? { id: androidPackage, referrer } : { id: appStoreId };
    return withQuery(storeUrl, { platform, ...query });
  }
  if (platform === 'android') return withQuery(PLAY_STORE, { id: androidPackage, referrer });
  return `${APP_STORE}/id${encodeURIComponent(appStoreId)}`;
}

// By hand, as the store may be a path on this very server.
function withQuery(url: string, query: Record<string, string>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
}
