import { createSender } from './createSender.ts';
import type { Answer, Ask } from './sendLoad.ts';

const CHECK_EVERY_MS = 200;

/** A slow machine is no reason to give an instance up. */
const READY_WITHIN_MS = 10_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends each request to the next instance that called itself ready when it was last asked. Repeats nothing. */
export function createBalancer() {
  const { send, close } = createSender();
  const origins = new Set<string>();
  const ready = new Set<string>();
  let turn = 0;

  async function watch(origin: string): Promise<void> {
    for (; origins.has(origin); await sleep(CHECK_EVERY_MS)) {
      const signal = AbortSignal.timeout(READY_WITHIN_MS);
      const isReady = await fetch(`${origin}/ready`, { signal }).then(
        ({ ok }) => ok,
        () => false
      );
      if (isReady && origins.has(origin)) ready.add(origin);
      else ready.delete(origin);
    }
  }

  return {
    add(origin: string): void {
      origins.add(origin);
      void watch(origin);
    },
    remove(origin: string): void {
      origins.delete(origin);
      ready.delete(origin);
    },
    send(ask: Ask): Promise<Answer> {
      const candidates = [...ready];
      turn += 1;
      const origin = candidates[turn % candidates.length];
      return origin === undefined ? Promise.reject(new Error('No instance is ready')) : send(origin, ask);
    },
    isReady: (origin: string) => ready.has(origin),
    close() {
      origins.clear();
      close();
    },
  };
}

export type Balancer = ReturnType<typeof createBalancer>;
