const STEP_MS = 50;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a condition holds, or until the time is over; gives whether it holds. */
export async function until(holds: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (!holds() && Date.now() < end) await pause(STEP_MS);
  return holds();
}

/** The answer, if it comes in time. Native calls may never answer. */
export async function answerWithin<T>(ms: number, ask: () => T | Promise<T>): Promise<T> {
  const late = pause(ms).then(() => Promise.reject(new Error(`no answer within ${ms / 1000} s`)));
  return Promise.race([Promise.resolve().then(ask), late]);
}
