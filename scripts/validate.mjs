// Format, lint, types and tests of what has changed since main, committed or not. `npm test` and `npm run check` do
// the rest.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './library.mjs';
import { atATime, run, sideBySide, step } from './run.mjs';

/** Files of src whose tests stand where their behaviour shows. */
const ELSEWHERE = {
  'app.ts': 'openLink.test.tsx',
  'runtime.ts': 'react/LinkProvider.test.tsx',
  'core/askAgain.ts': 'session/resolveLink.test.tsx',
  'core/within.ts': 'session/lateLinks.test.tsx',
  'core/configAdvice.ts': 'react/badInput.test.tsx',
  'core/endpoints.ts': 'testing/fakeService.test.tsx',
  'core/firstUsable.ts': 'native/nextSource.test.tsx',
  'core/hashOf.ts': 'session/reload.test.tsx',
  'core/deliveryState.ts': 'proofs/deliveryExploration.test.ts',
  'core/randomId.ts': 'storage/install.test.tsx',
  'core/sessionState.ts': 'proofs/sessionExploration.test.ts',
  'core/trace.ts': 'session/diagnostics.test.tsx',
  'native/expoRouter.ts': 'expo-router/useLinkRoute.test.tsx',
};

const git = (...args) => run('git', args, { isQuiet: true }).stdout.split('\n').filter(Boolean);

/** Where this branch left main, as it was last fetched; the last commit if there is no main. */
const findBase = () => {
  const main = git('branch', '--all', '--format=%(refname)', '--list', 'origin/main', 'main').at(-1);
  return main ? git('merge-base', 'HEAD', main)[0] : 'HEAD';
};

/** Of these paths, those that exist in a folder. */
const inFolder = (folder, paths) => [...new Set(paths)].filter((path) => existsSync(join(root, folder, path)));

/**
 * Changed tests of the library, and of a changed source the test that is named after it, or those of its folder. Jest
 * finds related tests by imports, and most tests import everything, as they go through the public entry.
 */
const libraryTests = (files) =>
  inFolder(
    '__tests__',
    files.flatMap((file) => {
      const [, folder, path] = /^(src|__tests__(?!\/appTeams))\/(.*\.tsx?)$/.exec(file) ?? [];
      if (folder !== 'src') return /\.test\.tsx?$/.test(path) ? [path] : [];
      const named = ['ts', 'tsx'].map((end) => path.replace(/\.tsx?$/, `.test.${end}`));
      const [own = path.split('/')[0]] = inFolder('__tests__', [ELSEWHERE[path] ?? '-', ...named]);
      return [own];
    })
  ).map((path) => `__tests__/${path}`);

/** Changed tests of the service, and those that mirror a changed file, but for the browser's, which take minutes. */
const serviceTests = (files) =>
  inFolder(
    'service',
    files
      .filter((file) => !/^service\/__tests__\/(dashboard\/[^/]+$|citus\/|failover\/)/.test(file))
      .map((file) => file.replace(/^service\/(dashboard\/)?src\/(.*)\.ts$/, 'service/__tests__/$1$2.test.ts'))
      .flatMap((file) => /^service\/(__tests__\/.*\.test\.ts)$/.exec(file)?.[1] ?? [])
  );

const tool = (name, command, args, folder = '.') => ({
  name,
  command: join(root, folder, 'node_modules/.bin', command),
  args,
  cwd: join(root, folder),
});
const node = (name, args, folder = '.') => ({ name, command: process.execPath, args, cwd: join(root, folder) });

const start = performance.now();
const base = findBase();
const files = [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
];
const code = files.filter((file) => /\.(ts|tsx|js|mjs|cjs)$/.test(file));
const typed = code.filter((file) => /\.tsx?$/.test(file));
const isIn = (...folders) => typed.some((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
const ofLibrary = libraryTests(files);
const ofService = serviceTests(files);
const isBuiltTested = ofService.some((file) =>
  readFileSync(join(root, 'service', file), 'utf8').includes('runService')
);

/** The longest first, and two at a time, for the cores of a small machine. */
const checks = [
  isIn('service') && tool('types of the service', 'tsc', [], 'service'),
  isIn('service') && tool('types of the dashboard', 'tsc', ['-p', 'dashboard'], 'service'),
  ofLibrary.length > 0 && tool('tests', 'jest', ofLibrary),
  ofService.length > 0 &&
    node('tests of the service', ['--import', 'tsx', '--test', '--test-reporter=spec', ...ofService], 'service'),
  isIn('src', '__tests__', 'scripts/app') && node('types', ['node_modules/typescript-7/bin/tsc']),
  isIn('example') && tool('types of the example', 'tsc', ['-p', '.'], 'example'),
  code.length > 0 && node('lint', ['scripts/lint.mjs', ...code]),
  tool('format', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...files]),
].filter(Boolean);

if (files.length === 0) console.log('Nothing has changed since main.');
else {
  console.log(`${files.length} files have changed since main.`);
  if (isBuiltTested)
    await step('build the service', () => sideBySide(tool('build', 'tsc', ['-p', 'tsconfig.build.json'], 'service')));
  await atATime(2, checks);
  if (isIn('src')) console.log('More tests may use what has changed: npm test runs them.');
  if (isIn('service') && ofService.length === 0) console.log('The tests of the service: npm --prefix service test');
  console.log(`\nIt took ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}
