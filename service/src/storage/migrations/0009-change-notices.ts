import type { Migration } from './Migration.ts';

export const changeNotices: Migration = {
  name: '0009-change-notices',
  statements: ['apps', 'keys', 'links'].map(
    (table) => `CREATE TRIGGER tell_change AFTER UPDATE OR DELETE OR TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION tell_change()`
  ),
};
