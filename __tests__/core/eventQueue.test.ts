import fc from 'fast-check';
import { createEventQueue, MAX_EVENTS, MAX_LENGTH, type EventQueue, type QueuedEvent } from '../../src/core/eventQueue';

const event = (n: number, length = 100): QueuedEvent => ({ id: `e${n}`, json: String(n).padEnd(length, '.') });

const events = (from: number, to: number, length?: number) =>
  Array.from({ length: to - from }, (_, i) => event(from + i, length));

const ids = (batch: QueuedEvent[]) => batch.map(({ id }) => id);

function filled(batch: QueuedEvent[]): EventQueue {
  const queue = createEventQueue();
  batch.forEach(queue.push);
  return queue;
}

/** A disk that is told all changes. */
function createDisk() {
  const slots = new Map<number, string[]>();
  let index = { first: 0, end: 0, last: '' };
  return {
    save(queue: EventQueue) {
      const { emptied, unsaved, ...next } = queue.takeChanges();
      index = next;
      emptied.forEach((number) => slots.delete(number));
      emptied.clear();
      unsaved.forEach(({ number, lines }) => slots.set(number, lines.split('\n')));
      return unsaved.length;
    },
    slots,
    /** What the next launch reads. */
    live() {
      const lines = Array.from({ length: index.end - index.first }, (_, i) => slots.get(index.first + i) ?? []).flat();
      const read = lines.map((line) => `e${Number.parseInt(line, 10)}`);
      return read.slice(read.indexOf(index.last) + 1);
    },
  };
}

test('the oldest come first and leave first', () => {
  const queue = filled(events(0, 120));
  expect(ids(queue.peek(50))).toEqual(ids(events(0, 50)));
  queue.remove(queue.peek(50));
  expect(queue.size()).toBe(70);
  expect(ids(queue.peek(100))).toEqual(ids(events(50, 120)));
});

test('of 10,000 events the newest 1,000 wait, and the rest is counted once', () => {
  const queue = filled(events(0, 10_000));
  expect(queue.size()).toBe(MAX_EVENTS);
  expect(queue.peek(1)).toEqual([event(9000)]);
  expect(queue.takeDropped()).toBe(9000);
  expect(queue.takeDropped()).toBe(0);
});

test('large events are bounded by their length', () => {
  const queue = filled(events(0, 100, 32 * 1024));
  expect(queue.size()).toBe(MAX_LENGTH / (32 * 1024));
  expect(queue.takeDropped()).toBe(68);
});

test('a batch that was dropped in part while it was on its way leaves as far as it is there', () => {
  const queue = filled(events(0, 1000));
  const batch = queue.peek(50);
  events(1000, 1020).forEach(queue.push);
  queue.remove(batch);
  expect(queue.peek(1)).toEqual([event(50)]);
});

test('a batch of another time removes nothing', () => {
  const queue = filled(events(0, 3));
  queue.remove(events(7, 9));
  expect(queue.size()).toBe(3);
});

test('what an earlier launch has left goes in front and counts', () => {
  const queue = filled(events(900, 1000));
  queue.restore({
    segments: [
      { number: 7, events: events(0, 400) },
      { number: 8, events: events(400, 910) },
    ],
    last: '',
  });
  expect(queue.size()).toBe(MAX_EVENTS);
  expect(queue.takeDropped()).toBe(10);
  expect(queue.peek(1)).toEqual([event(10)]);
  expect(queue.takeChanges()).toMatchObject({ first: 7, end: 10, last: 'e9', unsaved: [{ number: 9 }] });
});

test('a stored segment with room left takes the next events', () => {
  const queue = createEventQueue();
  queue.restore({ segments: [{ number: 3, events: events(0, 2) }], last: 'e' });
  queue.push(event(2));
  expect(queue.takeChanges()).toMatchObject({ first: 3, end: 4, last: 'e', unsaved: [{ number: 3 }] });
});

test('a burst that never reached storage leaves nothing to remove there', () => {
  expect(filled(events(0, 10_000)).takeChanges().emptied.size).toBe(0);
});

test('after the loss of all storage everything that waits is written again', () => {
  const disk = createDisk();
  const queue = filled(events(0, 700));
  disk.save(queue);
  disk.slots.clear();
  expect(disk.save(queue)).toBe(0);
  queue.forgetSaved();
  disk.save(queue);
  expect(disk.live()).toEqual(ids(events(0, 700)));
});

test('a save writes what is new, not what waits', () => {
  const disk = createDisk();
  const queue = filled(events(0, 1000));
  expect(disk.save(queue)).toBe(4);
  queue.push(event(1000));
  expect(disk.save(queue)).toBe(1);
});

type Step =
  { kind: 'log'; count: number; length: number } | { kind: 'deliver'; count: number } | { kind: 'save' | 'relaunch' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('log' as const),
      count: fc.nat(400),
      length: fc.integer({ min: 8, max: 3000 }),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 300 }) }),
    weight: 2,
  },
  fc.record({ kind: fc.constantFrom('save' as const, 'relaunch' as const) })
);

test('queue and disk agree with a plain list, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const disk = createDisk();
      let queue = createEventQueue();
      let list: QueuedEvent[] = [];
      let logged = 0;
      const length = () => list.reduce((sum, { json }) => sum + json.length, 0);

      for (const next of steps) {
        if (next.kind === 'log') {
          for (const added of events(logged, (logged += next.count), next.length)) {
            queue.push(added);
            list.push(added);
            while (list.length > MAX_EVENTS || length() > MAX_LENGTH) list.shift();
          }
        } else if (next.kind === 'deliver') {
          const batch = queue.peek(next.count);
          expect(ids(batch)).toEqual(ids(list.slice(0, next.count)));
          queue.remove(batch);
          list = list.slice(next.count);
        } else {
          disk.save(queue);
          expect(disk.live()).toEqual(ids(list));
          expect(disk.slots.size).toBeLessThanOrEqual(40);
        }
        if (next.kind === 'relaunch') {
          queue = createEventQueue();
          const segments = [
            { number: 3, events: list.slice(0, 9) },
            { number: 4, events: list.slice(9) },
          ];
          queue.restore({ segments: segments.filter((s) => s.events.length), last: '' });
          disk.slots.clear();
          queue.forgetSaved();
        }
        expect(queue.size()).toBe(list.length);
      }
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 50) }
  );
});

test('a queue that was cleared has no changes, and nothing that left it', () => {
  const queue = createEventQueue();
  queue.push({ id: 'a', json: '{}' });
  queue.takeChanges();
  queue.remove(queue.peek(1));
  queue.clear();
  expect(queue.takeChanges()).toEqual({ emptied: new Set(), first: 1, end: 1, last: '', unsaved: [] });
});

test('a segment is full at 32 KiB', () => {
  expect(filled(events(0, 2, 32 * 1024)).takeChanges().unsaved).toHaveLength(2);
  expect(filled([event(0, 32 * 1024 - 1), event(1), event(2)]).takeChanges().unsaved).toHaveLength(2);
});
