/**
 * The newest link, if Expo Router opens it by itself; `undefined` until it has asked. The session publishes that link
 * too: `useLinkRoute` takes this note, so that a second tap on the same link counts, and leaves the link alone.
 */
let routerLink: string | null | undefined;

export function noteRouterLink(url: string | null) {
  routerLink = url;
}

export const hasRouterAsked = () => routerLink !== undefined;

export function takeRouterLink(url: string): boolean {
  if (routerLink !== url) return false;
  routerLink = null;
  return true;
}
