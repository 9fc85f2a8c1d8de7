import type { Migration } from './Migration.ts';

/** Who is signed in to the dashboard. Neither the cookie nor the key behind it can be told from a row. */
export const sessions: Migration = {
  name: '0014-sessions',
  statements: [
    `CREATE TABLE sessions (
      hash text PRIMARY KEY,
      key_id text,
      admin_proof text,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      CHECK ((key_id IS NULL) <> (admin_proof IS NULL))
    )`,
    `CREATE INDEX sessions_by_age ON sessions (expires_at)`,
  ],
};
