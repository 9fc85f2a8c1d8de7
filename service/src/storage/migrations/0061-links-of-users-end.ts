import type { Migration } from './Migration.ts';

/** Links that users made end a year after their last click. Those that are there get a year from now on. */
export const linksOfUsersEnd: Migration = {
  name: '0061-links-of-users-end',
  statements: [
    `UPDATE links SET expires_at = now() + interval '365 days'
     WHERE made_by IS NOT NULL AND expires_at IS NULL AND updated_at IS NULL`,
  ],
};
