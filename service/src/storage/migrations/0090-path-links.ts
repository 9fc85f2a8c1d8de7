import type { Migration } from './Migration.ts';

/**
 * Any path can be a link. A click on one has its path as route, and its code is that path, too, or `other paths` if the
 * day already has a thousand of them: so whatever counts by code has at most so many groups, however many paths a
 * scanner tries.
 */
export const pathLinks: Migration = {
  name: '0090-path-links',
  statements: [
    `ALTER TABLE apps
      ADD COLUMN path_links text NOT NULL DEFAULT 'off',
      ADD COLUMN no_links text[] NOT NULL DEFAULT '{}',
      ADD COLUMN app_store_provider_id text`,
    `ALTER TABLE clicks ADD COLUMN route text`,
    `ALTER TABLE installs ADD COLUMN route text`,
    `CREATE TABLE path_days (
      app_id text NOT NULL,
      day date NOT NULL,
      path text NOT NULL,
      number integer NOT NULL,
      PRIMARY KEY (app_id, day, path),
      UNIQUE (app_id, day, number)
    )`,
  ],
};
