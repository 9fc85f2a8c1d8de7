import type { Migration } from './Migration.ts';

export const keysByHash: Migration = {
  name: '0015-keys-by-hash',
  // Whoever signs in gives a key, and doesn't say of which app.
  indexes: [{ name: 'keys_by_hash', definition: 'INDEX % ON keys (hash)' }],
};
