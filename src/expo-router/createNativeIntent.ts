import { attempt } from '../core/attempt';
import { isOnDomains } from '../core/linkDomains';
import { parseLink } from '../core/parseLink';
import { noteRouterLink } from './routerLink';

/** What `createNativeIntent` takes. */
export interface NativeIntentOptions {
  /**
   * Hosts of your links, as in `config.linkDomains`. Links on other hosts are routes of the app that Expo Router
   * opens by itself.
   * @default every http(s) link
   */
  linkDomains?: readonly string[] | undefined;
  /**
   * Whether a URL is a link of yours, as in `config.filter`. Expo Router opens by itself what it refuses.
   * @default every URL is a link
   */
  filter?: ((url: string) => boolean) | undefined;
  /**
   * The route that is shown until the link that started the app is resolved.
   * @default '/'
   */
  initialPath?: string | undefined;
}

/** What `app/+native-intent.ts` exports. */
export interface NativeIntent {
  redirectSystemPath(event: { path: string; initial: boolean }): string | null;
}

/**
 * Keeps Expo Router from showing "Unmatched route" for links that are not routes yet, such as short links. The session
 * resolves them, and `useLinkRoute` opens them.
 *
 * @example
 * // app/+native-intent.ts
 * export const { redirectSystemPath } = createNativeIntent({ linkDomains: ['go.example.com'] });
 */
export function createNativeIntent({ linkDomains, filter, initialPath = '/' }: NativeIntentOptions = {}): NativeIntent {
  // A filter that throws counts as true, as it does in the session, which logs the error.
  const accepts = (url: string) => !filter || attempt(() => Boolean(filter(url))) !== false;

  return {
    // expo-router 57 (getLinkingConfig, link/linking) calls this with the whole URL, even for a launch without a link.
    // An initial `null` would leave it without a first route; a later `null` keeps the route that is shown.
    redirectSystemPath({ path, initial }) {
      const link = parseLink(path);
      const isOurs = link?.type === 'verified' && isOnDomains(link.host, linkDomains) && accepts(link.url);
      noteRouterLink(isOurs ? null : (link?.url ?? null));
      if (!isOurs) return path;
      return initial ? initialPath : null;
    },
  };
}
