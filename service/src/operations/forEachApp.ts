import { AppFault } from '../values/faults.ts';

/** Takes each step, even if one before it failed, and throws the first fault at the end. Stops when `signal` aborts. */
export async function takeAll(steps: readonly (() => Promise<unknown>)[], signal?: AbortSignal): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    signal?.throwIfAborted();
    await step().catch((error: unknown) => faults.push(error));
  }
  signal?.throwIfAborted();
  if (faults.length > 0) throw faults[0];
}

/** Does the same work for each app. One app's fault doesn't stop the others; it is thrown with the app's id. */
export function forEachApp(
  ids: readonly string[],
  work: (appId: string) => Promise<unknown>,
  signal?: AbortSignal
): Promise<void> {
  const steps = ids.map((id) => async () => {
    try {
      await work(id);
    } catch (error) {
      throw new AppFault(id, error);
    }
  });
  return takeAll(steps, signal);
}
