import { createEventQueue, type QueuedEvent } from '../core/eventQueue';

/** What ties events together, until a denial. */
const NO_TIES = { prefix: '', count: 0, userId: undefined as string | undefined };

/** Where `logEvent` and the pipeline meet. Events wait here from the first line of the app on. */
export function createOutbox() {
  const queue = createEventQueue();
  const box = { ...NO_TIES, isAccepting: true, hasNews: false, wake: undefined as (() => void) | undefined };

  function tellNews() {
    if (!box.hasNews || !box.wake) return;
    box.hasNews = false;
    box.wake();
  }

  return {
    queue,
    tellNews,
    /** A counter makes ids differ even if random numbers don't. */
    nextId(newPrefix: () => string): string {
      box.prefix ||= newPrefix();
      return `${box.prefix}-${++box.count}`;
    },
    userId: () => box.userId,
    setUserId(id: string | undefined) {
      box.userId = id;
    },
    log(event: QueuedEvent) {
      if (!box.isAccepting) return;
      queue.push(event);
      // This happens off the caller's stack, and once for all events of a burst.
      if (!box.hasNews) void Promise.resolve().then(tellNews);
      box.hasNews = true;
    },
    onNews(wake: () => void) {
      Object.assign(box, { isAccepting: true, wake });
    },
    /** Drops waiting and future events. Nothing may connect later events with them. */
    discard() {
      Object.assign(box, NO_TIES, { isAccepting: false, hasNews: false });
      queue.clear();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
