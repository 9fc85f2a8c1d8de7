/**
 * The newest link, if Expo Router opens it by itself. The session publishes that link too; `useLinkRoute` then takes
 * this note and leaves the link alone. The note is taken, so that a second tap on the same link counts again. A launch
 * link that also comes as an event is noted twice and taken once; the next link overwrites the second note. It is
 * undefined until Expo Router has asked, which it does at launch.
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
