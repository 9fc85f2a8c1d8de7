import { isWebLink } from '../../../values/isDestination.ts';

/** The link that opens the installed app on the destination, by the app's own scheme; null if it has none. */
export function openLink(scheme: string | null, destination: string): string | null {
  if (!isWebLink(destination) && !destination.startsWith('/')) return destination;
  if (scheme === null) return null;
  const route = destination.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^\/+/, '');
  return `${scheme}://${route}`;
}
