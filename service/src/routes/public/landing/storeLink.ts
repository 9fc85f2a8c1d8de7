import { CAMPAIGN_FIELDS, campaignOfUrl, type Campaign } from '../../../values/campaign.ts';
import type { Link } from '../../../storage/schema/tables.ts';
import type { Platform } from '../../../matching/readUserAgent.ts';

export const PLAY_STORE = 'https://play.google.com/store/apps/details';
const APP_STORE = 'https://apps.apple.com/app';

export interface StoreListing {
  androidPackage: string | null;
  appStoreId: string | null;
  appStoreProviderId: string | null;
  /** Replaces both stores. */
  storeUrl: string | null;
}

/** The link and the click that lead to the store. */
export interface StoreVisit {
  /** A path link has its path as code. */
  link: Pick<Link, 'code' | 'destination' | 'iosListing' | 'androidListing' | keyof Campaign>;
  /** The click's query. */
  query: string | null;
}

/** Apple's limit: developer.apple.com/help/app-store-connect-analytics/acquisition/campaign-links */
const MAX_CAMPAIGN = 30;

/** The campaign parameters in the query of a URL, as they are written there. */
function utmOfUrl(url: string): string[] {
  const parts = /\?([^#]*)/.exec(url)?.[1]?.split('&') ?? [];
  return parts.filter((part) => /^utm_\w+=./.test(part));
}

/** The visitor's own parameters win over those set for the link, which win over its destination's. */
function utmOf({ link, query }: StoreVisit): string[] {
  const said = campaignOfUrl(link.destination);
  const set = CAMPAIGN_FIELDS.flatMap((field) => {
    const value = link[field];
    return value === null || value === said[field] ? [] : [`utm_${field}=${encodeURIComponent(value)}`];
  });
  const parts = [...utmOfUrl(link.destination), ...set, ...utmOfUrl(`?${query ?? ''}`)];
  return [...new Map(parts.map((part) => [part.split('=')[0], part])).values()];
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
  visit: StoreVisit | null
): string | null {
  const id = platform === 'android' ? listing.androidPackage : listing.appStoreId;
  if (id === null) return null;
  if (platform === 'android') {
    const referrer = [...(clickId === null ? [] : [`clickId=${clickId}`]), ...(visit ? utmOf(visit) : [])];
    const page = visit?.link.androidListing ?? null;
    const query = {
      id,
      ...(page === null ? {} : { listing: page }),
      ...(referrer.length > 0 ? { referrer: referrer.join('&') } : {}),
    };
    return listing.storeUrl === null
      ? withQuery(PLAY_STORE, query)
      : withQuery(listing.storeUrl, { platform, ...query });
  }
  const { appStoreProviderId: provider } = listing;
  const page = visit?.link.iosListing ?? null;
  const query = {
    ...(page === null ? {} : { ppid: page }),
    ...(visit ? { ct: visit.link.code.replace(/^\//, '').slice(0, MAX_CAMPAIGN) } : {}),
    ...(visit && provider !== null ? { pt: provider, mt: '8' } : {}),
  };
  if (listing.storeUrl !== null) return withQuery(listing.storeUrl, { platform, id, ...query });
  const url = `${APP_STORE}/id${encodeURIComponent(id)}`;
  return visit ? withQuery(url, query) : url;
}
