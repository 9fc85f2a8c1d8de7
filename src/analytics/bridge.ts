import { MAX_EVENTS, type QueuedEvent } from '../core/eventQueue';

type Sink = (event: QueuedEvent) => void;

/** One slot between `logEvent` and the pipeline: events wait here until there is one. */
export function createBridge() {
  let sink: Sink | null = null;
  let early: QueuedEvent[] = [];

  return {
    log(event: QueuedEvent) {
      if (sink) sink(event);
      else if (early.push(event) > MAX_EVENTS * 2) early = early.slice(-MAX_EVENTS);
    },
    /** Hands over what has waited, in order, and all that follows. */
    connect(next: Sink) {
      sink = next;
      early.splice(0).forEach(next);
    },
    /** From now on events wait again. */
    disconnect() {
      sink = null;
    },
    /** What has waited goes, and so does all that follows. */
    discard() {
      early = [];
      sink = () => {};
    },
  };
}

export type Bridge = ReturnType<typeof createBridge>;
