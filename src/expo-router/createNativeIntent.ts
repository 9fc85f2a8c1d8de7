import { attempt } from '../core/attempt';
import { isOnDomains } from '../core/linkDomains';
import { parseLink } from '../core/parseLink';
import { noteRouterLink } from './routerLink';

/** The options of `createNativeIntent`. */
export interface NativeIntentOptions {
  /**
   * The hosts of your links, as in `config.linkDomains`. Expo Router opens links on other hosts by itself.
   * @default all hosts
   */
  linkDomains?: readonly string[] | undefined;
  /**
   * Whether a URL is one of your links, as in `config.filter`. If not, Expo Router opens it by itself.
   * @default every URL is a link
   */
  filter?: ((url: string) => boolean) | undefined;
  /**
   * The route to show until the link that started the app is resolved.
   * @default '/'
   */
  initialPath?: string | undefined;
}

/** The exports of `app/+native-intent.ts`. */
export interface NativeIntent {
  /** Returns the route for Expo Router to open; `null` keeps the current one. */
  redirectSystemPath(event: { path: string; initial: boolean }): string | null;
}

/**
 * Keeps Expo Router from showing "Unmatched route" for a link that isn't a route yet, such as a short link. The library
 * resolves it, and `useLinkRoute` opens it.
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
