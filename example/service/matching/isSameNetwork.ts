import { BlockList, isIPv4, isIPv6 } from 'node:net';

// A household or a phone gets a whole /64, and its devices change the rest of the address daily.
const IPV6_NETWORK_BITS = 64;

export function isSameNetwork(one: string, other: string): boolean {
  if (isIPv4(one) && isIPv4(other)) return one === other;
  if (!isIPv6(one) || !isIPv6(other)) return false;
  const network = new BlockList();
  network.addSubnet(one, IPV6_NETWORK_BITS, 'ipv6');
  return network.check(other, 'ipv6');
}
