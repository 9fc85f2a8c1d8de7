import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root as ROOT } from './library.mjs';
import { measure } from './mutation/createSeat.mjs';
import { instrument } from './mutation/instrument.mjs';
import { judgeAll, judgeOnLoad } from './mutation/judge.mjs';
import { report, scoreOf } from './mutation/report.mjs';

// Mutation testing: changes src in thousands of small ways and counts how many of them a test notices. The README in
// scripts/mutation says how.
//   npm run mutate                                       all of src
//   npm run mutate -- src/core src/session/linkState.ts  what is in these paths
//   npm run mutate -- src/core __tests__/core            the same, as these tests alone notice it

const SANDBOX = join(ROOT, '.stryker-tmp');
const CACHE = join(ROOT, 'node_modules/.cache/mutation');
/** How many processes run side by side. */
const LANES = 2;
/** Percent of the mutants that have to be killed. */
const GOAL = 99;
/** These check texts, types and the config plugin, not what src does. */
const LEFT_OUT =
  /appTeams|(configPlugin|configTypes|diagnosticTypes|docs|explore|LinkEventNames|linkTypes|protocol|specification)\.test/;
/** These visit all states, which takes seconds. Only mutants that all other tests leave alive are tried on them. */
const SLOW = /Exploration/;
/** Tables of hundreds of rows. If rows take the very same way through src, two of them are enough. */
const TABLES = /faults/;
const ALIKE = 2;
const PROGRESS_MS = 30_000;

const paths = process.argv.slice(2).map((path) => path.replace(/\/+$/, ''));
const wrong = paths.find((path) => !/^(src|__tests__)(\/|$)/.test(path) || !existsSync(join(ROOT, path)));
if (wrong) {
  console.error(`${wrong} is no path in src or __tests__. Usage: npm run mutate -- [src/path]… [__tests__/path]…`);
  process.exit(2);
}
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

/** Whether a file is in one of the paths that were given, or none was given in its folder. */
function isAsked(file) {
  const asked = paths.filter((path) => path.split('/')[0] === file.split('/')[0]);
  return asked.length === 0 || asked.some((path) => file === path || file.startsWith(`${path}/`));
}
const mutants = (await instrument({ root: ROOT, sandbox: SANDBOX, cache: CACHE })).filter(({ file }) => isAsked(file));
if (mutants.length === 0) {
  console.log('There is nothing to change there.');
  process.exit(0);
}

/** Writes the verdicts, also those so far, so that a run that is stopped leaves them. */
function save() {
  mkdirSync(join(ROOT, 'reports'), { recursive: true });
  writeFileSync(join(ROOT, 'reports/mutation.json'), JSON.stringify(mutants, null, 2));
}

const alive = () => mutants.filter(({ status }) => !status);

let saidAt = 0;
function say(what, isDue = Date.now() - saidAt > PROGRESS_MS) {
  if (!isDue) return;
  saidAt = Date.now();
  save();
  console.log(
    `${Math.round(performance.now() / 1000)} s, ${what}: ${alive().length} of ${mutants.length} mutants alive`
  );
}

const inLanes = (work) => Promise.all(Array.from({ length: LANES }, work));
const eachInLanes = (items, work) => {
  const left = [...items];
  return inLanes(async () => {
    while (left.length > 0) await work(left.shift());
  });
};

const testPaths = readdirSync(join(SANDBOX, '__tests__'), { recursive: true })
  .filter((name) => /\.test\.tsx?$/.test(name) && !LEFT_OUT.test(name))
  .map((name) => join('__tests__', name))
  .filter(isAsked);

async function measureAll(paths) {
  const files = [];
  say('measuring the tests', true);
  await eachInLanes(paths, async (path) => files.push(await measure(SANDBOX, path)));
  for (const file of files.filter(({ path }) => TABLES.test(path))) {
    const ways = file.tests.map(({ hits }) => JSON.stringify(hits));
    file.tests = file.tests.filter((_, i) => ways.slice(0, i).filter((way) => way === ways[i]).length < ALIKE);
  }
  // A mutant that survives goes through every test of a file, so cheap files come first.
  const msOf = ({ tests }) => tests.reduce((sum, { ms }) => sum + ms, 0);
  return files.sort((a, b) => msOf(a) - msOf(b));
}

async function judgeOn(files) {
  say('judging', true);
  // The lanes begin at both ends, so that they don't judge the same mutants at the same time.
  const orders = [alive(), alive().toReversed()];
  // There are two rounds: mutants that die in the first may have hidden others from a test that fails with them.
  for (let round = 0; round < 2; round++) {
    for (const file of files) file.left = [...file.tests];
    await inLanes((_, lane) => judgeAll(SANDBOX, files, orders[lane % 2], (path) => say(path)));
  }
  say('on load', true);
  await eachInLanes(alive(), (mutant) => judgeOnLoad(SANDBOX, files, mutant));
}

const files = await measureAll(testPaths.filter((path) => !SLOW.test(path)));
await judgeOn(files);
const slowFiles = await measureAll(testPaths.filter((path) => SLOW.test(path)));
await judgeOn(slowFiles);
files.push(...slowFiles);

const isMet = ({ id }) => files.some(({ onLoad, tests }) => onLoad.has(id) || tests.some(({ hits }) => hits[id]));
for (const mutant of mutants) mutant.status ??= isMet(mutant) ? 'Survived' : 'NoCoverage';
console.log(`\n${report(mutants)}\n`);
save();
const score = scoreOf(mutants);
console.log(
  `${score.toFixed(1)} % killed in ${Math.round(performance.now() / 60_000)} minutes; the goal is ${GOAL} %. All verdicts: reports/mutation.json`
);
process.exit(score < GOAL ? 1 : 0);
