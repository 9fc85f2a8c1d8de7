import type { Migration } from './Migration.ts';

export const clickDaysIndex: Migration = {
  name: '0013-click-days-index',
  // Statistics read it alone, without the rows.
  indexes: [{ name: 'click_days_at', definition: 'INDEX % ON click_days (app_id, day) INCLUDE (code, clicks)' }],
};
