import type { Migration } from './Migration.ts';

/** Anybody can send amounts with an app's publishable key, so each app says how much is still believed. */
export const maxAmounts: Migration = {
  name: '0060-max-amounts',
  statements: [`ALTER TABLE apps ADD COLUMN max_amounts jsonb NOT NULL DEFAULT '{}'`],
};
