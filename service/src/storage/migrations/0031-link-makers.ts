import type { Migration } from './Migration.ts';

/** The dashboard lists links of the owner and of users apart, the newest first. */
export const linkMakers: Migration = {
  name: '0031-link-makers',
  indexes: [
    { name: 'links_of_owner', definition: 'INDEX % ON links (app_id, created_at DESC, code) WHERE made_by IS NULL' },
    {
      name: 'links_of_users',
      definition: 'INDEX % ON links (app_id, created_at DESC, code) WHERE made_by IS NOT NULL',
    },
  ],
};
