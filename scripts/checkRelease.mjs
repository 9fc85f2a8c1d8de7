import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGES } from './docs/readPages.mjs';
import { manifest, root } from './library.mjs';
import { run } from './run.mjs';

// Checks that all places that name the version agree, and that the pages say what is true before or after a release,
// and before or after the first row of a virtual phone in example/device-checks.md.
//   node scripts/checkRelease.mjs          the next release is being prepared: the changelog may say "Unreleased"
//   node scripts/checkRelease.mjs 0.5.0    this version is about to be published
//   node scripts/checkRelease.mjs --write release|row
//                                          lets the pages say what is true from the release, or from that row on;
//                                          a release freezes the service's tables

const textOf = (name) => readFileSync(join(root, name), 'utf8');

/** What pages say until there is a release, or until there is a row, and what they say from then on. */
const LIST = '.github/release-sentences.json';
const sentences = JSON.parse(textOf(LIST));

/** From its first entry on, a test keeps what was released of the service's tables. */
const RELEASED_SCHEMA = 'service/__tests__/storage/schema/releasedSchema.json';

/** How a page may say that there is no release yet. */
const NO_RELEASE = /not on npm yet|(is not|isn't) published yet|until the package is on npm/gi;

const ROW = /^\| \d{4}-.*\((emulator|simulator)\)/m;

/** Sentences about a missing release that aren't in the list, and sentences of the list that aren't on their page. */
function sentenceProblems(isReleased) {
  const has = { release: isReleased, row: ROW.test(textOf('example/device-checks.md')) };
  const wrong = sentences
    .map(({ page, until, before, after }) => ({ page, sentence: has[until] ? after : before }))
    .filter(({ page, sentence }) => !textOf(page).includes(sentence))
    .map(({ page, sentence }) => `${page} lacks "${sentence.trim()}"`);
  const unlisted = ['llms.txt', ...PAGES].flatMap((page) => {
    const known = isReleased ? [] : sentences.filter((sentence) => sentence.page === page);
    const rest = known.reduce((text, { before, after }) => text.replace(before, () => after), textOf(page));
    return [...rest.matchAll(NO_RELEASE)].map(([words]) => `${page} says "${words}"`);
  });
  return [...wrong, ...unlisted];
}

/** What keeps `version` from being published; without a version, what keeps the next one from being prepared. */
export function releaseProblems(version) {
  // In a dry run the pages still say what is true today.
  const isReleased = version !== undefined && !process.env.DRY_RUN;
  const [, newest] = /^## (.*)$/m.exec(textOf('CHANGELOG.md')) ?? [];
  const [, inSource] = /VERSION = '(.*)'/.exec(textOf('src/version.ts')) ?? [];
  const expected = version ?? manifest.version;
  const named = {
    'package.json': manifest.version,
    'service/package.json': JSON.parse(textOf('service/package.json')).version,
    'src/version.ts': inSource,
    'CHANGELOG.md': version === undefined && newest === 'Unreleased' ? expected : newest,
  };
  const versions = Object.entries(named)
    .filter(([, found]) => found !== expected)
    .map(([file, found]) => `${file} has the version ${found}, not ${expected}`);
  const isFrozen = JSON.parse(textOf(RELEASED_SCHEMA)).number > 0;
  const frozen = isReleased && !isFrozen ? [`${RELEASED_SCHEMA} has no schema yet: run this with --write release`] : [];
  return [...versions, ...sentenceProblems(isReleased), ...frozen];
}

/** Done once: from then on, the sentences are no longer in the list. */
function writeSentences(event) {
  if (!sentences.some(({ until }) => until === event)) throw new Error(`No sentence waits for a ${event}.`);
  for (const { page, before, after } of sentences.filter(({ until }) => until === event)) {
    writeFileSync(
      join(root, page),
      textOf(page).replace(before, () => after)
    );
  }
  const rest = sentences.filter(({ until }) => until !== event);
  writeFileSync(join(root, LIST), `${JSON.stringify(rest, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [argument, event] = process.argv.slice(2);
  if (argument === '--write') {
    writeSentences(event);
    if (event === 'release') run('node', ['--import', 'tsx', 'checks/freezeSchema.ts'], { cwd: join(root, 'service') });
  } else {
    const problems = releaseProblems(argument);
    problems.forEach((problem) => console.error(problem));
    process.exitCode = problems.length > 0 ? 1 : 0;
  }
}
