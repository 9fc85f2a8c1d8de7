import type { Log, LogLevel } from '../values/Log.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** Writes one line of JSON for each entry of level `lowest` or higher; `silent` writes nothing. */
export function createLog(lowest: LogLevel | 'silent', write: (line: string) => void): Log {
  const threshold = lowest === 'silent' ? Infinity : LEVELS.indexOf(lowest);
  return (level, message, fields = {}) => {
    if (LEVELS.indexOf(level) < threshold) return;
    write(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
  };
}
