import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs a command to its end, as `uid` and `gid` if given; fails if it fails. If it is quiet, it prints only a failure. */
export function run(command, args, { cwd = process.cwd(), env = {}, isQuiet = false, ...user } = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: isQuiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    // A bundler redraws its progress bar for every file.
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    ...user,
  });
  if (error) throw error;
  if (status === 0) return;
  if (isQuiet) console.error(stdout + stderr);
  throw new Error(`${[command, ...args].join(' ')} ended with ${status}`);
}

/** Runs a tool that is installed in the folder; npx takes most of a second of a core to find it. */
export const runTool = (tool, args, { cwd, ...options }) =>
  run(join(cwd, 'node_modules/.bin', tool), args, { cwd, ...options });
