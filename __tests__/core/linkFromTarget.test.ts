import fc from 'fast-check';
import { linkFromTarget } from '../../src/core/linkFromTarget';

const paramsOf = (query: string) => linkFromTarget({ url: 'x:/', route: `/p${query}` }, 'scheme').params;

test('a link is told with its path, its parameters, its data and its match', () => {
  const data = { invitedBy: 'Ada' };
  const match = { by: 'clickId', confidence: 1 } as const;
  expect(linkFromTarget({ url: 'https://shop.test/a/b?c=d', route: '/a/b?c=d', data, match }, 'deferred')).toEqual({
    url: 'https://shop.test/a/b?c=d',
    route: '/a/b?c=d',
    type: 'deferred',
    pathname: '/a/b',
    params: { c: 'd' },
    data,
    match,
  });
});

test.each([
  ['', {}],
  ['?', {}],
  ['?a', { a: '' }],
  ['?a=', { a: '' }],
  ['?a=1&a=2', { a: '1' }],
  ['?a=&a=2', { a: '' }],
  ['?=1&&b=2', { b: '2' }],
  ['?a=1=2', { a: '1=2' }],
  ['?a=b?c', { a: 'b?c' }],
  ['?a+b=c+d', { 'a b': 'c d' }],
  ['?a%20b=%C3%A4', { 'a b': 'ä' }],
  ['?a=100%&%zz=%C3', { a: '100%', '%zz': '%C3' }],
])('the parameters of %j', (query, params) => {
  expect({ ...paramsOf(query) }).toEqual(params);
});

test('no key reaches a prototype, or is taken for a member of one', () => {
  const params = paramsOf('?__proto__=1&constructor=2&toString=3&hasOwnProperty=4');
  expect(Object.getPrototypeOf(params)).toBeNull();
  expect(Object.entries(params)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', '3'],
    ['hasOwnProperty', '4'],
  ]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(paramsOf('?a=1').toString).toBeUndefined();
});

test('parameters are those of URLSearchParams, the first of each key', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string())), (pairs) => {
      const search = new URLSearchParams(pairs);
      const expected = Object.fromEntries([...search].reverse());
      expect({ ...paramsOf(`?${search.toString()}`) }).toEqual({ ...expected });
    })
  );
});

test('ten thousand keys take as many steps, not their square', () => {
  const keys = Array.from({ length: 10_000 }, (_, key) => `k${key}=${key}`);
  expect(Object.keys(paramsOf(`?${keys.join('&')}`))).toHaveLength(10_000);
});
