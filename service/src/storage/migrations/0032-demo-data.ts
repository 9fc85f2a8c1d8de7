import type { Migration } from './Migration.ts';

export const demoData: Migration = {
  name: '0032-demo-data',
  statements: [`ALTER TABLE apps ADD COLUMN demo_until timestamptz(3)`],
};
