import type { Migration } from './Migration.ts';

export const clicksOfLink: Migration = {
  name: '0005-clicks-of-link',
  // To count and delete the clicks of one link without reading all others.
  indexes: [{ name: 'clicks_of_link', definition: 'INDEX % ON clicks (app_id, code, created_at)' }],
};
