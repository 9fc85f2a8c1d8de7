import { readdirSync } from 'node:fs';

const FOLDER = new URL('../', import.meta.url);

/** What runs statements. The rest asks nothing of a database, or opens one of its own. */
const FOLDERS = /^(citus|operations|routes|storage)[\\/]/;

/**
 * These take the tables apart, or look at plans and locks of one server:
 * a trigger or a constraint of their own, ALTER TABLE under a lock, EXPLAIN, counters of scans, functions in transactions
 * that stay open.
 */
const OF_ONE_SERVER = [
  /eventIdRaces/,
  /exportWithWriters/,
  /dashboardPlans/,
  /foldPlans/,
  /growth/,
  /lockedTables/,
  /rawRows/,
  /deletionRequests/,
  /backup/,
  /keyUses/,
  /confirmClock/,
];

/** Runs a share of the suites on Citus, or of those that CITUS_TESTS names. */
export async function runOnCitus(share: number, shares: number): Promise<void> {
  const asked = (process.env.CITUS_TESTS ?? '').split(' ').filter((word) => word !== '');
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.test.ts') && FOLDERS.test(name))
    .filter((name) =>
      asked.length > 0 ? asked.some((part) => name.includes(part)) : !OF_ONE_SERVER.some((part) => part.test(name))
    );
  for (const name of names.sort().filter((_, index) => index % shares === share)) {
    await import(new URL(name, FOLDER).href);
  }
}
