import { z } from '@hono/zod-openapi';

const DEFAULT_ROWS = 100;
const MOST_ROWS = 1_000;

/** A string that PostgreSQL can keep: its text type has no room for the character NUL. */
export function plainText(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((text) => !text.includes('\0'), 'must not contain the character NUL');
}

export function jsonContent<Schema extends z.ZodType>(schema: Schema) {
  return { 'application/json': { schema } };
}

export const listQuerySchema = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_ROWS)
    .default(DEFAULT_ROWS)
    .openapi({ param: { name: 'limit', in: 'query' } }),
});

/** What the library takes for a link at most. */
export const LONGEST_LINK = 8_192;

export const foundLinkSchema = z
  .object({ link: z.string().openapi({ example: 'https://shop.example/product/42?ref=mail' }) })
  .openapi('FoundLink');
