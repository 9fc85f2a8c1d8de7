import { eventJson } from '../core/eventJson';
import { createEventQueue } from '../core/eventQueue';
import { randomId } from '../core/randomId';
import type { Ports } from '../ports';

/** What ties events together, until a denial. */
const NO_TIES = { prefix: '', count: 0, userId: undefined as string | undefined };

/** Where `logEvent` and the pipeline meet. Events wait here from the first line of the app on. */
export function createOutbox({ clock, random }: Pick<Ports, 'clock' | 'random'>) {
  const queue = createEventQueue();
  const box = {
    ...NO_TIES,
    isAccepting: true,
    wake: undefined as (() => void) | undefined,
    waking: undefined as Promise<void> | undefined,
  };

  return {
    queue,
    setUserId(id: string | undefined) {
      box.userId = id;
    },
    log(name: string, data: string | undefined) {
      if (!box.isAccepting) return;
      const now = clock.now();
      box.prefix ||= randomId(now, random);
      // A counter makes ids differ even if random numbers don't.
      const id = `${box.prefix}-${++box.count}`;
      queue.push({ id, json: eventJson({ id, name, now, userId: box.userId }, data) });
      // This happens off the caller's stack, once for a burst, when all events of it are in the queue.
      box.waking ??= Promise.resolve().then(() => {
        box.waking = undefined;
        box.wake?.();
      });
    },
    onNews(wake: () => void) {
      Object.assign(box, { isAccepting: true, wake });
    },
    /** Drops waiting and future events. Nothing may connect later events with them. */
    discard() {
      Object.assign(box, NO_TIES, { isAccepting: false });
      queue.clear();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
