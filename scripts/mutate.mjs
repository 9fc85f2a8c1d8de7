import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Mutation testing: changes src in a thousand small ways and counts how many of them a test notices.
//   npm run mutate                      all of src
//   npm run mutate -- src/core/**/*.ts  a part of it

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/mutation');
const VERSION = '9.6.1';
const PACKAGES = ['core', 'jest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
/** Below this many percent killed the run fails. */
const GOAL = 90;

if (!existsSync(join(FOLDER, 'node_modules/@stryker-mutator/jest-runner'))) {
  console.log(`Installing ${PACKAGES.join(' and ')}…`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }');
  const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', FOLDER, ...flags, ...PACKAGES], { stdio: 'inherit' });
}

const parts = process.argv.slice(2);
const config = join(FOLDER, 'stryker.config.json');
writeFileSync(
  config,
  JSON.stringify({
    plugins: [join(FOLDER, 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js')],
    testRunner: 'jest',
    jest: { configFile: 'jest.config.js', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    mutate: parts.length > 0 ? parts : ['src/**/*.{ts,tsx}', '!src/types.ts', '!src/ports.ts'],
    ignorePatterns: ['example', 'lib', 'docs', 'bench', 'coverage', 'reports', '.git'],
    tempDirName: '.stryker-tmp',
    reporters: ['clear-text', 'progress', 'json'],
    jsonReporter: { fileName: join(ROOT, 'reports/mutation.json') },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    thresholds: { high: GOAL, low: GOAL, break: GOAL },
    concurrency: 2,
    timeoutMS: 20_000,
  })
);
const { status } = spawnSync(process.execPath, [join(FOLDER, 'node_modules/.bin/stryker'), 'run', config], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
