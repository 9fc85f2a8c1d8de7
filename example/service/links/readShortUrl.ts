import { isLinkCode } from './isLinkCode';
import { CLICK_ID_PARAMETER } from './shortUrl';

export type ShortUrl = { code: string; clickId: string | null };

/** Reads what `shortUrl` writes, on any of the given hosts; null for every other text. */
export function readShortUrl(text: string, hosts: readonly string[]): ShortUrl | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (!hosts.includes(url.host)) return null;

  const code = url.pathname.replace(/^\//, '').replace(/\/$/, '');
  if (!isLinkCode(code)) return null;
  return { code, clickId: url.searchParams.get(CLICK_ID_PARAMETER) || null };
}
