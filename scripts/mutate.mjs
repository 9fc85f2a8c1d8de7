import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Mutation testing: changes src in a thousand small ways and counts how many of them a test notices.
//   npm run mutate                 all parts, one after the other: an hour on two cores
//   npm run mutate -- core session some of them

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/mutation');
const VERSION = '9.6.1';
const PACKAGES = ['core', 'jest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
/** Below this many percent killed a part fails. */
const GOAL = 90;

/** What is changed, and the tests that have to notice: the slow ones (faults, races, the model) are left out. */
const PARTS = {
  core: { mutate: ['src/core/**/*.ts'], tests: ['core/*'] },
  session: {
    mutate: ['src/{session,service,native,react,v0.3}/**/*.{ts,tsx}', 'src/runtime.ts'],
    tests: [
      '{deferredLink,directLinks,firstRun,provider,badInput,diagnostics,consent,nativePackages,useLinkEvent,v0.3}',
    ],
  },
  analytics: { mutate: ['src/analytics/**/*.ts'], tests: ['{analytics,analyticsKill,consent}'] },
  entries: {
    mutate: ['src/{react-navigation,expo-router,testing}/**/*.{ts,tsx}'],
    tests: ['{reactNavigation,expoRouter,testingKit}'],
  },
};

if (!existsSync(join(FOLDER, 'node_modules/@stryker-mutator/jest-runner'))) {
  console.log(`Installing ${PACKAGES.join(' and ')}…`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }');
  const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', FOLDER, ...flags, ...PACKAGES], { stdio: 'inherit' });
}

function mutate(name) {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part ${name}. There are: ${Object.keys(PARTS).join(', ')}.`);
  const config = join(FOLDER, 'stryker.config.json');
  writeFileSync(
    config,
    JSON.stringify({
      plugins: [join(FOLDER, 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js')],
      testRunner: 'jest',
      jest: {
        config: {
          ...createRequire(import.meta.url)('../jest.config.js'),
          testMatch: part.tests.map((tests) => `<rootDir>/__tests__/${tests}.test.{ts,tsx}`),
        },
        // Tests require the package by name, at run time: nothing shows which sources they are related to.
        enableFindRelatedTests: false,
      },
      coverageAnalysis: 'perTest',
      mutate: part.mutate,
      ignorePatterns: ['example', 'lib', 'docs', 'bench', 'coverage', 'reports', '.git'],
      tempDirName: '.stryker-tmp',
      reporters: ['clear-text', 'progress', 'json'],
      jsonReporter: { fileName: join(ROOT, `reports/mutation-${name}.json`) },
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
      thresholds: { high: 100, low: GOAL, break: GOAL },
      concurrency: 2,
      timeoutMS: 5000,
    })
  );
  console.log(`── ${name}`);
  const stryker = join(FOLDER, 'node_modules/.bin/stryker');
  // A mutant that a hundred examples don't kill is not worth a thousand.
  const env = { ...process.env, FC_RUNS: '100' };
  return spawnSync(process.execPath, [stryker, 'run', config], { cwd: ROOT, stdio: 'inherit', env }).status === 0;
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const failed = names.filter((name) => !mutate(name));
console.log(failed.length > 0 ? `Below ${GOAL} %: ${failed.join(', ')}.` : `All at ${GOAL} % or above.`);
process.exit(failed.length > 0 ? 1 : 0);
