import { reasonOf } from './reasonOf';
import type { Clock } from '../ports';

export type Bounded<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Waits for `work`, `ms` at the most; ends in data whether it throws, rejects, hangs or answers. */
export function within<T>(clock: Clock, ms: number, work: () => T | PromiseLike<T>): Promise<Bounded<T>> {
  return new Promise((resolve) => {
    const giveUp = clock.after(ms, () => resolve({ ok: false, reason: `no answer within ${Math.round(ms)} ms` }));
    new Promise<T>((start) => start(work()))
      .then(
        (value) => resolve({ ok: true, value }),
        (error: unknown) => resolve({ ok: false, reason: reasonOf(error) })
      )
      .finally(giveUp);
  });
}
