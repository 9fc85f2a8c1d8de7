import fc from 'fast-check';
import { dataJson, eventJson } from '../../src/core/eventJson';
import { inRelease } from '../support/inRelease';

const NOW = Date.UTC(2026, 0, 1);

function read(data: unknown) {
  const problems: string[] = [];
  const advise = (problem: string) =>
    problems.push(problem.replace(/^The event login was logged, but ([^]*)\.$/, '$1'));
  return { json: dataJson('login', data, { advise }), problems };
}

const cycle: Record<string, unknown> = {};
cycle.self = cycle;

const throws = () => {
  throw new Error('no');
};

const deep = () => {
  let value: unknown = 0;
  for (let depth = 0; depth < 100_000; depth++) value = [value];
  return value;
};

test.each([
  ['nothing', undefined, undefined],
  ['null', null, 'null'],
  ['text', 'a"b', '"a\\"b"'],
  ['zero', 0, '0'],
  ['an object', { a: [1, { b: true }] }, '{"a":[1,{"b":true}]}'],
  ['a date', new Date(NOW), '"2026-01-01T00:00:00.000Z"'],
  ['a half of a pair', '\ud800', '"\\ud800"'],
  ['what is just not too large', 'x'.repeat(32 * 1024 - 2), `"${'x'.repeat(32 * 1024 - 2)}"`],
])('%s is taken as it is', (_, data, json) => {
  expect(read(data)).toEqual({ json, problems: [] });
});

test.each([
  ['a function', () => {}, undefined, 'a function is not JSON and was left out'],
  ['a symbol', Symbol('s'), undefined, 'a symbol is not JSON and was left out'],
  ['a BigInt', 1n, undefined, 'a bigint is not JSON and was left out'],
  ['a BigInt in a field', { id: 1n, total: 5 }, '{"total":5}', 'a bigint at "id" is not JSON and was left out'],
  ['functions in a list', [1, () => {}], '[1,null]', 'a function at "1" is not JSON and was left out'],
  ['a cycle', cycle, undefined, expect.stringMatching(/^its data is not JSON and was left out \(TypeError: /)],
  [
    'a getter that throws',
    {
      get total() {
        return throws();
      },
    },
    undefined,
    'its data is not JSON and was left out (Error: no)',
  ],
  ['a toJSON that throws', { toJSON: throws }, undefined, 'its data is not JSON and was left out (Error: no)'],
  [
    'a toJSON that throws what has no text',
    {
      toJSON: () => {
        throw Object.create(null) as Error;
      },
    },
    undefined,
    'its data is not JSON and was left out (unknown error)',
  ],
  [
    'a proxy that throws',
    new Proxy({}, { ownKeys: throws }),
    undefined,
    'its data is not JSON and was left out (Error: no)',
  ],
  [
    'a revoked proxy',
    (() => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    })(),
    undefined,
    expect.stringMatching(/TypeError/),
  ],
  ['a deep nest', deep(), undefined, expect.stringMatching(/RangeError/)],
  ['too much text', 'x'.repeat(32 * 1024), undefined, 'its data is over 32 KiB and was left out'],
  ['a huge list', Array.from({ length: 100_000 }, (_, i) => i), undefined, 'its data is over 32 KiB and was left out'],
])('%s is left out, with one word of advice', (_, data, json, problem) => {
  expect(read(data)).toEqual({ json, problems: [problem] });
});

test('whatever the data, the text of an event is JSON on one line', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (data) => {
      const text = eventJson({ id: 'id-1', name: 'login', now: NOW, userId: undefined }, read(data).json);
      expect(text).not.toContain('\n');
      expect(JSON.parse(text)).toMatchObject({ id: 'id-1', name: 'login', timestamp: '2026-01-01T00:00:00.000Z' });
    })
  );
});

test('a clock that is out of its mind breaks nothing', () => {
  expect(eventJson({ id: 'id-1', name: 'login', now: NaN, userId: undefined }, '1')).toBe(
    '{"id":"id-1","name":"login","timestamp":null,"data":1}'
  );
});

test('a release build gives no advice', () =>
  inRelease(async () => {
    for (const data of [{ f: () => 1 }, 'x'.repeat(40_000), new Proxy({}, { ownKeys: throws })]) {
      expect(read(data).problems).toEqual([]);
    }
  }));
