import { createEventQueue, type QueuedEvent } from '../core/eventQueue';

/** Where `logEvent` and the pipeline meet. Events wait here from the first line of the app on. */
export function createBridge() {
  const queue = createEventQueue();
  let isOpen = true;
  let wake = () => {};
  let prefix = '';
  let count = 0;

  return {
    queue,
    /** Counted on, so that ids differ even if random numbers don't. */
    nextId(newPrefix: () => string): string {
      prefix ||= newPrefix();
      return `${prefix}-${++count}`;
    },
    log(event: QueuedEvent) {
      if (!isOpen) return;
      queue.push(event);
      wake();
    },
    /** Calls `next` after every event from now on. */
    open(next: () => void) {
      isOpen = true;
      wake = next;
    },
    /** What has waited goes, and so does all that follows; nothing may tie what comes later to it. */
    discard() {
      isOpen = false;
      prefix = '';
      queue.clear();
    },
  };
}

export type Bridge = ReturnType<typeof createBridge>;
