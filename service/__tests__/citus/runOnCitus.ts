import { readdirSync } from 'node:fs';

const FOLDER = new URL('../', import.meta.url);

/** What runs statements. The rest asks nothing of a database, or opens one of its own. */
const FOLDERS = /^(citus|operations|routes|storage)[\\/]/;

/**
 * These take the tables apart, or look at plans and locks of one server:
 * a trigger or a constraint of their own, ALTER TABLE under a lock, EXPLAIN, counters of scans, functions in
 * transactions that stay open. `testOffCitus` leaves out single tests of other files.
 */
const OF_ONE_SERVER = [
  /eventIdRaces/,
  /exportWithWriters/,
  /dashboardPlans/,
  /foldPlans/,
  /growth/,
  /functions.plans/,
  /lockedTables/,
  /rawRows/,
  /deletionRequests/,
  /backup/,
  /keyUses/,
  /confirmClock/,
];

/** Runs the suites of one of several processes on Citus: all, or those that CITUS_TESTS names. */
export async function runOnCitus(part: number, parts: number): Promise<void> {
  const asked = (process.env.CITUS_TESTS ?? '').split(' ').filter((word) => word !== '');
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.test.ts') && FOLDERS.test(name))
    .filter((name) => !OF_ONE_SERVER.some((part) => part.test(name)))
    .filter((name) => asked.length === 0 || asked.some((part) => name.includes(part)));
  for (const name of names.sort().filter((_, index) => index % parts === part)) {
    await import(new URL(name, FOLDER).href);
  }
}
