import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseProblems } from './checkRelease.mjs';
import { root } from './library.mjs';
import { packLibrary } from './packLibrary.mjs';
import { run } from './run.mjs';
import { atATime, sideBySide } from './sideBySide.mjs';
import { step } from './step.mjs';

const npm = (cwd, ...args) => run('npm', args, { cwd });
const install = (name) => ({
  name,
  command: 'npm',
  args: ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
  cwd: join(root, name),
});

const work = mkdtempSync(join(tmpdir(), 'deferred-link-check-'));
try {
  await step('release', () => {
    const problems = releaseProblems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  // Installing mostly waits for the network and leaves the cores to the tests.
  const tests = { name: 'tests', command: 'npm', args: ['test', '--', '--coverage'] };
  await step('tests, beside the installation of service, example and lab', () =>
    sideBySide(tests, install('service'), install('example'), install('example/lab'))
  );
  const tarball = await step('build and pack', () => packLibrary(work));
  await step('build the service', () => npm(join(root, 'service'), 'run', 'build'));
  const check = (name, script, ...args) => ({ name, command: 'node', args: [`scripts/${script}`, ...args] });
  // Three for two cores, because some of them wait for seconds without work. The longest come first.
  await step('everything else, three at a time', () =>
    atATime(3, [
      check('service', 'checkService.mjs'),
      check('browser', 'checkBrowser.mjs'),
      check('code', 'checkCode.mjs'),
      check('package', 'checkPackage.mjs', tarball, work),
      { name: 'proofs', command: 'npm', args: ['run', 'test:proofs'] },
      check('metro', 'checkMissingPackages.mjs', tarball),
    ])
  );
  console.log('\nAll checks passed.');
} finally {
  rmSync(work, { recursive: true, force: true });
}
