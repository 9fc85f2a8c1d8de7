import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remember } from '../../src/values/remember.ts';

test('what was computed is remembered, and what nobody asked for lately makes room', () => {
  const computed: string[] = [];
  const shout = remember(2, (text) => {
    computed.push(text);
    return text.toUpperCase();
  });
  assert.deepEqual(['a', 'b', 'a', 'c', 'a', 'b'].map(shout), ['A', 'B', 'A', 'C', 'A', 'B']);
  assert.deepEqual(computed, ['a', 'b', 'c', 'b']);
});
