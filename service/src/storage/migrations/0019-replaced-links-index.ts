import type { Migration } from './Migration.ts';

/** `links_newest` has the same columns, and the code. */
export const replacedLinksIndex: Migration = {
  name: '0019-replaced-links-index',
  statements: [`DROP INDEX links_of_app`],
};
