import { readAddress } from '../values/address.ts';
import { normalizeHost } from '../values/hosts.ts';
import { isInNetworks, readNetworks, type Networks } from '../values/networks.ts';

/** Which proxies are believed about the caller: a number of proxies in front, or proxies at known addresses. */
export type TrustedProxies = { kind: 'hops'; count: number } | { kind: 'addresses'; ranges: Networks };

/** A higher number would be a mistake, such as a port. */
const MAX_HOPS = 10;

export const NO_PROXIES: TrustedProxies = { kind: 'hops', count: 0 };

/**
 * Where a trusted proxy says which host was asked for. Some proxies pass Host on, but leave other headers as the
 * visitor wrote them.
 */
export const HOST_HEADERS = ['x-forwarded-host', 'host'] as const;

export type HostHeader = (typeof HOST_HEADERS)[number];

/** Reads a number of proxies, or addresses and ranges separated by commas; null for any other string. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d+$/.test(text)) return Number(text) <= MAX_HOPS ? { kind: 'hops', count: Number(text) } : null;
  const ranges = readNetworks(text);
  return ranges && { kind: 'addresses', ranges };
}

export function isTrusting(proxies: TrustedProxies): boolean {
  return proxies.kind === 'addresses' || proxies.count > 0;
}

function isTrusted(proxies: TrustedProxies, address: string | null, position: number): boolean {
  if (proxies.kind === 'hops') return position < proxies.count;
  return address !== null && isInNetworks(address, proxies.ranges);
}

/** Some proxies add a port to the address, and put IPv6 in brackets. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  if (bracketed) return bracketed;
  return /^[\d.]+:\d+$/.test(entry) ? entry.replace(/:\d+$/, '') : entry;
}

function entriesOf(header: string | null): string[] {
  return header ? header.split(',').map((entry) => entry.trim()) : [];
}

export interface Caller {
  /** Null if there is no socket, as for a request within the process. */
  address: string | null;
  /** The protocol by which the outermost trusted proxy was asked; null if no proxy says. */
  protocol: 'http' | 'https' | null;
  host: string | null;
  /** Whether a trusted proxy passed the request on. */
  isProxied: boolean;
}

/**
 * Walks from the socket outwards through trusted proxies. The first address that is not trusted is the caller; entries
 * further out are ignored, because the caller may have made them up.
 */
export function readCaller(
  headers: Headers,
  socketAddress: string | undefined,
  proxies: TrustedProxies,
  hostHeader: HostHeader = 'x-forwarded-host'
): Caller {
  const forwarded = entriesOf(headers.get('x-forwarded-for')).reverse();
  // Entries further out than the caller's are not even read: a header has room for thousands, and each costs some time.
  const chain = [readAddress(withoutPort(socketAddress ?? ''))];
  for (const entry of forwarded) {
    if (!isTrusted(proxies, chain.at(-1) ?? null, chain.length - 1)) break;
    chain.push(readAddress(withoutPort(entry)));
  }
  const position = chain.length - 1;
  // A proxy that doesn't know the address writes "unknown": then the proxy itself counts as the caller.
  const address = chain.findLast((entry) => entry !== null) ?? null;

  if (!isTrusted(proxies, chain[0] ?? null, 0)) return { address, protocol: null, host: null, isProxied: false };
  const outermost = (name: string) => {
    const entries = entriesOf(headers.get(name));
    return entries.at(-Math.max(1, Math.min(position, entries.length)))?.toLowerCase();
  };
  const protocol = outermost('x-forwarded-proto');
  const host = hostHeader === 'host' ? null : outermost('x-forwarded-host');
  return {
    address,
    protocol: protocol === 'http' || protocol === 'https' ? protocol : null,
    host: host && URL.canParse(`https://${host}`) ? normalizeHost(host) : null,
    isProxied: true,
  };
}
