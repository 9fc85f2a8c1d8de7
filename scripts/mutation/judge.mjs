import { createSeat } from './createSeat.mjs';

/** Mutants that are tried together are this many lines apart, because neighbours hide each other. */
const APART = 3;
/** Groups grow after one that passes and shrink after one that fails, so that about half of them pass. */
const GROWTH = 1.5;
/** So many killed mutants are confirmed by one run without a mutant. */
const CONFIRM_AT = 8;

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
async function judgeGroup(seat, test, mutants, killed) {
  const group = mutants.filter(isAlive);
  const half = Math.ceil(group.length / 2);
  const status = group.length > 0 && (await seat.run(test, group));
  if (!status) return true;
  if (half === group.length) {
    dead(group[0], test, status);
    killed.push(group[0]);
    // Its process is gone, so nobody can see whether it was spoilt.
    if (status === 'Timeout') await judgeAlone(seat, test, killed);
  } else {
    await judgeGroup(seat, test, group.slice(0, half), killed);
    await judgeGroup(seat, test, group.slice(half), killed);
  }
  return false;
}

/** Tries each in a process of its own, right after the test has passed without it. */
async function judgeAlone(seat, test, killed) {
  for (const mutant of killed.splice(0)) {
    mutant.status = undefined;
    seat.close();
    const status = (await seat.isClean(test)) && (await seat.run(test, [mutant]));
    if (status) dead(mutant, test, status);
  }
}

/** If the test still passes without a mutant, none of these has spoilt the process for the next one. */
async function confirm(seat, test, killed) {
  if (killed.length > 0 && (await seat.isClean(test))) killed.length = 0;
  await judgeAlone(seat, test, killed);
}

/** Goes through the files, test by test, with all mutants that the test meets and that are still alive. */
export async function judgeAll(sandbox, files, mutants, onProgress) {
  for (const file of files) {
    const seat = createSeat(sandbox, file.path);
    let size = 1;
    // All lanes that are at this file share the tests that are left.
    for (let test; (test = file.left.shift());) {
      const killed = [];
      let left = mutants.filter(({ id }) => test.hits[id] && !file.onLoad.has(id));
      while ((left = left.filter(isAlive)).length > 0) {
        const group = groupOf(left, size);
        const isPassed = await judgeGroup(seat, test, group, killed);
        if (killed.length >= CONFIRM_AT) await confirm(seat, test, killed);
        size = Math.max(1, isPassed ? size * GROWTH : size / GROWTH);
        left = left.filter((mutant) => !group.includes(mutant));
        onProgress(file.path);
      }
      await confirm(seat, test, killed);
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
