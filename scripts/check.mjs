import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseProblems } from './checkRelease.mjs';
import { root } from './library.mjs';
import { packLibrary } from './packLibrary.mjs';
import { run } from './run.mjs';
import { sideBySide } from './sideBySide.mjs';
import { step } from './step.mjs';

const npm = (cwd, ...args) => run('npm', args, { cwd });
const npx = (tool, ...args) => run('npx', ['--no-install', tool, ...args], { cwd: root });
const install = (folder) => npm(folder, 'ci', '--no-audit', '--no-fund', '--loglevel=error');

const work = mkdtempSync(join(tmpdir(), 'deferred-link-check-'));
try {
  // CI has run them just before, with the command that the README names.
  if (!process.argv.includes('--tested')) await step('tests', () => npm(root, 'test'));

  await step('release', () => {
    const problems = releaseProblems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  await step('format', () => npx('prettier', '--check', '.'));
  await step('types', () => npm(root, 'run', 'typecheck'));
  await step('engine', () => npm(root, 'run', 'check:engine'));
  const tarball = await step('build and pack', () => packLibrary(work));
  await step('install and build the service', async () => {
    await install(join(root, 'service'));
    await npm(join(root, 'service'), 'run', 'build');
  });
  await step('install the example', () => install(join(root, 'example')));
  // Each waits for disks, databases and pages half of the time.
  await step('package and service, side by side', () =>
    sideBySide(
      { name: 'package', command: 'node', args: ['scripts/checkPackage.mjs', tarball, work] },
      { name: 'service', command: 'node', args: ['scripts/checkService.mjs'] }
    )
  );
  console.log('\nAll checks passed.');
} finally {
  rmSync(work, { recursive: true, force: true });
}
