import type { Migration } from './Migration.ts';

/**
 * What a landing page looks like, and whether there is one. Icons have a table of their own, because an app is read with
 * each of its links.
 */
export const brand: Migration = {
  name: '0080-brand',
  statements: [
    `ALTER TABLE apps
      ADD COLUMN icon text,
      ADD COLUMN accent text,
      ADD COLUMN background text,
      ADD COLUMN texts jsonb NOT NULL DEFAULT '{}',
      ADD COLUMN landing text NOT NULL DEFAULT 'page'`,
    `ALTER TABLE links ADD COLUMN landing text`,
    `CREATE TABLE icons (
      app_id text PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
      name text NOT NULL,
      bytes bytea NOT NULL
    )`,
  ],
};
