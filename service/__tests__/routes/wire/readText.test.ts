import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from '@hono/zod-openapi';
import { readText } from '../../../src/routes/wire/readText.ts';

test('a text becomes what the schema of its field wants, or stays for the schema to refuse', () => {
  const number = z.int().nullable().optional().openapi({ example: 5 });
  for (const [schema, text, value] of [
    [number, '5', 5],
    [number, '-0.5', -0.5],
    [number, '5 apples', '5 apples'],
    [number, ' ', ' '],
    [z.boolean().default(false), 'true', true],
    [z.boolean(), 'false', false],
    [z.boolean(), 'yes', 'yes'],
    [z.array(z.string()).transform((tags) => new Set(tags)), ' a, b c,,', ['a', 'b c']],
    [z.custom<object>(), '{"a":1}', { a: 1 }],
    [z.custom<object>(), '{', '{'],
    [z.string().nullable(), '5', '5'],
    [z.enum(['5']), '5', '5'],
  ] as const) {
    assert.deepEqual(readText(schema, text), value, text);
  }
});
