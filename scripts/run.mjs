import { spawnSync } from 'node:child_process';

/** Runs a command to its end; fails as it fails. What it says is shown, if `isQuiet` only when it fails. */
export function run(command, args, { cwd = process.cwd(), env = {}, isQuiet = false } = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: isQuiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    // A bundler draws its progress bar anew for every file.
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  if (status === 0) return;
  if (isQuiet) console.error(stdout + stderr);
  throw new Error(`${[command, ...args].join(' ')} ended with ${status}`);
}
