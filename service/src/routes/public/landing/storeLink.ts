import type { Platform } from '../../../matching/readUserAgent.ts';

const PLAY_STORE = 'https://play.google.com/store/apps/details';
const APP_STORE = 'https://apps.apple.com/app';

export interface StoreListing {
  androidPackage: string | null;
  appStoreId: string | null;
  appStoreProviderId: string | null;
  /** Replaces both stores. */
  storeUrl: string | null;
}

/** The link that leads to the store. */
export interface Campaign {
  /** Its code, or its path. */
  code: string;
  /** With the query of the click. */
  destination: string;
}

/** App Store Connect takes no longer names: developer.apple.com/help/app-store-connect-analytics/acquisition/campaign-links */
const MAX_CAMPAIGN = 30;

/** The campaign parameters in the query of a URL, as they are written there; of those with the same name the last. */
function utmOf(url: string): string[] {
  const parts = /\?([^#]*)/.exec(url)?.[1]?.split('&') ?? [];
  const named = parts.filter((part) => /^utm_\w+=./.test(part)).map((part) => [part.split('=')[0], part] as const);
  return [...new Map(named).values()];
}

/** The query is added by hand, because the store may be a path on this very server. */
function withQuery(url: string, query: Record<string, string>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
}

/**
 * Where to get the app, or null if it is not in that store. Google's store hands the referrer to the app on its
 * first start, where Google Analytics finds the campaign, too. Apple's store only counts campaigns.
 */
export function storeLink(
  listing: StoreListing,
  platform: Platform,
  clickId: string | null,
  campaign: Campaign | null
): string | null {
  const id = platform === 'android' ? listing.androidPackage : listing.appStoreId;
  if (id === null) return null;
  if (platform === 'android') {
    const referrer = [...(clickId === null ? [] : [`clickId=${clickId}`]), ...utmOf(campaign?.destination ?? '')];
    const query = { id, ...(referrer.length > 0 ? { referrer: referrer.join('&') } : {}) };
    return listing.storeUrl === null
      ? withQuery(PLAY_STORE, query)
      : withQuery(listing.storeUrl, { platform, ...query });
  }
  const { appStoreProviderId: provider } = listing;
  const query = {
    ...(campaign ? { ct: campaign.code.replace(/^\//, '').slice(0, MAX_CAMPAIGN) } : {}),
    ...(campaign && provider !== null ? { pt: provider, mt: '8' } : {}),
  };
  if (listing.storeUrl !== null) return withQuery(listing.storeUrl, { platform, id, ...query });
  const url = `${APP_STORE}/id${encodeURIComponent(id)}`;
  return campaign ? withQuery(url, query) : url;
}
