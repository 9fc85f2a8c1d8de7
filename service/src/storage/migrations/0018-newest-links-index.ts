import type { Migration } from './Migration.ts';

export const newestLinksIndex: Migration = {
  name: '0018-newest-links-index',
  // A page of the list, the newest first.
  indexes: [{ name: 'links_newest', definition: 'INDEX % ON links (app_id, created_at DESC, code)' }],
};
