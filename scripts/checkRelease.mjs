import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { manifest, root } from './library.mjs';

// Checks that all places that name the version agree.
//   node scripts/checkRelease.mjs          the next release is being prepared: the changelog may say "Unreleased"
//   node scripts/checkRelease.mjs 0.5.0    this version is about to be published

const textOf = (name) => readFileSync(join(root, name), 'utf8');

/** Where newcomers are told that there is no release yet. */
const TELL_OF_NONE = ['README.md', 'llms.txt', 'docs/bare-react-native.md'];

/** What keeps `version` from being published; without a version, what keeps the next one from being prepared. */
export function releaseProblems(version) {
  const [, newest] = /^## (.*)$/m.exec(textOf('CHANGELOG.md')) ?? [];
  const [, inSource] = /VERSION = '(.*)'/.exec(textOf('src/version.ts')) ?? [];
  const expected = version ?? manifest.version;
  return [
    manifest.version !== expected && `package.json has the version ${manifest.version}, not ${expected}`,
    inSource !== expected && `src/version.ts has the version ${inSource}, not ${expected}`,
    newest !== expected &&
      (version !== undefined || newest !== 'Unreleased') &&
      `the newest section of CHANGELOG.md is "${newest}", not "${expected}"`,
    ...TELL_OF_NONE.map(
      (name) => version !== undefined && textOf(name).includes('not on npm yet') && `${name} says "not on npm yet"`
    ),
  ].filter(Boolean);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = releaseProblems(process.argv[2]);
  problems.forEach((problem) => console.error(problem));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
