interface Timer {
  id: number;
  at: number;
  run: () => void;
}

type Later = (run: () => void, ms?: number) => unknown;

/** The engine's own way of running something after all promises. */
const engine = globalThis as unknown as { setImmediate?: Later; setTimeout: Later };
const nextTurn = engine.setImmediate ?? engine.setTimeout;

/** Turns that a chain of promises of our length takes on the slowest of the engines, and some. */
const TURNS = 10;

/** Timers that need no waiting, in an engine with timers or without. */
export function createVirtualTime() {
  let now = 0;
  let lastId = 0;
  let timers: Timer[] = [];

  async function settle() {
    for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => nextTurn(resolve));
  }

  return {
    now: () => now,
    setTimeout(run: () => void, ms = 0) {
      timers.push({ id: ++lastId, at: now + ms, run });
      return lastId;
    },
    clearTimeout(id: unknown) {
      timers = timers.filter((timer) => timer.id !== id);
    },
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        await settle();
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.id - b.id);
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
  };
}

export type VirtualTime = ReturnType<typeof createVirtualTime>;
