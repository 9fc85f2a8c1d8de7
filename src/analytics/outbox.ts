import { createEventQueue, type QueuedEvent } from '../core/eventQueue';

/** Where `logEvent` and the pipeline meet. Events wait here from the first line of the app on. */
export function createOutbox() {
  const queue = createEventQueue();
  let isAccepting = true;
  let wake: (() => void) | undefined;
  let hasNews = false;
  /** What ties events together, until a denial. */
  let ties: { prefix: string; count: number; userId: string | undefined } = { prefix: '', count: 0, userId: undefined };

  /** Tells of what was logged, if it has not been told yet. */
  function tellNews() {
    if (!hasNews || !wake) return;
    hasNews = false;
    wake();
  }

  return {
    queue,
    tellNews,
    /** A counter makes ids differ even if random numbers don't. */
    nextId(newPrefix: () => string): string {
      ties.prefix ||= newPrefix();
      return `${ties.prefix}-${++ties.count}`;
    },
    /** The id of the person who is signed in, if the app has set one. */
    userId: () => ties.userId,
    setUserId(id: string | undefined) {
      ties.userId = id;
    },
    log(event: QueuedEvent) {
      if (!isAccepting) return;
      queue.push(event);
      // This happens off the caller's stack, and once for all events of a burst.
      if (!hasNews) void Promise.resolve().then(tellNews);
      hasNews = true;
    },
    /** Calls `next` after events have been logged, from now on. */
    onNews(next: () => void) {
      isAccepting = true;
      wake = next;
    },
    /** Drops waiting and future events. Nothing may connect later events with them. */
    discard() {
      isAccepting = hasNews = false;
      ties = { prefix: '', count: 0, userId: undefined };
      queue.clear();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
