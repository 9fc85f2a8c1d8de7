/**
 * The newest link, if Expo Router opens it by itself. The session publishes that link too; `useLinkRoute` then takes
 * this note and leaves the link alone. The note is taken, so that a second tap on the same link counts again. A launch
 * link that also comes as an event is noted twice and taken once; the next link overwrites the second note.
 */
let routerLink: string | null = null;

export function noteRouterLink(url: string | null) {
  routerLink = url;
}

export function takeRouterLink(url: string): boolean {
  if (routerLink !== url) return false;
  routerLink = null;
  return true;
}
