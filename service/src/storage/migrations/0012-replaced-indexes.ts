import type { Migration } from './Migration.ts';

/** `clicks_at` and `events_of_install` begin with the same columns. */
export const replacedIndexes: Migration = {
  name: '0012-replaced-indexes',
  statements: [`DROP INDEX clicks_of_app`, `DROP INDEX events_of_device`],
};
