import { join } from 'node:path';
import { releaseProblems } from './checkRelease.mjs';
import { root } from './library.mjs';
import { packLibrary } from './packLibrary.mjs';
import { atATime, sideBySide, step } from './run.mjs';
import { withFolder } from './withFolder.mjs';

const install = (name) => ({
  name,
  command: 'npm',
  args: ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
  cwd: join(root, name),
});

// Most of what runs here is short and allocates much: a larger nursery saves it a twentieth of its time.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();

const service = join(root, 'service');
await withFolder(async (work) => {
  await step('release', () => {
    const problems = releaseProblems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  // Installing mostly waits for the network and leaves the cores to the tests.
  const tests = {
    name: 'tests',
    command: 'npm',
    args: ['test', '--', '--coverage', '--coverageReporters=text-summary'],
  };
  await step('tests, beside the installation of service, example and lab', () =>
    sideBySide(tests, install('service'), install('example'), install('example/lab'))
  );
  const tarball = await step('build and pack', () => packLibrary(work));
  await step('build the service, beside the database that its tests copy', () => {
    const database = ['--import', 'tsx', '__tests__/support/prepareMemory.ts'];
    return sideBySide(
      { name: 'service', command: 'npm', args: ['run', 'build'], cwd: service },
      { name: 'database', command: 'node', args: database, cwd: service }
    );
  });
  const check = (name, script, ...args) => ({ name, command: 'node', args: [script, ...args] });
  // Three for two cores, because some of them wait for seconds without work. The longest come first.
  await step('everything else, three at a time', () =>
    atATime(3, [
      check('service', 'service/checks/checkService.mjs'),
      check('browser', 'scripts/checkBrowser.mjs'),
      check('code', 'scripts/checkCode.mjs'),
      check('package', 'scripts/checkPackage.mjs', tarball, work),
      { name: 'proofs', command: 'npm', args: ['run', 'test:proofs'] },
      { name: 'failover', command: 'npm', args: ['run', 'test:failover', '--ignore-scripts'], cwd: service },
      check('metro', 'scripts/checkMissingPackages.mjs', tarball),
      check('compose', 'service/checks/checkCompose.mjs'),
    ])
  );
});
console.log('\nAll checks passed.');
