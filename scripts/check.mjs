// Everything CI runs: `npm run check`, or one part of it, as GitHub's jobs do: `npm run check -- browser`.
import { join } from 'node:path';
import { releaseProblems } from './checkRelease.mjs';
import { root } from './library.mjs';
import { packLibrary } from './packLibrary.mjs';
import { atATime, sideBySide, step } from './run.mjs';
import { withFolder } from './withFolder.mjs';

const service = join(root, 'service');

const npm = (name, args, cwd = root) => ({ name, command: 'npm', args, cwd });
const node = (name, ...args) => ({ name, command: 'node', args });
const install = (name) => npm(name, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], join(root, name));

const tests = npm('tests', ['test', '--', '--coverage', '--coverageReporters=text-summary']);
/** They mostly wait for the network and leave the cores to the tests. */
const installations = ['service', 'example', 'example/lab'].map(install);

/** The commands of each part, in the order in which they start: the longest first. */
const PARTS = {
  service: () => [node('service', 'service/checks/checkService.mjs')],
  browser: () => [node('browser', 'scripts/checkBrowser.mjs')],
  library: () => [node('code', 'scripts/checkCode.mjs')],
  package: (tarball, work) => [
    node('package', 'scripts/checkPackage.mjs', tarball, work),
    node('metro', 'scripts/checkMissingPackages.mjs', tarball),
  ],
  proofs: () => [npm('proofs', ['run', 'test:proofs'])],
  failover: () => [
    npm('failover', ['run', 'test:failover', '--ignore-scripts'], service),
    node('compose', 'service/checks/checkCompose.mjs'),
  ],
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
const parts = names.length > 0 ? names : Object.keys(PARTS);
const has = (...some) => some.some((name) => parts.includes(name));

// Most of what runs here is short and allocates much: a larger nursery saves it a twentieth of its time.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();

await withFolder(async (work) => {
  await step('release', () => {
    const problems = releaseProblems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  const needsService = has('service', 'browser', 'library', 'failover');
  const first = [...(has('library') ? [tests] : []), ...(needsService ? installations : [])];
  if (first.length > 0) await step(first.map(({ name }) => name).join(', '), () => sideBySide(...first));
  const tarball = has('package', 'library') ? await step('build and pack', () => packLibrary(work)) : undefined;
  if (needsService) {
    await step('build the service, beside the database that its tests copy', () =>
      sideBySide(npm('build', ['run', 'build'], service), {
        ...node('database', '--import', 'tsx', '__tests__/support/prepareMemory.ts'),
        cwd: service,
      })
    );
  }
  // Three for two cores, because some of them wait for seconds without work.
  await step(`${parts.join(', ')}, three at a time`, () =>
    atATime(
      3,
      Object.keys(PARTS).flatMap((name) => (has(name) ? PARTS[name](tarball, work) : []))
    )
  );
});
console.log(`\n${names.length > 0 ? `${names.join(', ')}: passed` : 'All checks passed'}.`);
