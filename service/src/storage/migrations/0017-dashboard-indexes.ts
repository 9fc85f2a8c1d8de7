import type { Migration } from './Migration.ts';

export const dashboardIndexes: Migration = {
  name: '0017-dashboard-indexes',
  indexes: [
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
