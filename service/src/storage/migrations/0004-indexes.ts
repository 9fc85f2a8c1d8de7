import type { Migration } from './Migration.ts';

export const indexes: Migration = {
  name: '0004-indexes',
  indexes: [
    // A landing page knows its host and a code, not yet the app.
    { name: 'links_by_code', definition: 'INDEX % ON links (code)' },
    // The same link for the same install, route and data.
    { name: 'links_made_from', definition: 'UNIQUE INDEX % ON links (app_id, made_from)' },
    { name: 'links_made_by', definition: 'INDEX % ON links (app_id, made_by, created_at) WHERE made_by IS NOT NULL' },
    { name: 'events_of_device', definition: 'INDEX % ON events (app_id, device_id)' },
    // For retention. Rows come in the order of time, so that one entry for each block range is enough.
    { name: 'clicks_by_age', definition: 'INDEX % ON clicks USING brin (created_at)' },
    { name: 'events_by_age', definition: 'INDEX % ON events USING brin (received_at)' },
  ],
};
