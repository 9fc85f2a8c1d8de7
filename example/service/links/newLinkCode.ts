import { randomInt } from 'node:crypto';

// Without 0, O, 1, l and I: people read codes to each other and type them.
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

// 56^8 codes: at a million links the chance that a new one is taken is one in a hundred million.
const LENGTH = 8;

export function newLinkCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
