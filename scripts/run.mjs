import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './library.mjs';

/** Runs a command to its end; throws if it fails. `isQuiet`: its output is returned, and shown only if it fails. */
export function run(command, args, { cwd = root, env, isQuiet = false, ...more } = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: isQuiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    // A bundler redraws its progress bar for every file.
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    ...more,
  });
  if (error) throw error;
  if (status === 0) return { stdout, stderr };
  if (isQuiet) console.error(stdout + stderr);
  throw new Error(`${[command, ...args].join(' ')} ended with ${status}`);
}

/** Runs a tool that is installed in the folder; npx takes most of a second of a core to find it. */
export const runTool = (tool, args, { cwd = root, ...options } = {}) =>
  run(join(cwd, 'node_modules/.bin', tool), args, { cwd, ...options });

/** Prints what begins, and how long it took. */
export async function step(name, work) {
  const start = performance.now();
  console.log(`\n── ${name}`);
  const result = await work();
  console.log(`── ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

/** Of a command that has failed, so many lines are said again at the end, where people look. */
const LAST_LINES = 150;

/** Runs a command, whose lines begin with its name. Gives its last lines if it fails. */
function runNamed({ name, command, args, cwd = root }) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  const last = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      console.log(`${name} │ ${line}`);
      last.push(line);
      if (last.length > LAST_LINES) last.shift();
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0 ? null : last)));
}

/** Runs commands, so many at a time and each to its end, and fails if one of them has failed. */
export async function atATime(most, commands) {
  const waiting = [...commands];
  const failed = [];
  async function runRow() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const last = await runNamed(next);
      if (last) failed.push({ name: next.name, last });
    }
  }
  await Promise.all(Array.from({ length: most }, runRow));
  if (failed.length === 0) return;
  for (const { name, last } of failed) console.log(`\n── ${name} failed, with these last lines\n${last.join('\n')}`);
  throw new Error(`Failed: ${failed.map(({ name }) => name).join(', ')}. The last lines above say why.`);
}

/** Runs commands at the same time, each to its end, and fails if one of them has failed. */
export const sideBySide = (...commands) => atATime(commands.length, commands);
