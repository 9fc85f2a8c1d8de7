import { openTestFile } from './openTestFile.mjs';

/** Long enough for a test without a mutant to pass, however busy the machine is. */
const CLEAN_MS = 300_000;
/** Most tests take a twentieth of a second, because their clock is fake. */
const MIN_TIMEOUT_MS = 3000;
const TIMES_SLOWER = 5;
/** A loop that runs this many times as often as without mutants has no end. */
const TIMES_MORE_HITS = 100;

/** Runs the tests of a file without a mutant, and measures how long they take and which mutants they meet. */
export async function measure(sandbox, path) {
  const process = await openTestFile(sandbox, path);
  if (!process.loaded) throw new Error(`${path} can't be loaded:\n${process.said()}`);
  const { names, hits } = process.loaded;
  const runAll = async () => {
    const results = [];
    for (const index of names.keys()) {
      results.push(await process.run({ index, mutants: [], timeout: CLEAN_MS, isMeasured: true }));
    }
    return results;
  };
  const first = await runAll();
  const second = await runAll();
  process.close();
  const tests = names
    .map((name, index) => ({ path, name, index, ...second[index] }))
    .filter(({ index, isPassed }) => isPassed && first[index].isPassed);
  if (tests.length < names.length) {
    const count = names.length - tests.length;
    console.log(`Left out of ${path}: ${count} tests that fail without a mutant, or when they run again.`);
  }
  const onLoad = new Set(Object.keys(hits));
  // Code that runs only the first time, such as one that fills a cache: it can't be switched on later.
  const once = tests.flatMap(({ index, hits }) => Object.keys(first[index].hits).filter((id) => !hits[id]));
  return { path, tests, onLoad, once: new Set(once) };
}

/** Keeps a process for a test file, and replaces it when it has died or was spoilt. */
export function createSeat(sandbox, path, mutantOnLoad) {
  let process;

  function close() {
    process?.close();
    process = undefined;
  }

  /** Runs a test with these mutants switched on; gives `undefined` if it passes. */
  async function run(test, mutants) {
    process ??= await openTestFile(sandbox, path, mutantOnLoad);
    const ids = mutants.map(({ id }) => id);
    const timeout = ids.length > 0 ? MIN_TIMEOUT_MS + TIMES_SLOWER * test.ms : CLEAN_MS;
    const hitLimit = TIMES_MORE_HITS * ids.reduce((sum, id) => sum + (test.hits[id] ?? 0), 0);
    const order = { index: test.index, mutants: ids, timeout, ...(hitLimit > 0 && { hitLimit }) };
    const result = process.loaded && (await process.run(order));
    if (!result) close();
    if (result?.isPassed) return undefined;
    return !result || result.ms >= timeout ? 'Timeout' : 'Killed';
  }

  return { run, close, isClean: async (test) => (await run(test, [])) === undefined };
}
