import ipaddr from 'ipaddr.js';

/** A household or a phone gets a whole /64, and its devices change the rest of the address daily. */
const IPV6_NETWORK_BITS = 64;

/**
 * An address in its one form, or null for what is none. A socket open to both families gives IPv4
 * callers in IPv6 clothes, which come off here.
 */
export function readAddress(text: string): string | null {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;
}

/** Whose neighbours share it: an IPv4 address is its own network, an IPv6 address is in its /64. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK_BITS}`).toString()}/${IPV6_NETWORK_BITS}`;
}
