import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The stream on which the shell tells its variables; 0 to 2 are the usual ones. */
const STATE = 3;

/** Longer than npm or the lab's tests take on a busy machine: only a block that hangs takes longer. */
const MAX_BLOCK_MS = 900_000;

/** This machine's Node and settings of npm, for a shell with an empty home folder. */
export const NPM_SETTINGS = {
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
  npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'),
  npm_config_prefer_offline: 'true',
  npm_config_loglevel: 'error',
  npm_config_update_notifier: 'false',
};

/** Ends a process and its whole group if this process is stopped from outside. */
function endWithUs(child) {
  const end = () => {
    process.kill(-child.pid, 'SIGTERM');
    // Later, so that every child is told.
    setImmediate(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, end);
    child.once('close', () => process.off(signal, end));
  }
  return child;
}

/** A shell as a person uses it: the folder and all variables last from one block to the next. */
export function createShell(variables, folder) {
  /** The variables; the folder is PWD. */
  let state = { ...variables, PWD: folder };

  function start(text, stdio) {
    // A new process group, as a terminal makes one, so that all of it can be stopped at once.
    const options = { cwd: state.PWD, env: state, stdio, detached: true };
    return endWithUs(spawn('bash', ['-euo', 'pipefail', '-c', text], options));
  }

  /** Runs a block to its end and returns what it printed; rejects if it fails. */
  function run(text) {
    return new Promise((resolve, reject) => {
      const child = start(`set -a\n${text}\nenv -0 >&${STATE}`, ['ignore', 'pipe', 'pipe', 'pipe']);
      const streams = ['', '', '', ''];
      for (const stream of [1, 2, STATE]) {
        child.stdio[stream].setEncoding('utf8').on('data', (chunk) => (streams[stream] += chunk));
      }
      const impatience = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), MAX_BLOCK_MS);
      child.once('error', reject);
      child.once('close', (code) => {
        clearTimeout(impatience);
        const [, output, errors, told] = streams;
        if (code !== 0) {
          reject(new Error(`This ended with ${code}:\n${text}\n${output}${errors}`));
          return;
        }
        const pairs = [...told.matchAll(/([^=]+)=([^\0]*)\0/g)];
        state = Object.fromEntries(pairs.map(([, name, value]) => [name, value]));
        resolve({ output });
      });
    });
  }

  /** Starts a block that keeps running, and waits until its output fits the pattern. `stop` signals its whole group. */
  async function stay(text, pattern) {
    const child = start(text, ['ignore', 'pipe', 'pipe']);
    const ended = new Promise((resolve) => child.once('close', resolve));
    let printed = '';
    await new Promise((resolve, reject) => {
      const read = (chunk) => {
        printed += chunk;
        if (pattern.test(printed)) resolve();
      };
      child.stdout.setEncoding('utf8').on('data', read);
      child.stderr.setEncoding('utf8').on('data', read);
      child.once('error', reject);
      child.once('close', (code) => reject(new Error(`This ended with ${code}:\n${text}\n${printed}`)));
    });
    return {
      stop: async (signal) => {
        process.kill(-child.pid, signal);
        await ended;
      },
      printed: () => printed,
      /** The code with which it ends. */
      ended,
    };
  }

  /** Does `work` while a block keeps running, and ends that as Ctrl-C does. */
  async function during(text, pattern, work) {
    const running = await stay(text, pattern);
    try {
      return await work(running);
    } finally {
      await running.stop('SIGINT');
    }
  }

  return {
    run,
    stay,
    during,
    set: (more) => (state = { ...state, ...more }),
    folder: () => state.PWD,
    /** A second terminal. */
    open: () => createShell(variables, folder),
  };
}
