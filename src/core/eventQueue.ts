import { attempt } from './attempt';

/** An event and its JSON text, which is made once and never again. */
export interface QueuedEvent {
  id: string;
  json: string;
}

/** As many as a busy app logs in a weekend offline; more would only delay the newer ones. */
export const MAX_EVENTS = 1000;
/** In characters: SQLite on Android refuses a row over 2 MB, and most of the storage belongs to the app. */
export const MAX_LENGTH = 512 * 1024;

/** What can't be read is left out. */
const parseLine = (json: string): QueuedEvent[] =>
  attempt(() => {
    const { id, name } = JSON.parse(json) as { id: unknown; name: unknown };
    return typeof id === 'string' && id && typeof name === 'string' ? [{ id, json }] : [];
  }) ?? [];

/** A bounded queue, oldest first. */
export function createEventQueue() {
  let events: QueuedEvent[] = [];
  let length = 0;
  let dropped = 0;

  /** There must be one. */
  function shift() {
    length -= (events.shift() as QueuedEvent).json.length;
  }

  function push(event: QueuedEvent) {
    length += event.json.length;
    events.push(event);
    for (; events.length > MAX_EVENTS || length > MAX_LENGTH; dropped++) shift();
  }

  return {
    size: () => events.length,

    push,

    /** The waiting events as they are stored: JSON lines, newest last. */
    text: () => events.map(({ json }) => json).join('\n'),

    /** Puts what an earlier launch has stored in front of what this launch has logged. */
    restore(text: string) {
      const early = events;
      events = [];
      length = 0;
      [...text.split('\n').flatMap(parseLine), ...early].forEach(push);
    },

    peek: (most?: number): QueuedEvent[] => events.slice(0, most),

    /** Takes a peeked batch off; some of it may have been dropped meanwhile. */
    remove(batch: QueuedEvent[]) {
      const ids = new Set(batch.map(({ id }) => id));
      while (events[0] && ids.has(events[0].id)) shift();
    },

    /** How many events were dropped to make room, since the last call. */
    takeDropped() {
      const count = dropped;
      dropped = 0;
      return count;
    },

    clear() {
      events = [];
      length = dropped = 0;
    },
  };
}

export type EventQueue = ReturnType<typeof createEventQueue>;
