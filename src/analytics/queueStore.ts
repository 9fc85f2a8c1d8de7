import type { EventQueue, QueuedEvent, StoredSegment } from '../core/eventQueue';
import type { KeyValueStore } from '../ports';
import { QUEUE_KEY, segmentKey } from '../storageKeys';

/** Keys are used in turn. A full queue needs about half of them, so that a gap shows where it begins. */
const SLOTS = 64;

const slotKey = (number: number) => segmentKey(number % SLOTS);

/** Version, device id, first and end of the live segments, and the id of the event that left last. */
const INDEX = /^1 (\S+) (\d{1,15}) (\d{1,15}) ([^]*)$/;

/** What can't be read is left out. */
function parseLine(json: string): QueuedEvent[] {
  try {
    const { id, name } = JSON.parse(json) as { id: unknown; name: unknown };
    return typeof id === 'string' && id && typeof name === 'string' ? [{ id, json }] : [];
  } catch {
    return [];
  }
}

/**
 * The queue on disk: an index, and one key a segment. A segment is removed before the index forgets it and
 * written after the index names it: a crash leaves a name without a segment, which is nothing, and never a
 * segment that nobody knows of.
 */
export function createQueueStore(store: KeyValueStore, queue: EventQueue, newDeviceId: () => string) {
  let savedIndex: string | null = null;
  let deviceId = '';
  const ownId = () => (deviceId ||= newDeviceId());

  async function readSlots(first: number, end: number): Promise<StoredSegment[]> {
    const numbers = Array.from({ length: Math.min(end - first, SLOTS) }, (_, i) => first + i);
    const texts = await Promise.all(numbers.map((number) => store.read(slotKey(number))));
    return numbers.map((number, i) => ({ number, events: (texts[i] ?? '').split('\n').flatMap(parseLine) }));
  }

  /** The index can't be read, so that all slots are: the queue begins after the longest gap, the unused half. */
  async function recover(): Promise<StoredSegment[]> {
    const slots = await readSlots(0, SLOTS);
    let first = 0;
    let longest = 0;
    // Twice around, as the gap may lie across the end.
    for (let gap = 0, i = 0; i < 2 * SLOTS; i++) {
      gap = slots[i % SLOTS]?.events.length ? 0 : gap + 1;
      if (gap <= longest) continue;
      longest = gap;
      first = i + 1;
    }
    return slots.map((_, i) => ({ number: first + i, events: slots[(first + i) % SLOTS]?.events ?? [] }));
  }

  return {
    deviceId: ownId,

    async load(): Promise<StoredSegment[]> {
      savedIndex = await store.read(QUEUE_KEY);
      if (savedIndex === null) return [];
      const [, id, first, end, last] = INDEX.exec(savedIndex) ?? [];
      deviceId = id ?? '';
      const segments = id ? await readSlots(Number(first), Number(end)) : await recover();
      return segments
        .map(({ number, events }) => ({
          number,
          events: events.slice(events.findIndex((event) => event.id === last) + 1),
        }))
        .filter(({ events }) => events.length);
    },

    async save() {
      if ((await store.read(QUEUE_KEY)) !== savedIndex) {
        // The host app has cleared all storage: what it took is written again.
        queue.forgetSaved();
        savedIndex = null;
      }
      const { emptied, first, end, last, unsaved } = queue.takeChanges();
      const index = `1 ${ownId()} ${first} ${end} ${last}`;
      for (const number of emptied) await store.remove(slotKey(number));
      if (index !== savedIndex) await store.write(QUEUE_KEY, index);
      savedIndex = index;
      for (const { number, lines } of unsaved) await store.write(slotKey(number), lines);
    },

    /** Removes everything, the device id too; the index last, so that a crash leaves no event behind it. */
    async clear() {
      deviceId = '';
      savedIndex = null;
      if ((await store.read(QUEUE_KEY)) === null) return;
      for (let slot = 0; slot < SLOTS; slot++) await store.remove(slotKey(slot));
      await store.remove(QUEUE_KEY);
    },
  };
}
