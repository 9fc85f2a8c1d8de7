import { reasonOf } from './reasonOf';
import type { Clock } from '../ports';

export type Bounded<T> =
  | { ok: true; value: T; reason?: undefined; isLate?: undefined }
  /** `isLate`: the time is over, and `work` may go on for ever. */
  | { ok: false; value?: undefined; reason: string; isLate?: boolean };

/** Waits at most `ms` for `work`. It never rejects: if `work` throws, rejects or hangs, the result says so. */
export function within<T>(clock: Clock, ms: number, work: () => T | PromiseLike<T>): Promise<Bounded<T>> {
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ ok: false, reason: reasonOf(error) });
    const reason = `no answer within ${Math.round(ms)} ms`;
    const giveUp = clock.after(ms, () => resolve({ ok: false, reason, isLate: true }));
    new Promise<T>((start) => start(work())).then((value) => resolve({ ok: true, value }), fail).finally(giveUp);
  });
}
