import type { Clock, Source } from '../ports';
import { reasonOf } from './reasonOf';
import { within, type Bounded } from './within';

/**
 * Asks sources in order for what each of them may know, for at most `ms` in all. The next one is asked when one fails or
 * says nothing usable, and after `patienceMs`; the first usable answer counts, whoever gives it. `read` narrows an
 * answer; `null` is no answer.
 */
export function firstUsable<T>(
  clock: Clock,
  ms: number,
  sources: Source[],
  read: (answer: unknown) => T | null,
  mayAsk: () => boolean,
  patienceMs = ms / 2
): Promise<Bounded<T>> {
  async function ask([source, ...others]: Source[], patience: number): Promise<T> {
    const answer = (async () => {
      // A source that is asked later may no longer be.
      const value = mayAsk() ? read(await source?.()) : null;
      if (value === null) throw new Error('no usable answer');
      return value;
    })();
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
  return within(clock, ms, () => ask(sources, patienceMs));
}
