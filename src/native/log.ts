import type { Log } from '../ports';

const said = new Set<string>();

function say(level: 'error' | 'warn', message: string) {
  try {
    console[level](`[Link] ${message}`);
  } catch {
    // Some apps make their console throw.
  }
}

export const log: Log = {
  said,
  error: (message) => say('error', message),
  advise(message) {
    if (said.has(message)) return;
    said.add(message);
    say('warn', message);
  },
};
