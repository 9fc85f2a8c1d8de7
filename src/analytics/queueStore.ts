import { createEventQueue, UNREADABLE, type EventQueue, type QueuedEvent, type QueueIndex } from '../core/eventQueue';
import type { KeyValueStore } from '../ports';
import { QUEUE_KEY, segmentKey } from '../storageKeys';

interface StoredIndex extends QueueIndex {
  v: 1;
  deviceId: string;
}

/** Far above what a full queue needs: a count beyond it is not ours. */
const MAX_SEGMENTS = 2000;

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function parseIndex(text: string | null): StoredIndex | null {
  const { v, deviceId, first, end, gone } = parse(text);
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  if (v !== 1 || typeof deviceId !== 'string' || !isCount(first) || !isCount(end) || !isCount(gone)) return null;
  return end >= first && end - first <= MAX_SEGMENTS ? { v, deviceId, first, end, gone } : null;
}

function numbersOf(index: QueueIndex | null): number[] {
  return index ? Array.from({ length: index.end - index.first }, (_, i) => index.first + i) : [];
}

function parseEvent(json: string): QueuedEvent {
  const { id, name } = parse(json);
  return typeof id === 'string' && id && typeof name === 'string' ? { id, json } : UNREADABLE;
}

/**
 * The queue on disk: an index, and one key a segment. The index is always written first: a crash leaves a
 * segment that it names and that isn't there yet, never one that nobody knows of.
 */
export function createQueueStore(store: KeyValueStore, newDeviceId: () => string) {
  let savedIndex: string | null = null;
  let deviceId = '';

  return {
    deviceId: () => deviceId,

    async load(): Promise<EventQueue> {
      deviceId ||= newDeviceId();
      const text = await store.read(QUEUE_KEY);
      const index = parseIndex(text);
      savedIndex = text;
      if (!index) return createEventQueue();
      deviceId = index.deviceId;
      const texts = await Promise.all(numbersOf(index).map((number) => store.read(segmentKey(number))));
      return createEventQueue(
        index,
        texts.map((lines) => (lines ? lines.split('\n').map(parseEvent) : []))
      );
    },

    async save(queue: EventQueue) {
      // The host app may have cleared all storage: what it took is written again.
      if ((await store.read(QUEUE_KEY)) !== savedIndex) {
        queue.forgetSaved();
        savedIndex = null;
      }
      const unsaved = queue.takeUnsaved();
      const emptied = queue.takeEmptied();
      const index = JSON.stringify({ v: 1, deviceId, ...queue.index() } satisfies StoredIndex);
      if (index !== savedIndex) {
        await store.write(QUEUE_KEY, index);
        savedIndex = index;
      }
      for (const { number, lines } of unsaved) await store.write(segmentKey(number), lines);
      for (const number of emptied) await store.remove(segmentKey(number));
    },

    /** Removes everything, the device id too. */
    async clear(queue: EventQueue) {
      const index = parseIndex(await store.read(QUEUE_KEY));
      deviceId = '';
      await store.remove(QUEUE_KEY);
      for (const number of [...queue.takeEmptied(), ...numbersOf(index)]) await store.remove(segmentKey(number));
    },
  };
}

export type QueueStore = ReturnType<typeof createQueueStore>;
