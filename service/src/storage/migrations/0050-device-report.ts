import type { Migration } from './Migration.ts';

/** Each app says when its landing page may report the browser's screen and time zone. */
export const deviceReport: Migration = {
  name: '0050-device-report',
  statements: [`ALTER TABLE apps ADD COLUMN device_report text NOT NULL DEFAULT 'afterTap'`],
};
