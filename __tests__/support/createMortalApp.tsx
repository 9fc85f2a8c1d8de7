import { act, render } from '@testing-library/react-native';
import * as React from 'react';
import type * as Library from 'react-native-deferred-link';
import { createNativeModules } from './nativeModules';
import { diskWith, eventsIn, isEvents, isInstall } from '../storage/stored';

const [RECORD = ''] = diskWith().values();

export interface SentEvent {
  id: string;
  name: string;
  timestamp: string;
  data?: { n: number };
}

export interface SentBatch {
  installId: string;
  events: SentEvent[];
}

/** `lost`: the service takes the batch and its answer never arrives. */
export type Reaction = number | 'lost' | 'hangs' | 'offline' | { status: number; retryAfter: string };

export type StorageHealth = 'works' | 'rejects' | 'hangs';

interface Process {
  isAlive: boolean;
  library: typeof Library;
  unmount(): void;
}

/** Dies right before or right after its operation number `at`. */
export interface Cut {
  at: number;
  side: 'before' | 'after';
}

/** React Native itself stays: loading it again for each of a thousand processes would take minutes. */
let reactNative: Pick<typeof import('react-native'), 'AppState' | 'DeviceEventEmitter' | 'Linking' | 'Platform'>;

function loadReactNative() {
  createNativeModules({}).install();
  const { AppState, DeviceEventEmitter, Linking, Platform } = require('react-native') as typeof import('react-native');
  return { AppState, DeviceEventEmitter, Linking, Platform };
}

const never = () => new Promise<never>(() => {});

/** All that the library waits for is settled by microtasks, and they all run before this does. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * An app whose process can be killed between any two operations: whatever the old process does later has no
 * effect. Storage is `config.storage` over a disk that stays; the service is a `fetch` that takes no time.
 */
export function createMortalApp(onDeath = () => {}) {
  const disk = new Map<string, string>();
  const received: SentBatch[] = [];
  /** The events that a completed write has put on disk and that nobody has cleared: their `n` by id. */
  const stored = new Map<string, number>();
  const processes = new Map<string, Process>();
  let current: Process | undefined;
  let operations = 0;
  let cut: Cut | undefined;
  let nextCut: Cut | undefined;
  let health: StorageHealth = 'works';
  let react: (batch: SentBatch) => Reaction = () => 200;

  function die(process: Process) {
    if (!process.isAlive) return;
    process.isAlive = false;
    jest.clearAllTimers();
    onDeath();
  }

  /** One step of the outside world on behalf of a process. */
  async function operate<T>(process: Process, effect: () => T): Promise<T> {
    if (!process.isAlive) return never();
    const number = ++operations;
    if (cut?.at === number && cut.side === 'before') die(process);
    if (!process.isAlive) return never();
    const value = effect();
    if (cut?.at === number) die(process);
    return process.isAlive ? value : never();
  }

  function storageOf(process: Process): Library.LinkStorage {
    const job = <T,>(effect: () => T): Promise<T> => {
      if (health === 'rejects') return Promise.reject(new Error('disk is full'));
      return health === 'hangs' ? never() : operate(process, effect);
    };
    return {
      getItem: (key) => (isInstall(key) ? RECORD : job(() => disk.get(key) ?? null)),
      setItem: (key, value) =>
        job(() => {
          disk.set(key, value);
          if (!isEvents(key)) return;
          for (const { id, data } of eventsIn(value) as SentEvent[]) stored.set(id, data?.n ?? -1);
        }),
      removeItem: (key) => job(() => void disk.delete(key)),
    };
  }

  function answer(body: string): Promise<unknown> | object {
    const batch = JSON.parse(body) as SentBatch;
    const reaction = react(batch);
    if (reaction === 'hangs') return never();
    if (reaction === 'offline') throw new TypeError('Network request failed');
    const { status, retryAfter } = typeof reaction === 'object' ? reaction : { status: reaction, retryAfter: null };
    if (status === 'lost' || status < 300) received.push(batch);
    if (status === 'lost') return never();
    return { status, text: async () => (status < 300 ? '{}' : ''), headers: { get: () => retryAfter } };
  }

  reactNative ??= loadReactNative();
  jest.spyOn(globalThis, 'fetch').mockImplementation(((url: string, { body }: { body: string }) => {
    const process = processes.get(new URL(url).hostname);
    return process ? operate(process, () => answer(body)) : never();
  }) as never);

  return {
    disk,
    received,
    stored,
    isAlive: () => current?.isAlive ?? false,
    operations: () => operations,

    /** A fresh process over the same disk; `before` runs before the provider mounts. */
    async launch(before?: (library: typeof Library) => void) {
      operations = 0;
      cut = nextCut;
      nextCut = undefined;
      jest.resetModules();
      jest.doMock('react', () => React);
      jest.doMock('react-native', () => reactNative);
      const library = require('react-native-deferred-link') as typeof Library;
      const host = `process-${processes.size}.local`;
      const process: Process = { isAlive: true, library, unmount: () => {} };
      processes.set(host, process);
      current = process;
      before?.(library);
      const config = { API_KEY: 'pk_test', appID: 'shop', baseUrl: `http://${host}`, storage: storageOf(process) };
      const view = render(<library.LinkProvider config={config}>{null}</library.LinkProvider>);
      process.unmount = () => view.unmount();
      await act(settle);
    },

    async kill() {
      if (!current) return;
      die(current);
      current.unmount();
      reactNative.DeviceEventEmitter.removeAllListeners();
      current = undefined;
      await settle();
    },

    /** The next process dies there. */
    cutNext: (next: Cut | undefined) => void (nextCut = next),

    /** The running process dies there, counted from now. */
    cutIn: ({ at, side }: Cut) => void (cut = { at: operations + at, side }),

    log(n: number, data: object = {}) {
      current?.library.LinkAnalytics.logEvent('search', { n, ...data });
    },

    async appState(state: 'active' | 'background') {
      reactNative.DeviceEventEmitter.emit('appStateDidChange', { app_state: state });
      await settle();
    },

    async advance(ms: number) {
      await settle();
      for (let left = ms; left > 0 && current?.isAlive; left -= 1000) {
        jest.advanceTimersByTime(Math.min(left, 1000));
        await settle();
      }
    },

    clearStorage() {
      disk.clear();
      stored.clear();
    },
    setHealth: (next: StorageHealth) => void (health = next),
    setReaction: (next: (batch: SentBatch) => Reaction) => void (react = next),
  };
}

export type MortalApp = ReturnType<typeof createMortalApp>;
