import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './library.mjs';

/** Runs a command, whose lines begin with its name. Gives the name if it fails. */
function runNamed({ name, command, args, cwd = root }) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`));
  }
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0 ? null : name)));
}

/** Runs commands, so many at a time and each to its end, and fails if one of them has failed. */
export async function atATime(most, commands) {
  const waiting = [...commands];
  const failed = [];
  async function runRow() {
    for (let next = waiting.shift(); next; next = waiting.shift()) failed.push(await runNamed(next));
  }
  await Promise.all(Array.from({ length: most }, runRow));
  const names = failed.filter((name) => name !== null);
  if (names.length > 0) throw new Error(`Failed: ${names.join(', ')}. Its lines above say why.`);
}

/** Runs commands at the same time, each to its end, and fails if one of them has failed. */
export const sideBySide = (...commands) => atATime(commands.length, commands);
