import type { Migration } from './Migration.ts';

/**
 * Events from the app's server may name a user whose install nobody knows, and renewals name their purchase. Purchases
 * are kept for their link, because a renewal may come years after the purchase's event was deleted. An app says whether
 * amounts from phones count.
 */
export const serverEvents: Migration = {
  name: '0041-server-events',
  statements: [
    // `events_of_person` begins with the same columns.
    `DROP INDEX events_of_user`,
    `ALTER TABLE events ALTER COLUMN device_id DROP NOT NULL, ADD COLUMN renewal_of text`,
    `CREATE TABLE purchases (
      app_id text NOT NULL,
      id text NOT NULL,
      install_id text,
      user_id text,
      code text,
      PRIMARY KEY (app_id, id)
    )`,
    `CREATE INDEX purchases_of_install ON purchases (app_id, install_id) WHERE install_id IS NOT NULL`,
    `CREATE INDEX purchases_of_user ON purchases (app_id, user_id) WHERE user_id IS NOT NULL`,
    `ALTER TABLE apps ADD COLUMN revenue_from text NOT NULL DEFAULT 'app'`,
  ],
};
