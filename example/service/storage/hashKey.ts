import { createHash } from 'node:crypto';

/** Keys are long and random, so one plain hash keeps a stolen table from being a list of keys. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
