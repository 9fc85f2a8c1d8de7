import type { Migration } from './Migration.ts';

export const matchingIndexes: Migration = {
  name: '0007-matching-indexes',
  indexes: [
    // A match looks at the clicks of one network only, so that its cost doesn't grow with the table.
    { name: 'clicks_of_network', definition: 'INDEX % ON clicks (app_id, network, created_at)' },
    { name: 'match_attempts_of_app', definition: 'INDEX % ON match_attempts (app_id, attempted_at)' },
    { name: 'match_attempts_of_install', definition: 'INDEX % ON match_attempts (app_id, install_id)' },
    { name: 'match_attempts_by_age', definition: 'INDEX % ON match_attempts USING brin (attempted_at)' },
  ],
};
