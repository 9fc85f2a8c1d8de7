import type { Clock } from '../ports';

/** On iOS the first request after a link has woken the app often fails (facebook/react-native#35384). */
const PAUSES_MS = [300, 1000];

/**
 * Asks at most three times within `ms`, and again only after a failure that may pass. `repeat` asks again before an
 * attempt ends; what that attempt answers later still counts.
 */
export const askAgain = <T>(
  clock: Clock,
  ms: number,
  ask: (left: number, repeat: () => void) => Promise<T>,
  mayPass: (answer: T) => boolean
): Promise<T> =>
  new Promise((resolve, reject) => {
    const ends = clock.elapsed() + ms;
    const left = () => ends - clock.elapsed();

    function attempt(tries: number) {
      const pause = PAUSES_MS[tries] ?? Infinity;
      let isRepeated = false;
      function repeat() {
        if (!isRepeated && left() > pause) {
          isRepeated = true;
          clock.after(pause, () => attempt(tries + 1));
        }
        return isRepeated;
      }
      ask(left(), repeat).then((answer) => (mayPass(answer) && repeat()) || resolve(answer), reject);
    }

    attempt(0);
  });
