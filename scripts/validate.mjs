import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './library.mjs';
import { createSearch, ownTests } from './relatedTests.mjs';
import { sideBySide, step } from './run.mjs';

// Format, lint, types and tests of what has changed since main, committed or not. `npm test` and `npm run check` do
// the rest.

const MAINS = ['origin/main', 'main'];

const CODE = /\.(ts|tsx|js|mjs|cjs)$/;

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** Where this branch left main; the last commit if there is no main. */
function findBase() {
  for (const name of MAINS) {
    try {
      return git('merge-base', 'HEAD', name)[0];
    } catch {
      // A clone may lack it.
    }
  }
  return 'HEAD';
}

/** The library's test files for these changes: changed tests themselves, and of a changed source its own tests. */
async function libraryTests(files) {
  const tests = new Set(files.filter((file) => /^__tests__\/(?!appTeams).*\.test\.tsx?$/.test(file)));
  const sources = files.filter((file) => /^(src|__tests__\/support)\/.*\.tsx?$/.test(file));
  if (sources.length === 0) return { tests: [...tests], others: 0 };
  const search = await createSearch();
  const related = new Set();
  for (const file of sources) {
    const own = file.startsWith('src/') ? ownTests(file.slice('src/'.length)) : undefined;
    for (const path of await search(file)) {
      related.add(`__tests__/${path}`);
      if (own && path.startsWith(own)) tests.add(`__tests__/${path}`);
    }
  }
  return { tests: [...tests], others: [...related].filter((path) => !tests.has(path)).length };
}

/** The service's test files for these changes: changed tests, and those that mirror a changed file. The browser's take minutes. */
function serviceTests(files) {
  const tests = files
    .filter((file) => /^service\/(src|__tests__)\/.*\.ts$/.test(file))
    .map((file) => file.replace(/^service\/src\/(.*)\.ts$/, 'service/__tests__/$1.test.ts'));
  return [...new Set(tests)].filter(
    (file) => /\.test\.ts$/.test(file) && !/\/(dashboard|citus|failover)\//.test(file) && existsSync(join(root, file))
  );
}

const npx = (name, tool, ...args) => ({ name, command: 'npx', args: ['--no-install', tool, ...args] });
const npm = (name, folder, ...args) => ({ name, command: 'npm', args, cwd: join(root, folder) });

/** Runs commands one after the other, beside another such row. */
async function inTurn(commands) {
  for (const command of commands) await sideBySide(command);
}

const base = findBase();
const files = [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
];
const code = files.filter((file) => CODE.test(file));
const isIn = (...folders) => files.some((file) => folders.some((folder) => file.startsWith(`${folder}/`)));

if (files.length === 0) console.log('Nothing has changed since main.');
else {
  console.log(`${files.length} files have changed since main.`);
  await step('format, lint and types', async () => {
    const written = [
      npx('format', 'prettier', '--check', '--ignore-unknown', '--log-level', 'warn', ...files),
      ...(code.length > 0 ? [{ name: 'lint', command: 'node', args: ['scripts/lint.mjs', ...code] }] : []),
    ];
    const typed = [
      ...(isIn('src', '__tests__', 'scripts/app') ? [npx('types', 'tsc')] : []),
      ...(isIn('service') ? [npm('types of the service', 'service', 'run', '--silent', 'typecheck')] : []),
      ...(isIn('example') ? [npm('types of the example', 'example', 'run', '--silent', 'typecheck')] : []),
    ];
    // One row for each core of a small machine.
    const rows = await Promise.allSettled([inTurn(written), inTurn(typed)]);
    for (const row of rows) if (row.status === 'rejected') throw row.reason;
  });
  const { tests, others } = await libraryTests(files);
  if (tests.length > 0) {
    await step('tests of the library', () => sideBySide(npx('tests', 'jest', '--runTestsByPath', ...tests)));
  }
  const ofService = serviceTests(files);
  if (ofService.length > 0) {
    await step('tests of the service', async () => {
      // Some of them run the built service.
      await sideBySide(npm('build', 'service', 'run', '--silent', 'pretest'));
      const paths = ofService.map((file) => file.slice('service/'.length));
      await sideBySide({
        name: 'tests',
        command: 'node',
        args: ['--import', 'tsx', '--test', '--test-reporter=spec', ...paths],
        cwd: join(root, 'service'),
      });
    });
  }
  if (others > 0) console.log(`${others} more test files use what has changed: npm test runs them.`);
  if (isIn('service') && ofService.length === 0) console.log('The tests of the service: npm --prefix service test');
}
