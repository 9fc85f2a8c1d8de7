import type { App } from '../../../storage/schema/tables.ts';
import { isWebLink } from '../../../values/isDestination.ts';

/** The link that opens the installed app on the destination, by the app's own scheme; null if it has none. */
export function openLink(scheme: string | null, destination: string): string | null {
  if (!isWebLink(destination) && !destination.startsWith('/')) return destination;
  if (scheme === null) return null;
  const route = destination.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^\/+/, '');
  return `${scheme}://${route}`;
}

/**
 * Opens the installed app from a page on iOS: a link on another host of the app's, because a universal link never fires
 * within the domain that is shown; or else the scheme.
 */
export function openLinkOnIos(
  app: Pick<App, 'scheme' | 'linkHosts'>,
  address: string,
  destination: string
): string | null {
  const shown = new URL(address);
  const other = app.linkHosts.find((host) => host !== shown.host);
  if (other === undefined) return openLink(app.scheme, destination);
  return `https://${other}${shown.pathname}${shown.search}`;
}
