import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Often enough to show that something is going on, seldom enough to keep a log readable. */
const PROGRESS_EVERY_MS = 10_000;

/**
 * Runs a command in a folder, shows that it is still running, and ends the process if it fails. It prints to the error
 * stream, because a program may read the output that follows.
 */
export async function runWithProgress(title, folder, command, args) {
  const startedAt = Date.now();
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1);
  console.error(`${title}…`);
  const progress = setInterval(() => console.error(`${title}: ${seconds()} s`), PROGRESS_EVERY_MS);
  try {
    // On Windows npm is a script that only a shell can run.
    const options = { cwd: folder, maxBuffer: Infinity, shell: process.platform === 'win32' };
    await promisify(execFile)(command, args, options);
    console.error(`${title}: done in ${seconds()} s`);
  } catch ({ stdout = '', stderr = '', message }) {
    console.error(`${stdout || stderr ? stdout + stderr : message}\n${title} failed.`);
    process.exit(1);
  } finally {
    clearInterval(progress);
  }
}
