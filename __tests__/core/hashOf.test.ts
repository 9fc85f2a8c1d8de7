import { hashOf } from '../../src/core/hashOf';

test('a hash that an earlier version has stored is still that of its text', () => {
  expect(hashOf('https://shop.test/product/42')).toBe(1548199826);
});
