// Lints everything, or the files it is given: `npm run lint [-- FILE…]`. ESLint judges the text of a file; oxlint the
// rules that need types, because it asks TypeScript's native compiler and takes a tenth of the time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './library.mjs';
import { runTool } from './run.mjs';

/** Folders with packages of their own, without which their types can't be told; the example imports the built service. */
const NEEDED = {
  service: ['service/node_modules'],
  example: ['example/node_modules', 'example/lab/node_modules', 'service/dist'],
};

const tool = (name, ...args) => runTool(name, args, { cwd: root });

const files = process.argv.slice(2);
const paths = files.length > 0 ? files : ['.'];
const unprepared = Object.keys(NEEDED).filter(
  (folder) => !NEEDED[folder].every((path) => existsSync(join(root, path)))
);
for (const folder of unprepared)
  console.log(`Types are not told in ${folder}/: it lacks ${NEEDED[folder].join(', ')}.`);

tool('eslint', '--max-warnings', '0', '--no-warn-ignored', ...paths);
tool(
  'oxlint',
  '--no-error-on-unmatched-pattern',
  ...unprepared.flatMap((folder) => ['--ignore-pattern', `${folder}/**`]),
  ...paths
);
