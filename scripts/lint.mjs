// Lints everything, or the files it is given: `npm run lint [-- FILE…]`. ESLint judges the text of a file; oxlint judges
// types and the rules that need them, because it asks TypeScript's native compiler and takes a tenth of the time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './library.mjs';
import { runTool } from './run.mjs';

/** Folders with packages of their own, without which nothing can be told of them; the example imports the built service. */
const NEEDED = {
  service: ['service/node_modules'],
  example: ['example/node_modules', 'example/lab/node_modules', 'service/dist'],
};

/** Whether the tool has nothing to say; what it has to say, it has printed. */
function isContent(tool, ...args) {
  try {
    runTool(tool, args, { cwd: root });
    return true;
  } catch (error) {
    // It couldn't be started.
    if (error.code) throw error;
    return false;
  }
}

const unprepared = Object.keys(NEEDED).filter(
  (folder) => !NEEDED[folder].every((path) => existsSync(join(root, path)))
);
for (const folder of unprepared) console.log(`Without ${folder}/: it needs ${NEEDED[folder].join(', ')}.`);

const files = process.argv.slice(2);
const what = [
  ...unprepared.flatMap((folder) => ['--ignore-pattern', `${folder}/**`]),
  ...(files.length > 0 ? files : ['.']),
];
const areContent = [
  isContent('eslint', '--max-warnings', '0', '--no-warn-ignored', ...what),
  isContent('oxlint', '--no-error-on-unmatched-pattern', ...what),
];
if (areContent.includes(false)) process.exitCode = 1;
