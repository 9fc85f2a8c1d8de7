import type { Migration } from './Migration.ts';

export const attributionIndexes: Migration = {
  name: '0011-attribution-indexes',
  indexes: [
    // Statistics read these alone, without the rows.
    {
      name: 'events_at',
      definition: 'INDEX % ON events (app_id, occurred_at) INCLUDE (code, name, amount, currency)',
    },
    {
      name: 'events_of_link',
      definition:
        'INDEX % ON events (app_id, code, occurred_at) INCLUDE (name, amount, currency) WHERE code IS NOT NULL',
    },
    { name: 'clicks_at', definition: 'INDEX % ON clicks (app_id, created_at, code)' },
    { name: 'installs_at', definition: 'INDEX % ON installs (app_id, matched_at, code)' },
    { name: 'opens_at', definition: 'INDEX % ON opens (app_id, opened_at, code)' },
    { name: 'match_attempts_by_outcome', definition: 'INDEX % ON match_attempts (app_id, outcome, attempted_at)' },
    // To attribute the events of an install anew.
    { name: 'events_of_install', definition: 'INDEX % ON events (app_id, device_id, occurred_at)' },
    // For deletion requests, and for retention.
    { name: 'events_of_user', definition: 'INDEX % ON events (app_id, user_id) WHERE user_id IS NOT NULL' },
    { name: 'opens_by_age', definition: 'INDEX % ON opens USING brin (opened_at)' },
    { name: 'installs_by_age', definition: 'INDEX % ON installs USING brin (matched_at)' },
  ],
};
