import { createVault } from '../../src/storage/vault';
import type { KeyValueStore } from '../../src/ports';
import type { DiagnosticStep } from '../../src/types';
import { settle } from './createDevice';

/** A vault over a store that a test controls, with the clock that Jest fakes. */
export function createVaultBench(store: Partial<KeyValueStore> = {}) {
  const disk = new Map<string, string>();
  const jobs: string[] = [];
  const errors: string[] = [];
  const steps: [outcome: string, reason: string | undefined][] = [];
  const log = (job: string, key: string) => void jobs.push(`${job} ${key.replace(/^.*:/, '')}`);
  const working: KeyValueStore = {
    read: async (key) => disk.get(key) ?? null,
    write: async (key, value) => void disk.set(key, value),
    remove: async (key) => void disk.delete(key),
    ...store,
  };
  const vault = createVault({
    ports: {
      clock: {
        now: () => Date.now(),
        elapsed: () => Date.now(),
        after(ms, run) {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      },
      log: { error: (what, reason) => void errors.push(`${what}: ${reason}`), advise() {}, said: new Set() },
    },
    store: {
      read: (key) => (log('read', key), working.read(key)),
      write: (key, value) => (log('write', key), working.write(key, value)),
      remove: (key) => (log('remove', key), working.remove(key)),
    },
    consent: 'pending',
    trace: (_: DiagnosticStep) => (outcome, reason) => void steps.push([outcome, reason]),
  });
  return {
    vault,
    working,
    errors,
    steps,
    disk,
    /** What storage was asked for since the last call. */
    takeJobs: () => jobs.splice(0),
    /** What a key holds, whatever its name. */
    held: (key: string) => [...disk].find(([name]) => name.endsWith(`:${key}`))?.[1],
    async wait(ms = 0) {
      await settle();
      for (let left = ms; left > 0; left -= 500) {
        jest.advanceTimersByTime(Math.min(left, 500));
        await settle();
      }
    },
  };
}

export const fails = () => Promise.reject(new Error('SQLITE_BUSY'));

/** A job of storage that the test ends by hand. */
export function createGate() {
  const open: (() => void)[] = [];
  return { open: () => open.splice(0).forEach((end) => end()), wait: () => new Promise<void>((end) => open.push(end)) };
}
