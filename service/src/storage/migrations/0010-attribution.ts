import type { Migration } from './Migration.ts';

/**
 * Events know the link that they are attributed to, when they happened by our clock, their money and their user;
 * opens are links that an installed app resolved; and clicks are counted ahead of time, as statistics can't count
 * millions of them, and as the clicks themselves are deleted long before their counts.
 *
 * What was stored before has no money, and knows only the link that its install was matched to.
 */
export const attribution: Migration = {
  name: '0010-attribution',
  statements: [
    `ALTER TABLE apps ADD COLUMN attribution_days integer NOT NULL DEFAULT 30`,
    `ALTER TABLE installs ADD COLUMN since timestamptz(3)`,

    `CREATE TABLE opens (
      app_id text NOT NULL,
      install_id text NOT NULL,
      opened_at timestamptz(3) NOT NULL,
      code text NOT NULL,
      PRIMARY KEY (app_id, install_id, opened_at, code)
    )`,

    `ALTER TABLE events
      ADD COLUMN user_id text,
      ADD COLUMN occurred_at timestamptz(3),
      ADD COLUMN code text,
      ADD COLUMN amount numeric(22, 6),
      ADD COLUMN currency text`,
    // For instances of the version before, which run beside new ones during an update.
    `ALTER TABLE events ALTER COLUMN occurred_at SET DEFAULT now()`,
    `UPDATE events SET occurred_at = least(logged_at, received_at), code = (
        SELECT code FROM installs
        WHERE installs.app_id = events.app_id AND installs.id = events.device_id
          AND matched_at > least(logged_at, received_at) - interval '720 hours'
          AND matched_at < least(logged_at, received_at) + interval '24 hours'
      )
      WHERE received_at > now() - interval '90 days'`,

    `CREATE TABLE click_quarters (
      app_id text NOT NULL,
      code text NOT NULL,
      at timestamptz(3) NOT NULL,
      clicks integer NOT NULL,
      PRIMARY KEY (app_id, code, at)
    )`,
    `CREATE INDEX click_quarters_at ON click_quarters (app_id, at)`,
    `CREATE TABLE click_days (
      app_id text NOT NULL,
      day date NOT NULL,
      code text NOT NULL,
      clicks integer NOT NULL,
      PRIMARY KEY (app_id, day, code)
    )`,
    `INSERT INTO settings (name, value) VALUES ('clicks_counted_until', '-infinity')`,
  ],
};
