import { createEventQueue, MAX_EVENTS, MAX_LENGTH, type EventQueue, type QueuedEvent } from '../../src/core/eventQueue';

function event(n: number, length = 100): QueuedEvent {
  const json = JSON.stringify({ id: `e${n}`, name: 'search', data: '' });
  return { id: `e${n}`, json: json.replace('""', `"${'.'.repeat(Math.max(0, length - json.length))}"`) };
}

const events = (from: number, to: number, length?: number) =>
  Array.from({ length: to - from }, (_, i) => event(from + i, length));

const ids = (batch: QueuedEvent[]) => batch.map(({ id }) => id);

function filled(batch: QueuedEvent[]): EventQueue {
  const queue = createEventQueue();
  batch.forEach(queue.push);
  return queue;
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
  expect(queue.takeDropped()).toBe(84);
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

test('what is stored comes before what was logged since, and the bounds count both', () => {
  const stored = filled(events(0, 900)).text();
  const queue = filled(events(900, 1200));
  queue.restore(stored);
  expect(ids(queue.peek(2000))).toEqual(ids(events(200, 1200)));
  expect(queue.takeDropped()).toBe(200);
  queue.remove(queue.peek(999));
  events(1200, 1202).forEach(queue.push);
  expect(queue.size()).toBe(3);
});

test('lines that are no events are left out', () => {
  const queue = createEventQueue();
  queue.restore(['null', '{"id":1,"name":"x"}', '{"id":"","name":"x"}', event(1).json, '{"id":"x"}', ''].join('\n'));
  expect(queue.peek(9)).toEqual([event(1)]);
});

test('a cleared queue is empty, and has forgotten what it dropped', () => {
  const queue = filled(events(0, 1001));
  queue.clear();
  expect([queue.size(), queue.text(), queue.takeDropped()]).toEqual([0, '', 0]);
  events(0, 15).forEach(queue.push);
  expect(queue.size()).toBe(15);
});
