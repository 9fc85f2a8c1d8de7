import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Runs a script of this folder in a process of its own, whose lines begin with its name. Gives the name if it fails. */
function runScript([name, ...args]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(name, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const label = name.replace(/\.mjs$/, '');
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${label} │ ${line}`));
  }
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0 ? null : label)));
}

/** Runs scripts at the same time, each to its end, and fails if one of them has failed. */
export async function sideBySide(...scripts) {
  const failed = (await Promise.all(scripts.map(runScript))).filter((name) => name !== null);
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}. Its lines above say why.`);
}
