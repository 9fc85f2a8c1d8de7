import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialOf } from '../../src/values/initialOf.ts';

for (const [name, initial] of [
  ['Glow', 'G'],
  ['متجر', 'م'],
  ['E\u0301clair', 'E\u0301'],
  ['🏳️‍🌈 Pride', '🏳️‍🌈'],
  ['🇯🇵 Tokyo', '🇯🇵'],
  ['', ''],
] as const) {
  test(`the initial of “${name}” is whole`, () => {
    assert.equal(initialOf(name), initial);
  });
}
