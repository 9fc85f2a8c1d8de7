import type { Migration } from './Migration.ts';

export const appsLinksClicksEvents: Migration = {
  name: '0001-apps-links-clicks-events',
  statements: [
    `CREATE TABLE apps (
      id text PRIMARY KEY,
      name text NOT NULL,
      publishable_key_hash text NOT NULL,
      secret_key_hash text NOT NULL,
      link_hosts text[] NOT NULL,
      android_package text NOT NULL,
      app_store_id text NOT NULL
    )`,
    `CREATE TABLE links (
      code text PRIMARY KEY,
      app_id text NOT NULL REFERENCES apps (id),
      destination text NOT NULL,
      title text,
      created_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX links_of_app ON links (app_id, created_at)`,
    `CREATE TABLE clicks (
      id text PRIMARY KEY,
      app_id text NOT NULL REFERENCES apps (id),
      code text NOT NULL REFERENCES links (code),
      address text,
      user_agent text,
      language text,
      screen_width double precision,
      screen_height double precision,
      scale double precision,
      timezone text,
      created_at timestamptz(3) NOT NULL,
      reported_at timestamptz(3),
      claimed_at timestamptz(3),
      claimed_by text
    )`,
    `CREATE INDEX clicks_of_app ON clicks (app_id, created_at)`,
    `CREATE INDEX clicks_unclaimed ON clicks (app_id, created_at) WHERE claimed_at IS NULL`,
    `CREATE TABLE events (
      sequence bigserial NOT NULL,
      app_id text NOT NULL REFERENCES apps (id),
      id text NOT NULL,
      device_id text NOT NULL,
      platform text,
      name text NOT NULL,
      data text,
      logged_at timestamptz(3) NOT NULL,
      received_at timestamptz(3) NOT NULL,
      PRIMARY KEY (app_id, id)
    )`,
    `CREATE INDEX events_of_app ON events (app_id, sequence)`,
  ],
};
