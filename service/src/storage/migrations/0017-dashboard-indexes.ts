import type { Migration } from './Migration.ts';

export const dashboardIndexes: Migration = {
  name: '0017-dashboard-indexes',
  indexes: [
    // A page of the list, the newest first. It takes the place of the index of this name, which didn't know codes.
    { name: 'links_of_app', definition: 'INDEX % ON links (app_id, created_at DESC, code)' },
    // The words by which links are found. Each new link goes straight into the index: what would wait otherwise, every
    // search would have to read through.
    {
      name: 'links_by_word',
      definition: `INDEX % ON links USING gin (
        array_to_tsvector(words_of_app(app_id, code || ' ' || coalesce(title, '') || ' ' || destination))
      ) WITH (fastupdate = off)`,
    },
  ],
};
