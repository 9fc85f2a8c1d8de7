import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutFloods } from '../../src/matching/withoutFloods.ts';
import { networkOf, wideNetworkOf } from '../../src/values/address.ts';

const rowsFrom = (count: number, networkAt: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ network: networkOf(networkAt(index)) }));
const apart = (count: number) => rowsFrom(count, (index) => `10.${index >> 8}.${index & 255}.1`);

describe('what a network may teach', () => {
  test('an address or a /64 has five rows at most', () => {
    const rows = [...rowsFrom(9, () => '192.0.2.1'), ...rowsFrom(9, (index) => `2001:db8::${index}`)];
    assert.equal(withoutFloods(rows).length, 10);
  });

  for (const [name, networkAt] of [
    ['/24', (index: number) => `192.0.2.${index}`],
    ['/48', (index: number) => `2001:db8:1:${index.toString(16)}::1`],
  ] as const) {
    test(`a ${name} has a fiftieth of the sample at most`, () => {
      const kept = withoutFloods([...rowsFrom(250, networkAt), ...apart(1_000)]);
      assert.ok(kept.length > 1_000 && kept.length <= 1_021, String(kept.length));
    });

    test(`a ${name} that fills a sample has a fiftieth of what is left`, () => {
      assert.equal(withoutFloods([...rowsFrom(250, networkAt), ...apart(100)]).length, 105);
    });
  }

  test('networks apart lose nothing', () => {
    assert.equal(withoutFloods(apart(1_000)).length, 1_000);
  });
});

test('an IPv4 address is in its /24, an IPv6 network in its /48', () => {
  assert.equal(wideNetworkOf('192.0.2.77'), '192.0.2.0/24');
  assert.equal(wideNetworkOf(networkOf('2001:db8:1:2:3::4')), '2001:db8:1::/48');
  assert.equal(wideNetworkOf(networkOf('::1')), '::/48');
});
