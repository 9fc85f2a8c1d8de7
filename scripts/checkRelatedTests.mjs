import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './library.mjs';
import { createSearch, ownTests } from './relatedTests.mjs';

// Checks that Jest finds each file's own tests, so that watch mode and `npm run validate` leave none of them out.

/** These hold only types, which leave no trace in what Jest reads. */
const TYPES = ['types.ts', 'ports.ts', 'session/SessionParts.ts'];

const search = await createSearch();
const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => name.split(sep).join('/'))
  .filter((name) => /\.tsx?$/.test(name) && !TYPES.includes(name));
const missing = [];
for (const file of files) {
  const found = await search(`src/${file}`);
  const own = ownTests(file);
  if (!found.some((path) => path.startsWith(own))) {
    missing.push(`src/${file}: __tests__/${own} is not among its ${found.length} tests`);
  }
}
missing.forEach((line) => console.error(line));
console.log(missing.length === 0 ? 'Jest finds the tests of every file of src.' : 'Require the library literally.');
process.exitCode = missing.length > 0 ? 1 : 0;
