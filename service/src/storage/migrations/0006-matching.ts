import type { Migration } from './Migration.ts';

/**
 * Clicks know their network and what their agent says, so that a match reads neither addresses nor agents; installs
 * keep their answer; and each attempt to match is kept to learn from. Of older clicks only the latest can still be
 * found by a fingerprint. They get their network, and their agents stay unread.
 */
export const matching: Migration = {
  name: '0006-matching',
  statements: [
    `ALTER TABLE clicks
      ADD COLUMN network text,
      ADD COLUMN device text,
      ADD COLUMN model text,
      ADD COLUMN system_version text`,
    `UPDATE clicks
      SET network = CASE family(address::inet)
        WHEN 4 THEN host(address::inet)
        ELSE host(network(set_masklen(address::inet, 64))) || '/64'
      END
      WHERE address IS NOT NULL AND created_at > now() - interval '7 days'`,

    `CREATE TABLE installs (
      app_id text NOT NULL,
      id text NOT NULL,
      code text NOT NULL,
      query text,
      click_id text,
      matched_by text NOT NULL,
      confidence double precision NOT NULL,
      matched_at timestamptz(3) NOT NULL,
      PRIMARY KEY (app_id, id)
    )`,

    `CREATE TABLE match_attempts (
      sequence bigserial PRIMARY KEY,
      app_id text NOT NULL,
      attempted_at timestamptz(3) NOT NULL,
      install_id text,
      network text,
      platform text,
      outcome text NOT NULL,
      matched_by text,
      confidence double precision,
      linked double precision,
      delay_ms double precision,
      comparison text,
      guess_confidence double precision,
      guess_is_right boolean
    )`,
  ],
};
