import ipaddr from 'ipaddr.js';

/** Addresses and ranges of addresses. */
export type Networks = readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];

/** Reads addresses and ranges separated by commas; null for any other text. */
export function readNetworks(text: string): Networks | null {
  const entries = text.split(',').map((entry) => entry.trim());
  const networks = entries.map((entry) => {
    // ipaddr.js takes 1 for 0.0.0.1, and 10.1 for 10.0.0.1.
    if (!/:|^\d+\.\d+\.\d+\.\d+(\/|$)/.test(entry)) return null;
    if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
    if (!ipaddr.isValid(entry)) return null;
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv6' ? 128 : 32] as [ipaddr.IPv4 | ipaddr.IPv6, number];
  });
  return networks.every((network) => network !== null) ? networks : null;
}

export function isInNetworks(address: string, networks: Networks): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(
    (network) => network[0].kind() === parsed.kind() && parsed.match(network as [ipaddr.IPv4 & ipaddr.IPv6, number])
  );
}

/** IPv6 addresses that contain an IPv4 address, which may be private. */
const WITH_IPV4_INSIDE = readNetworks('::/96,64:ff9b::/96,64:ff9b:1::/48,2002::/16,2001::/32') ?? [];

/** Whether an address belongs to the public internet: not to this machine, a private network or a special purpose. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === 'unicast' && !isInNetworks(address, WITH_IPV4_INSIDE);
}
