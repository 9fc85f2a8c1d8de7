import { spawn } from 'node:child_process';

/** Often enough to show that something is going on, seldom enough to keep a log readable. */
const PROGRESS_EVERY_MS = 10_000;

/**
 * Runs a command in a folder, shows that it is still running, and ends the process if it fails. It prints to the error
 * stream, because a program may read the output that follows.
 */
export function runWithProgress(title, folder, command, args) {
  const startedAt = Date.now();
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1);
  console.error(`${title}…`);

  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows npm is a script that only a shell can run.
      shell: process.platform === 'win32',
    });
    const progress = setInterval(() => console.error(`${title}: ${seconds()} s`), PROGRESS_EVERY_MS);

    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearInterval(progress);
      if (code === 0) {
        console.error(`${title}: done in ${seconds()} s`);
        resolve();
        return;
      }
      console.error(output);
      console.error(`${title} failed.`);
      process.exit(1);
    });
  });
}
