import assert from 'node:assert/strict';

const WITHIN_MS = 60_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something is so; fails if it takes too long. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + WITHIN_MS; !(await isSo()); await sleep(20)) assert.ok(Date.now() < end, what);
}
