/**
 * The link that was last left to Expo Router, which opens it by itself. The session hears of it too: whoever
 * finds it there takes the note, so that the same link tapped again counts again.
 */
let left: string | null = null;

export function noteLeftLink(url: string | null) {
  left = url;
}

export function takeLeftLink(url: string): boolean {
  if (left !== url) return false;
  left = null;
  return true;
}
