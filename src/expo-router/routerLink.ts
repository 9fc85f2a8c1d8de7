/**
 * The newest link, if it was left to Expo Router, which opens it by itself. The session hears of it too: whoever
 * finds it there takes the note, so that the same link tapped again counts again. A launch link that comes as an
 * event too is noted twice and found once: the second note ends with the next link.
 */
let left: string | null = null;

export function noteRouterLink(url: string | null) {
  left = url;
}

export function takeRouterLink(url: string): boolean {
  if (left !== url) return false;
  left = null;
  return true;
}
