import type { Migration } from './Migration.ts';

/** Becomes the primary key of links in the next step; until then both stand. */
export const linkCodePerApp: Migration = {
  name: '0002-link-code-per-app',
  indexes: [{ name: 'links_code_of_app', definition: 'UNIQUE INDEX % ON links (app_id, code)' }],
};
