import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from '../../src/values/crc32.ts';

test('the checksum is that of the standard', () => {
  assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcb_f4_39_26);
  assert.equal(crc32(new Uint8Array()), 0);
});
