import ipaddr from 'ipaddr.js';

/** A household or a phone gets a whole /64, and its devices change the rest of the address daily. */
const IPV6_NETWORK_BITS = 64;

/** An IPv4 address in its canonical form: no octet begins with a zero, which some read as octal. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * An address in its canonical form; null for any other string. A dual-stack socket reports an IPv4 caller with an IPv6
 * address, which becomes IPv4 again here.
 */
export function readAddress(text: string): string | null {
  if (PLAIN_IPV4.test(text)) return text;
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;
}

/** A hoster or a company gets this much in one piece. */
const WIDE_IPV6_BITS = 48;

/** The network of an address: an IPv4 address is its own network, and an IPv6 address is in its /64. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK_BITS}`).toString()}/${IPV6_NETWORK_BITS}`;
}

/** What a network belongs to: the /24 of an IPv4 address, the /48 of an IPv6 /64. */
export function wideNetworkOf(network: string): string {
  const [address = ''] = network.split('/');
  if (PLAIN_IPV4.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (!ipaddr.IPv6.isValid(address)) return network;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${WIDE_IPV6_BITS}`).toString()}/${WIDE_IPV6_BITS}`;
}
