import { createSender } from './createSender.ts';
import type { Answer, Ask } from './sendLoad.ts';

const CHECK_EVERY_MS = 200;
const READY_WITHIN_MS = 1_000;

/** Sends each request to the next instance that called itself ready when it was last asked. Repeats nothing. */
export function createBalancer(origins: readonly string[]) {
  const { send, close } = createSender();
  const ready = new Set<string>();
  let turn = 0;

  async function check(origin: string): Promise<void> {
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    const isReady = await fetch(`${origin}/ready`, { signal }).then(
      ({ ok }) => ok,
      () => false
    );
    if (isReady) ready.add(origin);
    else ready.delete(origin);
  }

  const checks = setInterval(() => origins.forEach((origin) => void check(origin)), CHECK_EVERY_MS);
  return {
    send(ask: Ask): Promise<Answer> {
      const candidates = origins.filter((origin) => ready.has(origin));
      turn += 1;
      const origin = candidates[turn % candidates.length];
      return origin === undefined ? Promise.reject(new Error('No instance is ready')) : send(origin, ask);
    },
    isReady: (origin: string) => ready.has(origin),
    close() {
      clearInterval(checks);
      close();
    },
  };
}
