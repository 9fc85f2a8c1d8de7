import { explore, shapeOf, type Step } from '../support/explore';

/** Two people share a counter: each reads it, and writes one more than what was read. */
interface Counter {
  value: number;
  read: (number | null)[];
  done: number;
}

const START: Counter = { value: 0, read: [null, null], done: 0 };

const people = (counter: Counter): Step<Counter>[] =>
  counter.read.flatMap((read, who) => {
    const withRead = (value: number | null) => counter.read.map((old, i) => (i === who ? value : old));
    const reads = counter.done < 2 && { name: `${who} reads`, next: { ...counter, read: withRead(counter.value) } };
    const writes = read !== null && {
      name: `${who} writes`,
      next: { value: read + 1, read: withRead(null), done: counter.done + 1 },
    };
    return [reads, writes].flatMap((step) => step || []);
  });

test('what breaks a rule is found, by the shortest way and in words', () => {
  const { failure } = explore({
    start: START,
    steps: people,
    rules: { 'no write is lost': (c) => c.value === c.done },
  });
  expect(failure).toEqual({
    broken: 'no write is lost',
    path: ['0 reads', '1 reads', '0 writes', '1 writes'],
  });
});

test('where all rules hold, every world is visited once', () => {
  const { states, steps, failure } = explore({
    start: { hour: 0 },
    steps: ({ hour }) => [
      { name: 'an hour passes', next: { hour: (hour + 1) % 12 } },
      { name: 'three hours pass', next: { hour: (hour + 3) % 12 } },
    ],
    rules: { 'it is before twelve': ({ hour }) => hour < 12 },
  });
  expect({ states, steps, failure }).toEqual({ states: 12, steps: 24, failure: null });
});

test('a rule sees the world before the step, also on the way back to a known one', () => {
  const { failure } = explore({
    start: { level: 0 },
    steps: ({ level }) =>
      level === 0 ? [{ name: 'fill', next: { level: 1 } }] : [{ name: 'spill', next: { level: 0 } }],
    rules: { 'nothing is spilt': ({ level }, before) => level >= before.level },
  });
  expect(failure).toEqual({ broken: 'nothing is spilt', path: ['fill', 'spill'] });
});

test('a rule that is broken at the start has an empty path', () => {
  expect(explore({ start: 1, steps: () => [], rules: { 'it is even': (n) => n % 2 === 0 } }).failure).toEqual({
    broken: 'it is even',
    path: [],
  });
});

const doors = (isHelped: boolean) =>
  explore({
    start: 'hall',
    steps: (room) => {
      if (room === 'hall') {
        return [
          { name: 'go in', next: 'room', isOwn: true },
          { name: 'fall', next: 'cellar', isOwn: true },
        ];
      }
      return room === 'cellar' ? [{ name: 'be carried', next: 'room', isOwn: !isHelped }] : [];
    },
    rules: {},
    goals: { 'the room': (room) => room === 'room' },
  }).failure;

test('a world that needs help to come to the goal is a dead end', () => {
  expect(doors(true)).toEqual({ broken: 'a dead end: the room', path: ['fall'] });
  expect(doors(false)).toBeNull();
});

test('an exception in a step is a failure with its path', () => {
  const steps = (n: number): Step<number>[] => {
    if (n === 2) throw new Error('two');
    return [{ name: `after ${n}`, next: n + 1 }];
  };
  expect(explore({ start: 0, steps, rules: {} }).failure).toEqual({
    broken: 'an exception: Error: two',
    path: ['after 0', 'after 1'],
  });
});

test('worlds of one shape are one, and who shares an object is part of the shape', () => {
  const phase = { kind: 'sending', batch: ['a'] };
  const shape = shapeOf({ phase, job: { asker: phase } });
  expect(shapeOf({ job: { asker: phase }, phase })).toBe(shape);
  const copy = { ...phase };
  expect(shapeOf({ phase: copy, job: { asker: copy } })).toBe(shape);
  expect(shapeOf({ phase, job: { asker: copy } })).not.toBe(shape);
  expect(shapeOf(['1', null, undefined])).not.toBe(shapeOf([1, null, undefined]));
  expect(() => shapeOf({ run: () => {} })).toThrow('no function');
});
