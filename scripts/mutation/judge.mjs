import { createSeat } from './createSeat.mjs';

/** Mutants that are tried together are this many lines apart, because neighbours hide each other. */
const APART = 3;
/** Groups grow after one that passes and shrink after one that fails, so that about half of them pass. */
const GROWTH = 1.5;

const isAlive = ({ status }) => !status;

const isFar = (a, b) => a.file !== b.file || Math.max(a.line - b.endLine, b.line - a.endLine) >= APART;
/** A name that is set in one place and compared in another may be changed to the same other name in both. */
const isApart = (a, b) => isFar(a, b) && a.original !== b.original;

function groupOf(mutants, size) {
  const group = [];
  for (const mutant of mutants) {
    if (group.length < size && group.every((other) => isApart(mutant, other))) group.push(mutant);
  }
  return group;
}

function dead(mutant, test, status) {
  mutant.status = status;
  mutant.killedBy = `${test.path}: ${test.name}`;
}

/** Tries many mutants on a test at once. If it fails, tries half as many, down to the ones that make it fail alone. */
async function judgeGroup(seat, test, mutants) {
  const group = mutants.filter(isAlive);
  const half = Math.ceil(group.length / 2);
  if (group.length === 0 || !(await seat.run(test, group))) return true;
  if (half === group.length) {
    const status = await seat.judge(test, group[0]);
    if (status) dead(group[0], test, status);
  } else {
    await judgeGroup(seat, test, group.slice(0, half));
    await judgeGroup(seat, test, group.slice(half));
  }
  return false;
}

/** Goes through the files, test by test, with all mutants that the test meets and that are still alive. */
export async function judgeAll(sandbox, files, mutants, onProgress) {
  for (const file of files) {
    const seat = createSeat(sandbox, file.path);
    let size = 1;
    // All lanes that are at this file share the tests that are left.
    for (let test; (test = file.left.shift());) {
      let left = mutants.filter(({ id }) => test.hits[id] && !file.onLoad.has(id));
      while ((left = left.filter(isAlive)).length > 0) {
        const group = groupOf(left, size);
        const isPassed = await judgeGroup(seat, test, group);
        size = Math.max(1, isPassed ? size * GROWTH : size / GROWTH);
        left = left.filter((mutant) => !group.includes(mutant));
        onProgress(file.path);
      }
    }
    seat.close();
  }
}

/** Tries the files in which the mutant's code runs only while they load, so that it can't be switched on later. */
export async function judgeOnLoad(sandbox, files, mutant) {
  for (const file of files.filter(({ onLoad, once }) => onLoad.has(mutant.id) || once.has(mutant.id))) {
    const seat = createSeat(sandbox, file.path, mutant);
    for (const test of file.tests) {
      const status = isAlive(mutant) && (await seat.run(test, [mutant]));
      if (status) dead(mutant, test, status);
    }
    seat.close();
  }
}
