import { networkOf, readAddress } from '../types/address.ts';

export function isSameNetwork(one: string, other: string): boolean {
  const [ours, theirs] = [readAddress(one), readAddress(other)];
  return ours !== null && theirs !== null && networkOf(ours) === networkOf(theirs);
}
