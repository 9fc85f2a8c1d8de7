import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/bin/runCommandLine.ts';

/** As built by `npm test`: compiling anew for each command would take longer than most tests. */
const MAIN = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));

/**
 * The command line as people run it, less the environment of whoever runs the tests; it drains only if it is told to.
 * PGlite's code isn't optimised, which takes longer than tests run it.
 */
export function runService(args: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--liftoff-only', MAIN, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DRAIN_SECONDS: '0', ...environment },
  });
  const output = { text: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.text += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.errors += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);

  /** Waits for a text in the output; fails if the process ends without it. */
  async function says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(output.text);
      if (found) return found;
      const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
      if (isOver && !pattern.test(output.text))
        throw new Error(`It ended without ${pattern}:\n${output.text}${output.errors}`);
    }
  }

  return { child, output, ended, says };
}

/** A command that ends by itself. */
export async function runCommand(args: readonly string[], environment: Record<string, string>) {
  const { ended, output } = runService(args, environment);
  return { code: await ended, ...output };
}

/** The same in this process, where the process isn't the point: starting one takes two seconds of a core. */
export async function callCommand(args: readonly string[], environment: Record<string, string>) {
  const output = { text: '', errors: '' };
  const log = mock.method(console, 'log', (line: string) => (output.text += `${line}\n`));
  const error = mock.method(console, 'error', (line: string) => (output.errors += `${line}\n`));
  const { exitCode } = process;
  process.exitCode = 0;
  try {
    await runCommandLine(args, environment);
    return { code: process.exitCode, ...output };
  } finally {
    process.exitCode = exitCode;
    log.mock.restore();
    error.mock.restore();
  }
}
