// Goes through .github/workflows/release.yml, job by job, as this version's tag would, without publishing anything.
//   npm run release:dry                        everything: half an hour, most of it .ci/run
//   npm run release:dry -- --without-checks    without .ci/run
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installService } from '../service/setup/prepareService.mjs';
import { manifest, root } from './library.mjs';
import { run, step } from './run.mjs';

await installService();
const { parse } = createRequire(join(root, 'service/package.json'))('yaml');

const CHECKS = '.ci/run';
const BUILD_IMAGE = 'docker/build-push-action';
const isWithoutChecks = process.argv.includes('--without-checks');

const env = { GITHUB_REF_NAME: `v${manifest.version}`, DRY_RUN: '1', RUNNER_TEMP: tmpdir() };

/** npm's own dry run, for the commands that publish. */
const settingsOf = (command) => (command.includes('npm publish') ? { npm_config_dry_run: 'true' } : {});

function runCommand({ run: command, 'working-directory': folder = '.' }) {
  if (command === CHECKS && isWithoutChecks) return console.log(`Left out: ${CHECKS}`);
  run('bash', ['-euo', 'pipefail', '-c', command], {
    cwd: join(root, folder),
    env: { ...env, ...settingsOf(command) },
  });
}

/** Only an image of this machine's own kind is built here. */
function useAction({ uses }) {
  const canBuild =
    process.getuid?.() === 0 && ['bin/buildah', 'sbin/debootstrap'].every((tool) => existsSync(`/usr/${tool}`));
  if (uses.startsWith(BUILD_IMAGE) && canBuild) run('node', ['service/checks/checkContainer.mjs']);
  else console.log(`Left to GitHub: ${uses}`);
}

const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'));
for (const [name, { steps }] of Object.entries(jobs)) {
  for (const each of steps) {
    await step(`${name}: ${each.run ?? each.uses}`, () => (each.run ? runCommand(each) : useAction(each)));
  }
}
console.log(
  '\nNothing was published. At the release, `node scripts/checkRelease.mjs --write release` changes the pages first.'
);
