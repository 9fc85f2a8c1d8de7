import type { Migration } from './Migration.ts';

export const renewalsIndex: Migration = {
  name: '0042-renewals-index',
  // A renewal may arrive before its purchase, or the purchase before its link.
  indexes: [
    { name: 'events_of_purchase', definition: 'INDEX % ON events (app_id, renewal_of) WHERE renewal_of IS NOT NULL' },
  ],
};
