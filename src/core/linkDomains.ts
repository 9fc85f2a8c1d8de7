import type { LinkTarget } from './parseLink';
import type { Settings } from './resolveConfig';

export function isOnDomains(host: string, domains: readonly string[] | undefined): boolean {
  const isOn = (domain: string) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain);
  return !domains || domains.some((entry) => isOn(entry.toLowerCase()));
}

/** Whether the service may know what a link stands for: a web link of one segment, or below one of `linkPrefixes`. */
export function mayBeShort(
  { type, host, route, isShort }: LinkTarget,
  { linkDomains, linkPrefixes }: Pick<Settings, 'linkDomains' | 'linkPrefixes'>
): boolean {
  const path = route.replace(/(\?.*)?$/, '/');
  const isBelow = (prefix: string) => path.startsWith(`/${prefix}/`.replace(/\/+/g, '/'));
  return type === 'verified' && isOnDomains(host, linkDomains) && (isShort || linkPrefixes.some(isBelow));
}
