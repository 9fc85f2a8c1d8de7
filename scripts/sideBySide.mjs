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

/** Runs commands at the same time, each to its end, and fails if one of them has failed. */
export async function sideBySide(...commands) {
  const failed = (await Promise.all(commands.map(runNamed))).filter((name) => name !== null);
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}. Its lines above say why.`);
}
