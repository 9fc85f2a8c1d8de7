import { createEventQueue, type QueuedEvent } from '../core/eventQueue';

/** Where `logEvent` and the pipeline meet. Events wait here from the first line of the app on. */
export function createBridge() {
  const queue = createEventQueue();
  let isOpen = true;
  let wake = () => {};

  return {
    queue,
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
    /** What has waited goes, and so does all that follows. */
    discard() {
      isOpen = false;
      queue.clear();
    },
  };
}

export type Bridge = ReturnType<typeof createBridge>;
