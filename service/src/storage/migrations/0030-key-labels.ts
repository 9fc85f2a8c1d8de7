import type { Migration } from './Migration.ts';

/** When keys were used has a table of its own: a change of `keys` makes every instance forget what it has cached. */
export const keyLabels: Migration = {
  name: '0030-key-labels',
  statements: [
    `ALTER TABLE keys ADD COLUMN label text`,
    `CREATE TABLE key_uses (key_id text PRIMARY KEY, used_at timestamptz(3) NOT NULL)`,
  ],
};
