import type { Clock, Source } from '../ports';
import { reasonOf } from './reasonOf';
import { within, type Bounded } from './within';

/**
 * Asks sources in order for what each of them may know, for at most `ms` in all. The next one is asked when one fails
 * or says nothing usable, and after half of the time, or `patienceMs` if that is less; the first usable answer counts,
 * whoever gives it. `read` narrows an answer; `null` is no answer. `onFailure` hears of each source that fails.
 */
export function firstUsable<T>(
  clock: Clock,
  ms: number,
  sources: Source[],
  read: (answer: unknown) => T | null,
  mayAsk: () => boolean,
  patienceMs = ms,
  onFailure: (error: unknown) => void = () => {}
): Promise<Bounded<T>> {
  async function ask([source, ...others]: Source[], patience: number): Promise<T> {
    const answer = (async () => {
      // A source that is asked later may no longer be.
      const value = mayAsk() ? read(await source?.()) : null;
      if (value === null) throw new Error('no usable answer');
      return value;
    })();
    answer.catch(onFailure);
    if (others.length === 0) return answer;
    return new Promise((resolve, reject) => {
      answer.then(resolve, () => {});
      void within(clock, patience, () => answer).then(({ ok }) => {
        if (ok) return;
        ask(others, patience / 2).then(resolve, (later: unknown) =>
          answer.catch((first: unknown) => reject(new Error(`${reasonOf(first)}; ${reasonOf(later)}`)))
        );
      });
    });
  }
  return within(clock, ms, () => ask(sources, Math.min(patienceMs, ms / 2)));
}
