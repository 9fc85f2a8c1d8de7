import type { Clock } from '../ports';

/** On iOS the first request after a link has woken the app often fails (facebook/react-native#35384). */
const PAUSES_MS = [300, 1000];

/** Asks at most three times within `ms`, and again only after a failure that may pass. */
export async function askAgain<T>(
  clock: Clock,
  ms: number,
  ask: (left: number) => Promise<T>,
  mayPass: (answer: T) => boolean
): Promise<T> {
  const ends = clock.elapsed() + ms;
  const left = () => ends - clock.elapsed();
  const rest = (pause: number) => new Promise<void>((resume) => clock.after(pause, resume));
  for (const pause of PAUSES_MS) {
    const answer = await ask(left());
    if (!mayPass(answer) || left() <= pause) return answer;
    await rest(pause);
  }
  return ask(left());
}
