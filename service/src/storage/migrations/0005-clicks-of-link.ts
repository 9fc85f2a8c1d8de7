import type { Migration } from './Migration.ts';

export const clicksOfLink: Migration = {
  name: '0005-clicks-of-link',
  // To delete a link with its clicks, and to count them, without reading everybody's.
  indexes: [{ name: 'clicks_of_link', definition: 'INDEX % ON clicks (app_id, code, created_at)' }],
};
