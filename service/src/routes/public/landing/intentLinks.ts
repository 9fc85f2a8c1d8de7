import { PLAY_STORE } from './storeLink.ts';

/** In-app browsers ignore the fallback, so the page also goes there after a moment. */
const intent = (target: string, scheme: string, appPackage: string, fallback: string) =>
  `intent://${target}#Intent;scheme=${scheme};package=${appPackage};S.browser_fallback_url=${encodeURIComponent(fallback)};end`;

/** Opens Google Play itself, because its web page drops the referrer; null for any other address. */
export function storeIntent(store: string): string | null {
  const [page, query = ''] = store.split('?', 2);
  return page === PLAY_STORE ? intent(`details?${query}`, 'market', 'com.android.vending', store) : null;
}

/** Opens a link in an installed app, even one without a scheme of its own; null without TLS. */
export function openIntent(link: string, appPackage: string, fallback: string): string | null {
  return link.startsWith('https://') ? intent(link.slice('https://'.length), 'https', appPackage, fallback) : null;
}
