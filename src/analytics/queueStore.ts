import type { EventQueue, QueuedEvent, StoredQueue, StoredSegment } from '../core/eventQueue';
import type { KeyValueStore } from '../ports';
import type { InstallId } from '../service/installId';
import { QUEUE_KEY, segmentKey } from '../storageKeys';

/** Keys are used in turn. A full queue needs about half of them, so a gap shows where the queue begins. */
const SLOTS = 64;

const slotKey = (number: number) => segmentKey(number % SLOTS);

/** Version, first and end of the live segments, and the id of the event that left last; version 1 has an id, too. */
const INDEX = /^(?:1 (\S+)|2) (\d{1,15}) (\d{1,15}) ([^]*)$/;

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
 * The queue on disk: an index, and one key for each segment. A segment is removed before the index forgets it and
 * written after the index names it. So a crash may leave a name without a segment, which does no harm, but never a
 * segment without a name. A save that is not live any more changes nothing more.
 */
export function createQueueStore(store: KeyValueStore, queue: EventQueue, installId: InstallId) {
  /** The index as the last job has left it; `undefined` while a job is unfinished. */
  let savedIndex: string | null | undefined = null;

  async function readSlots(first: number, end: number): Promise<StoredSegment[]> {
    const numbers = Array.from({ length: Math.min(end - first, SLOTS) }, (_, i) => first + i);
    const texts = await Promise.all(numbers.map((number) => store.read(slotKey(number))));
    return numbers.map((number, i) => ({ number, events: (texts[i] ?? '').split('\n').flatMap(parseLine) }));
  }

  /** Reads all slots, as the index can't be read. The queue begins at the end of the longest gap, which is the unused half. */
  async function recover(): Promise<StoredSegment[]> {
    const slots = await readSlots(0, SLOTS);
    let first = 0;
    let longest = 0;
    // The loop goes around twice, as the gap may lie across the end.
    for (let gap = 0, i = 0; i < 2 * SLOTS; i++) {
      gap = slots[i % SLOTS]?.events.length ? 0 : gap + 1;
      if (gap <= longest) continue;
      longest = gap;
      first = i;
    }
    return slots.map((_, i) => ({ number: first + i, events: slots[(first + i) % SLOTS]?.events ?? [] }));
  }

  return {
    /** What an earlier launch has left. */
    async load(): Promise<StoredQueue> {
      const index = (savedIndex = await store.read(QUEUE_KEY));
      if (index === null) return { segments: [], last: '' };
      const [match, oldId, first, end, last = ''] = INDEX.exec(index) ?? [];
      // The old index holds the install id, which must be read before the next save overwrites it.
      if (oldId) await installId.get();
      const segments = match ? await readSlots(Number(first), Number(end)) : await recover();
      const waiting = segments
        .map(({ number, events }) => ({
          number,
          events: events.slice(events.findIndex((event) => event.id === last) + 1),
        }))
        .filter(({ events }) => events.length);
      return { segments: waiting, last };
    },

    async save(isLive: () => boolean): Promise<undefined> {
      const stored = await store.read(QUEUE_KEY);
      if (stored !== savedIndex) {
        // The host app has cleared all storage, or a save has ended halfway: all waiting events are written again.
        queue.forgetSaved();
        installId.noteLoss();
      }
      const { emptied, first, end, last, unsaved } = queue.takeChanges();
      const index = `2 ${first} ${end} ${last}`;
      savedIndex = undefined;
      for (const number of emptied) {
        if (!isLive()) return;
        await store.remove(slotKey(number));
      }
      emptied.clear();
      if (!isLive()) return;
      if (index !== stored) await store.write(QUEUE_KEY, index);
      for (const { number, lines } of unsaved) {
        if (!isLive()) return;
        await store.write(slotKey(number), lines);
      }
      savedIndex = index;
    },

    /** Removes everything. The index goes last, so that a crash leaves no segment without a name. */
    async remove(): Promise<undefined> {
      savedIndex = undefined;
      if ((await store.read(QUEUE_KEY)) !== null) {
        let slot = SLOTS;
        while (slot--) await store.remove(slotKey(slot));
        await store.remove(QUEUE_KEY);
      }
      savedIndex = null;
    },
  };
}
