import type { Migration } from './Migration.ts';

/** The channel on which the database tells that an app, a key or a link has changed. */
export const CHANGES_CHANNEL = 'deferred_link_changes';

/** All instances forget what they have cached, whether an instance, a command or a person with psql made the change. */
export const changeNotices: Migration = {
  name: '0009-change-notices',
  statements: [
    `CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_notify('${CHANGES_CHANNEL}', ''); RETURN NULL; END $$`,
    ...['apps', 'keys', 'links'].map(
      (table) => `CREATE TRIGGER tell_change AFTER UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION tell_change()`
    ),
  ],
};
