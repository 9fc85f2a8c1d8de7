/** An event and its JSON text, which is made once and never again. */
export interface QueuedEvent {
  id: string;
  json: string;
}

/** Stands for a stored event that can't be read, so that the places of the others still count. */
export const UNREADABLE: QueuedEvent = { id: '', json: '' };

/**
 * A run of events that is stored under one key. Lines are only ever added, and the events that have gone are
 * counted from its start, so that a stored segment and the index agree after every single write.
 */
interface Segment {
  number: number;
  events: QueuedEvent[];
  size: number;
  gone: number;
  saved: number;
  isStored: boolean;
}

/** Which stored segments are live, and how many events of the first have gone. */
export interface QueueIndex {
  first: number;
  end: number;
  gone: number;
}

/** As many as a weekend offline in a busy app makes; more would only delay the newer ones. */
export const MAX_EVENTS = 1000;
/** Small enough to rewrite for one more event, large enough that a full queue takes a handful of writes. */
const SEGMENT_LENGTH = 32 * 1024;

/** Oldest first, bounded; every operation takes time by the events it moves, not by those that wait. */
export function createEventQueue(stored: QueueIndex = { first: 0, end: 0, gone: 0 }, lines: QueuedEvent[][] = []) {
  const segments: Segment[] = [];
  let end = stored.end;
  let size = 0;
  const emptied: number[] = [];

  lines.forEach((events, i) => {
    const gone = i === 0 ? Math.min(stored.gone, events.length) : 0;
    // Full, as it were: a segment of an earlier launch is never written again.
    segments.push({
      number: stored.first + i,
      events,
      size: SEGMENT_LENGTH,
      gone,
      saved: events.length,
      isStored: true,
    });
    size += events.length - gone;
  });
  dropEmptied();

  function dropEmptied() {
    for (let head = segments[0]; head && head.gone === head.events.length; head = segments[0]) {
      if (head.isStored) emptied.push(head.number);
      segments.shift();
    }
  }

  function oldest(): QueuedEvent | undefined {
    const head = segments[0];
    return head?.events[head.gone];
  }

  function dropOldest() {
    const head = segments[0];
    if (!head) return;
    head.gone++;
    size--;
    dropEmptied();
  }

  return {
    size: () => size,

    /** Adds one event; returns how many old ones had to go for it. */
    push(event: QueuedEvent): number {
      let tail = segments[segments.length - 1];
      if (!tail || tail.size >= SEGMENT_LENGTH) {
        tail = { number: end++, events: [], size: 0, gone: 0, saved: 0, isStored: false };
        segments.push(tail);
      }
      tail.events.push(event);
      tail.size += event.json.length;
      size++;
      if (size <= MAX_EVENTS) return 0;
      dropOldest();
      return 1;
    },

    /** The oldest events, `count` at the most. */
    peek(count: number): QueuedEvent[] {
      const batch: QueuedEvent[] = [];
      for (const { events, gone } of segments) {
        if (batch.length >= count) break;
        batch.push(...events.slice(gone, gone + count - batch.length));
      }
      return batch.filter((event) => event !== UNREADABLE);
    },

    /** Takes a peeked batch off; some of it may have been dropped meanwhile. */
    remove(batch: QueuedEvent[]) {
      const ids = new Set([UNREADABLE, ...batch].map(({ id }) => id));
      for (let event = oldest(); event && ids.has(event.id); event = oldest()) dropOldest();
    },

    index: (): QueueIndex => ({ first: segments[0]?.number ?? end, end, gone: segments[0]?.gone ?? 0 }),

    /** What to write so that storage has every event: number of the segment and its lines. Told once. */
    takeUnsaved(): { number: number; lines: string }[] {
      return segments
        .filter(({ saved, events }) => saved < events.length)
        .map((segment) => {
          segment.saved = segment.events.length;
          segment.isStored = true;
          return { number: segment.number, lines: segment.events.map(({ json }) => json).join('\n') };
        });
    },

    /** Numbers of segments that are no longer needed; each is told once. */
    takeEmptied: () => emptied.splice(0),

    /** Storage has lost everything. */
    forgetSaved() {
      for (const segment of segments) segment.saved = 0;
    },
  };
}

export type EventQueue = ReturnType<typeof createEventQueue>;
