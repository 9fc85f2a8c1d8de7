import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 30_000;
const STEP_MS = 500;

/** Asks until the answer is the wanted one, and fails with the last answer. */
export async function until(wanted, ask, patienceMs = PATIENCE_MS) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = String(await ask());
    if (answer === wanted) return;
    if (Date.now() >= end) throw new Error(`expected ${wanted}, found ${answer}`);
    await pause(STEP_MS);
  }
}
