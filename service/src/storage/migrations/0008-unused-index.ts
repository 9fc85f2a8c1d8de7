import type { Migration } from './Migration.ts';

/** No query reads it any more, and every claim had to change it. */
export const unusedIndex: Migration = {
  name: '0008-unused-index',
  statements: [`DROP INDEX clicks_unclaimed`],
};
