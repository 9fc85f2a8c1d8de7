import type { Migration } from './Migration.ts';

/**
 * An app may have several keys, a code is unique in its app instead of in the whole service, and links get the columns of
 * their life. Clicks lose their foreign keys, because checking them locked the row of the very link that everybody
 * clicks on.
 *
 * The two columns of hashes stay for instances of the version before, which run beside new ones during an update;
 * a later version may drop them.
 */
export const keysHostsLinkLife: Migration = {
  name: '0003-keys-hosts-link-life',
  statements: [
    `CREATE TABLE settings (name text PRIMARY KEY, value text NOT NULL)`,

    `CREATE TABLE keys (
      id text PRIMARY KEY,
      app_id text NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      kind text NOT NULL,
      hash text NOT NULL,
      hint text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      revoked_at timestamptz(3),
      UNIQUE (app_id, hash)
    )`,
    `INSERT INTO keys (id, app_id, kind, hash, hint, created_at)
      SELECT substr(md5(id || publishable_key_hash), 1, 16), id, 'publishable', publishable_key_hash, 'pk_…', now()
      FROM apps`,
    `INSERT INTO keys (id, app_id, kind, hash, hint, created_at)
      SELECT substr(md5(id || secret_key_hash), 1, 16), id, 'secret', secret_key_hash, 'sk_…', now()
      FROM apps
      ON CONFLICT DO NOTHING`,

    `ALTER TABLE apps
      ALTER COLUMN publishable_key_hash DROP NOT NULL,
      ALTER COLUMN secret_key_hash DROP NOT NULL,
      ALTER COLUMN android_package DROP NOT NULL,
      ALTER COLUMN app_store_id DROP NOT NULL,
      ADD COLUMN ios_app_id text,
      ADD COLUMN android_sha256 text[] NOT NULL DEFAULT '{}',
      ADD COLUMN scheme text,
      ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now()`,

    `ALTER TABLE clicks DROP CONSTRAINT clicks_code_fkey, DROP CONSTRAINT clicks_app_id_fkey, ADD COLUMN query text`,
    `ALTER TABLE events DROP CONSTRAINT events_app_id_fkey`,
    `ALTER TABLE links
      DROP CONSTRAINT links_pkey,
      ADD CONSTRAINT links_pkey PRIMARY KEY USING INDEX links_code_of_app,
      ADD COLUMN data text,
      ADD COLUMN description text,
      ADD COLUMN image_url text,
      ADD COLUMN ios_fallback text,
      ADD COLUMN android_fallback text,
      ADD COLUMN desktop_fallback text,
      ADD COLUMN expires_at timestamptz(3),
      ADD COLUMN disabled_at timestamptz(3),
      ADD COLUMN updated_at timestamptz(3),
      ADD COLUMN made_by text,
      ADD COLUMN made_from text`,
  ],
};
