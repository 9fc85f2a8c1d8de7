import type { Migration } from './Migration.ts';

const LINKS = 'FOR EACH STATEMENT EXECUTE FUNCTION tell_link_change()';
const APPS = 'FOR EACH STATEMENT EXECUTE FUNCTION tell_app_change()';

/** Notices name the app and the codes, so that one app's change doesn't empty the caches of all apps. */
export const namedNotices: Migration = {
  name: '0022-named-notices',
  statements: [
    ...['apps', 'keys', 'links'].flatMap((table) => [
      `DROP TRIGGER tell_change ON ${table}`,
      `CREATE TRIGGER tell_truncate AFTER TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION tell_change()`,
    ]),
    `CREATE TRIGGER tell_insert AFTER INSERT ON links REFERENCING NEW TABLE AS changed ${LINKS}`,
    `CREATE TRIGGER tell_update AFTER UPDATE ON links REFERENCING OLD TABLE AS changed ${LINKS}`,
    `CREATE TRIGGER tell_delete AFTER DELETE ON links REFERENCING OLD TABLE AS changed ${LINKS}`,
    `CREATE TRIGGER tell_update AFTER UPDATE ON apps REFERENCING OLD TABLE AS changed NEW TABLE AS renewed ${APPS}`,
    `CREATE TRIGGER tell_delete AFTER DELETE ON apps REFERENCING OLD TABLE AS changed ${APPS}`,
    `CREATE TRIGGER tell_update AFTER UPDATE ON keys REFERENCING OLD TABLE AS changed ${APPS}`,
    `CREATE TRIGGER tell_delete AFTER DELETE ON keys REFERENCING OLD TABLE AS changed ${APPS}`,
  ],
};
