/** An event and its JSON text, which is made once and never again. */
export interface QueuedEvent {
  id: string;
  json: string;
}

/** A run of events that is stored under one key. */
interface Segment {
  /** `null` until it is first stored. */
  number: number | null;
  events: QueuedEvent[];
  /** How many of `events` have left the queue. */
  gone: number;
  length: number;
  isSaved?: boolean;
}

export interface StoredSegment {
  number: number;
  events: QueuedEvent[];
}

/** What an earlier launch has left. */
export interface StoredQueue {
  segments: StoredSegment[];
  /** The id of the event that left last. Storage may still hold it, and those before it. */
  last: string;
}

/** What has changed since the last call. It must be written in this order. */
export interface QueueChanges {
  /** Segments to remove from storage; whoever has removed them clears the set. */
  emptied: Set<number>;
  /** The live segments are `first` to `end - 1`; `last` is the id of the event that left the queue last. */
  first: number;
  end: number;
  last: string;
  unsaved: { number: number; lines: string }[];
}

/** As many as a busy app logs in a weekend offline; more would only delay the newer ones. */
export const MAX_EVENTS = 1000;
/** In characters: async-storage holds 6 MB on Android, and most of that belongs to the app. */
export const MAX_LENGTH = 1024 * 1024;
/** Small enough to rewrite for one more event, large enough that a full queue takes a few writes. */
const SEGMENT_LENGTH = 32 * 1024;

/** A bounded queue, oldest first. An operation costs as much as the events that it moves, however many wait. */
export function createEventQueue() {
  let segments: Segment[] = [];
  const emptied = new Set<number>();
  let next = 0;
  let size = 0;
  let length = 0;
  let dropped = 0;
  let last = '';

  function oldest(): QueuedEvent | undefined {
    return segments[0]?.events[segments[0].gone];
  }

  function shift() {
    const [head] = segments;
    const event = oldest();
    if (!head || !event) return;
    size--;
    length -= event.json.length;
    last = event.id;
    if (++head.gone < head.events.length) return;
    segments.shift();
    if (head.number !== null) emptied.add(head.number);
  }

  function count(added: QueuedEvent) {
    size++;
    length += added.json.length;
    for (; size > MAX_EVENTS || length > MAX_LENGTH; dropped++) shift();
  }

  function push(event: QueuedEvent) {
    let tail = segments[segments.length - 1];
    if (!tail || tail.length >= SEGMENT_LENGTH) {
      segments.push((tail = { number: null, events: [], gone: 0, length: 0 }));
    }
    tail.events.push(event);
    tail.length += event.json.length;
    tail.isSaved = false;
    count(event);
  }

  return {
    size: () => size,

    /** Adds one event; the oldest make room for it. */
    push,

    /** Puts what an earlier launch has left in front of what this launch has logged, none of which is saved yet. */
    restore(stored: StoredQueue) {
      const early = segments.flatMap(({ events, gone }) => events.slice(gone));
      size = length = 0;
      ({ last } = stored);
      segments = stored.segments.map(({ number, events }) => {
        next = number + 1;
        return {
          number,
          events,
          gone: 0,
          length: events.reduce((sum, { json }) => sum + json.length, 0),
          isSaved: true,
        };
      });
      for (const { events } of [...segments]) events.forEach(count);
      // They go into the last segment while it has room: if each launch began a new segment, the slots would run out.
      early.forEach(push);
    },

    /** The oldest events, at most `most` of them. */
    peek(most: number): QueuedEvent[] {
      const batch: QueuedEvent[] = [];
      for (const { events, gone } of segments) {
        batch.push(...events.slice(gone, gone + most - batch.length));
      }
      return batch;
    },

    /** Takes a peeked batch off; some of it may have been dropped meanwhile. */
    remove(batch: QueuedEvent[]) {
      const ids = new Set(batch.map(({ id }) => id));
      for (let event = oldest(); event && ids.has(event.id); event = oldest()) shift();
    },

    /** How many events were dropped to make room, since the last call. */
    takeDropped() {
      const count = dropped;
      dropped = 0;
      return count;
    },

    takeChanges(): QueueChanges {
      const unsaved = segments
        .filter(({ isSaved }) => !isSaved)
        .map((segment) => {
          segment.isSaved = true;
          const lines = segment.events.slice(segment.gone).map(({ json }) => json);
          return { number: (segment.number ??= next++), lines: lines.join('\n') };
        });
      return { emptied, first: segments[0]?.number ?? next, end: next, last, unsaved };
    },

    /** Storage has lost everything: all waiting events have to be saved again. */
    forgetSaved() {
      for (const segment of segments) segment.isSaved = false;
    },

    clear() {
      segments = [];
      emptied.clear();
      size = length = dropped = 0;
      last = '';
    },
  };
}

export type EventQueue = ReturnType<typeof createEventQueue>;
