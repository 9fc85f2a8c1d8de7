// Lints everything, or the given files: `npm run lint [-- FILE…]`. ESLint judges the text of a file; oxlint judges
// types and the rules that need them, because it asks TypeScript's native compiler and takes a tenth of the time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './library.mjs';
import { atATime } from './run.mjs';

const bin = (tool) => join(root, 'node_modules/.bin', tool);

/** Folders that can't be judged without these packages of their own; the example imports the built service. */
const NEEDED = {
  service: ['service/node_modules'],
  example: ['example/node_modules', 'example/lab/node_modules', 'service/dist'],
};

const unprepared = Object.keys(NEEDED).filter(
  (folder) => !NEEDED[folder].every((path) => existsSync(join(root, path)))
);
for (const folder of unprepared) console.log(`Without ${folder}/: it needs ${NEEDED[folder].join(', ')}.`);

const files = process.argv.slice(2);
const what = [
  ...unprepared.flatMap((folder) => ['--ignore-pattern', `${folder}/**`]),
  ...(files.length > 0 ? files : ['.']),
];
await atATime(1, [
  { name: 'eslint', command: bin('eslint'), args: ['--max-warnings', '0', '--no-warn-ignored', ...what] },
  { name: 'oxlint', command: bin('oxlint'), args: ['--no-error-on-unmatched-pattern', ...what] },
]);
