import { z } from '@hono/zod-openapi';

/** A string that PostgreSQL can keep: its text type has no room for the character NUL. */
export function plainText(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((text) => !text.includes('\0'), 'must not contain the character NUL');
}
