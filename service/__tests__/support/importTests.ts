import { readdirSync } from 'node:fs';

/** These folders have runners of their own. */
const APART = /^(citus|dashboard|failover)[\\/]/;

/**
 * Runs the test files of one of several processes, of those below a folder. A process needs seven seconds of a core to
 * load the sources and to compile PGlite, so there is one for many files, and not one for each. `npm test` has four for
 * two cores, because some of its tests wait for seconds without work.
 */
export async function importTests(folder: URL, part: number, parts: number): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && !APART.test(name)
  );
  for (const name of files.sort().filter((_, index) => index % parts === part)) {
    await import(new URL(name.replaceAll('\\', '/'), folder).href);
  }
}
