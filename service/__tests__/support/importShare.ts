import { readdirSync } from 'node:fs';

const FOLDER = new URL('../', import.meta.url);

/**
 * Runs a share of the test files in this process. A process needs seven seconds of a core to load the sources and to
 * compile PGlite, so there is one for many files, and not one for each. There are three for two cores, because some tests
 * wait for seconds without work.
 */
export async function importShare(share: number, shares: number): Promise<void> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.test.ts'));
  for (const name of files.sort().filter((_, index) => index % shares === share)) {
    await import(new URL(name, FOLDER).href);
  }
}
